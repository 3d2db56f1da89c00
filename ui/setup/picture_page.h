#pragma once

#include "ui/setup/setup_page.h"

namespace strata::ui {

class ChoiceCard;

/// Whether the model should be able to look at pictures.
class PicturePage : public SetupPage {
    Q_OBJECT

public:
    PicturePage(const Theme* theme, SetupController* setup);

    QWidget* firstControl() override;

private:
    void refresh();

    ChoiceCard* yes_;
    ChoiceCard* no_;
};

}  // namespace strata::ui
