#pragma once

#include <QUrl>

#include "ui/setup/setup_page.h"

namespace strata::ui {

class Button;
class CheckBox;

/// The model's licence: what it comes down to, where its text is, and the agreement.
class LicencePage : public SetupPage {
    Q_OBJECT

public:
    LicencePage(const Theme* theme, SetupController* setup);

    void enter() override { refresh(); }
    bool canGoOn() const override;
    QWidget* firstControl() override;

Q_SIGNALS:
    /// An address to be opened outside the program.
    void linkActivated(const QUrl& address);

private:
    void refresh();

    Label* title_;
    Label* summary_;
    Button* text_;
    Label* address_;
    CheckBox* agree_;
};

}  // namespace strata::ui
