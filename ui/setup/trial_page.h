#pragma once

#include "ui/setup/setup_page.h"
#include "ui/setup/setup_trial.h"

namespace strata::ui {

class Button;
class UsageBar;

/// Loads the model for the first time, checks it and says how fast it is here.
class TrialPage : public SetupPage {
    Q_OBJECT

public:
    TrialPage(const Theme* theme, SetupController* setup);

    void enter() override;
    bool canGoOn() const override;

private:
    void begin();
    void backToPractice();
    void refresh();
    QString resultText() const;

    SetupTrial trial_;
    Label* state_;
    UsageBar* bar_;
    Label* result_;
    Button* again_;
    Button* safe_;
    Button* details_;
    bool impossible_ = false;  ///< the model does not go with this PC and is not started
    bool practice_ = false;    ///< the built-in model is in use again
};

}  // namespace strata::ui
