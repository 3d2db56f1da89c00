#include "ui/settings/languages.h"
#include "ui/settings/setting_pages.h"

namespace strata::ui {

SettingsPage* makeGeneralPage(const Theme* theme, app::Settings* settings, QWidget* parent) {
    using app::GeneralSettings;
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("General"), parent);
    std::vector<std::pair<QString, QString>> languages{{QString(), SettingsPage::tr("The system’s")}};
    for (const Language& language : shippedLanguages()) {
        languages.emplace_back(language.code, language.name);
    }
    page->addChoice<GeneralSettings, QString>({SettingsPage::tr("Language"), {}, HoldsFrom::restart},
                                              &GeneralSettings::language, languages);
    return page;
}

}  // namespace strata::ui
