#pragma once

#include "ui/setup/setup_page.h"

namespace strata::ui {

class Button;

/// What this PC has and what that means, line by line.
class MachinePage : public SetupPage {
    Q_OBJECT

public:
    MachinePage(const Theme* theme, SetupController* setup);

    QString nextText() const override;
    /// All lines as text, for copying.
    QString list() const;

private:
    void refresh();

    Label* state_;
    QWidget* lines_;
    Button* again_;
    Button* copy_;
};

}  // namespace strata::ui
