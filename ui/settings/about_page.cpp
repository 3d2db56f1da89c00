#include <QCoreApplication>

#include "ui/dialogs/third_parts.h"
#include "ui/settings/setting_pages.h"
#include "ui/style/label.h"

namespace strata::ui {
namespace {

void addLine(SettingsPage* page, const QString& text) {
    auto* const label = new Label(page->theme(), TextStyle::body, ColorRole::text, text, page);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAccessibleName(text);
    page->addWidget(label);
}

}  // namespace

SettingsPage* makeAboutPage(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent) {
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("About"), parent);
    addLine(page, SettingsPage::tr("Strata Desktop %1").arg(QCoreApplication::applicationVersion()));
    if (facts.engine) {
        addLine(page, SettingsPage::tr("Model: %1").arg(QString::fromStdString(facts.engine->model_name)));
    }
    addLine(page, SettingsPage::tr("Processor: %1 (%2)")
                      .arg(facts.hardware.cpu_name.empty() ? SettingsPage::tr("unknown")
                                                           : QString::fromStdString(facts.hardware.cpu_name),
                           QString::fromStdString(facts.hardware.cpu_level)));
    page->addHeading(SettingsPage::tr("Parts by others"));
    addLine(page, SettingsPage::tr("Strata uses Qt %1 under the LGPL, version 3. Its libraries are separate files that "
                                   "you may replace with your own.")
                      .arg(QString::fromLatin1(qVersion())));
    for (const ThirdPart& part : thirdParts()) {
        addLine(page, QStringLiteral("%1 · %2 · %3")
                          .arg(QString::fromLatin1(part.name), QString::fromLatin1(part.licence),
                               QString::fromLatin1(part.address)));
    }
    return page;
}

}  // namespace strata::ui
