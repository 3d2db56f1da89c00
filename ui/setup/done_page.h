#pragma once

#include "ui/setup/setup_page.h"

namespace strata::ui {

class CheckBox;
/// Ready: first questions to ask, and what may start by itself.
class DonePage : public SetupPage {
    Q_OBJECT

public:
    DonePage(const Theme* theme, SetupController* setup);

    QString nextText() const override { return tr("Finish"); }

Q_SIGNALS:
    /// The person wants to begin with this question.
    void questionChosen(const QString& text);

private:
    CheckBox* start_;
    CheckBox* apps_;
};

}  // namespace strata::ui
