#include "ui/setup/licence_page.h"

#include <QSignalBlocker>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/setup/setup_controller.h"
#include "ui/setup/size_words.h"
#include "ui/style/button.h"
#include "ui/style/choice_box.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {

LicencePage::LicencePage(const Theme* theme, SetupController* setup)
    : SetupPage(theme, setup, tr("Licence of the model")),
      title_(addText(TextStyle::strong, ColorRole::text)),
      summary_(addText(TextStyle::body, ColorRole::text)),
      text_(new Button(theme, ButtonKind::outlined, tr("Open the whole text"), Icon::none, this)),
      agree_(new CheckBox(theme, tr("I agree"), this)) {
    summary_->setObjectName(QStringLiteral("setupLicenceSummary"));
    text_->setObjectName(QStringLiteral("setupLicenceText"));
    agree_->setObjectName(QStringLiteral("setupAgree"));
    rows()->addWidget(text_, 0, Qt::AlignLeft);
    address_ = addText(TextStyle::small, ColorRole::muted_text);
    addText(
        TextStyle::small, ColorRole::muted_text,
        tr("This summary is no legal advice; what counts is the text. It opens in your browser only if you press the "
           "button."));
    rows()->addWidget(agree_, 0, Qt::AlignLeft);
    rows()->addStretch();
    connect(text_, &QAbstractButton::clicked, this, [this] {
        if (const app::CatalogLicence* const licence = this->setup()->licence()) {
            Q_EMIT linkActivated(QUrl(licence->address));
        }
    });
    connect(agree_, &CheckBox::toggled, setup, &SetupController::setAgreed);
    connect(setup, &SetupController::agreedChanged, this, &LicencePage::changed);
    connect(setup, &SetupController::sizeChanged, this, &LicencePage::refresh);
    refresh();
}

void LicencePage::refresh() {
    const app::CatalogLicence* const licence = setup()->licence();
    const app::CatalogSize* const size = setup()->size();
    title_->setText(licence == nullptr || size == nullptr
                        ? QString()
                        : QStringLiteral("%1 (%2)").arg(licence->title, plainName(*size)));
    summary_->setText(licence == nullptr ? tr("The list names no licence for this model.") : plainSummary(*licence));
    address_->setText(licence == nullptr ? QString() : licence->address);
    text_->setVisible(licence != nullptr && !licence->address.isEmpty());
    const QSignalBlocker quiet(agree_);
    agree_->setEnabled(licence != nullptr);
    agree_->setChecked(setup()->isAgreed());
    Q_EMIT changed();
}

bool LicencePage::canGoOn() const {
    return setup()->isAgreed();
}

QWidget* LicencePage::firstControl() {
    return agree_;
}

}  // namespace strata::ui
