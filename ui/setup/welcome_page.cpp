#include "ui/setup/welcome_page.h"

#include <algorithm>

#include <QComboBox>
#include <QLocale>
#include <QVBoxLayout>

#include "ui/setup/setup_controller.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {

WelcomePage::WelcomePage(const Theme* theme, SetupController* setup, const QStringList& languages)
    : SetupPage(theme, setup, tr("Welcome to Strata")), language_(new QComboBox(this)) {
    addText(TextStyle::body, ColorRole::text,
            tr("Strata is a chat with a language model that works on your own PC and keeps what you say there."));
    for (const QString& promise :
         {tr("It runs on this PC."), tr("It works without internet after the setup."),
          tr("It is free to remove, and leaves nothing behind that you do not want to keep.")}) {
        addText(TextStyle::strong, ColorRole::text, QStringLiteral("•  ") + promise);
    }
    rows()->addSpacing(metrics::kWideSpace);
    addText(
        TextStyle::body, ColorRole::text,
        tr("What it costs: about 70 GB of disk, and 20 to 90 minutes of download, which you can interrupt. Nothing is "
           "downloaded before you say so."));
    rows()->addSpacing(metrics::kWideSpace);
    Label* const name = addText(TextStyle::small, ColorRole::muted_text, tr("&Language"));
    name->setTextFormat(Qt::AutoText);
    name->setBuddy(language_);
    language_->setObjectName(QStringLiteral("setupLanguage"));
    language_->setAccessibleName(tr("Language"));
    language_->setMinimumHeight(metrics::kSmallestTarget);
    language_->addItem(tr("As the system"), QString());
    QStringList all = languages;
    if (!all.contains(QStringLiteral("en"))) {
        all.prepend(QStringLiteral("en"));
    }
    for (const QString& code : all) {
        const QString own = QLocale(code).nativeLanguageName();
        language_->addItem(own.isEmpty() ? code : own.left(1).toUpper() + own.mid(1), code);
    }
    language_->setCurrentIndex(std::max(0, language_->findData(setup->settings()->general().language)));
    rows()->addWidget(language_, 0, Qt::AlignLeft);
    rows()->addStretch();
    connect(language_, &QComboBox::activated, this, &WelcomePage::chooseLanguage);
}

void WelcomePage::chooseLanguage(int index) {
    app::GeneralSettings general = setup()->settings()->general();
    general.language = language_->itemData(index).toString();
    setup()->settings()->set(general);
}

}  // namespace strata::ui
