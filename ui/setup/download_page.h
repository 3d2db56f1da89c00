#pragma once

#include "ui/setup/setup_page.h"

namespace strata::ui {

class Button;
class UsageBar;

/// The download: how far it is, how long it will take, and what is in its way. It goes on without this page.
class DownloadPage : public SetupPage {
    Q_OBJECT

public:
    DownloadPage(const Theme* theme, SetupController* setup);

    void enter() override;
    bool canGoOn() const override;
    QWidget* firstControl() override;

Q_SIGNALS:
    /// The person wants to change folder or size first.
    void folderWanted();

private:
    void act();
    void refresh();

    Label* what_;
    UsageBar* bar_;
    Label* numbers_;
    Label* problem_;
    Button* action_;
    Button* folder_;
    Label* closing_;
    bool was_done_ = false;
};

}  // namespace strata::ui
