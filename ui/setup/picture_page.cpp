#include "ui/setup/picture_page.h"

#include <QVBoxLayout>

#include "ui/setup/choice_card.h"
#include "ui/setup/setup_controller.h"
#include "ui/style/label.h"

namespace strata::ui {

PicturePage::PicturePage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Pictures")),
      yes_(new ChoiceCard(theme, tr("Yes (+1 GB)"), this)),
      no_(new ChoiceCard(theme, tr("No"), this)) {
    addText(TextStyle::body, ColorRole::text, tr("Should it be able to look at pictures?"));
    yes_->setObjectName(QStringLiteral("setupPicturesYes"));
    no_->setObjectName(QStringLiteral("setupPicturesNo"));
    yes_->addLine(
        TextStyle::body, ColorRole::text,
        tr("You can show it photos, screenshots and scans and ask about them. Needs 12 GB of graphics memory to "
           "be quick."));
    no_->addLine(TextStyle::body, ColorRole::text,
                 tr("Text only. The part that looks at pictures can be added later."));
    for (ChoiceCard* const card : {yes_, no_}) {
        card->tellReader();
        rows()->addWidget(card);
    }
    rows()->addStretch();
    connect(yes_, &QAbstractButton::clicked, this, [this] { this->setup()->setPictures(true); });
    connect(no_, &QAbstractButton::clicked, this, [this] { this->setup()->setPictures(false); });
    connect(setup, &SetupController::picturesChanged, this, &PicturePage::refresh);
    refresh();
}

void PicturePage::refresh() {
    (setup()->pictures() ? yes_ : no_)->setChecked(true);
}

QWidget* PicturePage::firstControl() {
    return setup()->pictures() ? yes_ : no_;
}

}  // namespace strata::ui
