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
    page->addChoice<GeneralSettings, app::LoadMoment>(
        {SettingsPage::tr("Load the model"), SettingsPage::tr("Uses memory only when needed.")}, &GeneralSettings::load,
        {{app::LoadMoment::on_typing, SettingsPage::tr("When I start typing")},
         {app::LoadMoment::at_start, SettingsPage::tr("At start")},
         {app::LoadMoment::by_hand, SettingsPage::tr("By hand")}});
    page->addNumber({SettingsPage::tr("Unload when unused"), SettingsPage::tr("Gives memory back to other programs.")},
                    {0, 240, 5, SettingsPage::tr(" min"), SettingsPage::tr("Never")}, &GeneralSettings::unload_minutes);
    page->addSwitch<GeneralSettings>({SettingsPage::tr("Start with the computer"),
                                      SettingsPage::tr("Strata then waits in the tray, without its window.")},
                                     &GeneralSettings::start_with_computer);
    page->addChoice<GeneralSettings, app::CloseAction>(
        {SettingsPage::tr("Close button"), SettingsPage::tr("Without a tray, hiding makes the window small.")},
        &GeneralSettings::close_button,
        {{app::CloseAction::ask, SettingsPage::tr("Ask once")},
         {app::CloseAction::hide, SettingsPage::tr("Hide in the tray")},
         {app::CloseAction::quit, SettingsPage::tr("Quit Strata")}});
    page->addSwitch<GeneralSettings>(
        {SettingsPage::tr("Notifications"), SettingsPage::tr("When an answer took long and you are elsewhere.")},
        &GeneralSettings::notifications);
    page->addSwitch<GeneralSettings>(
        {SettingsPage::tr("Sound"), SettingsPage::tr("When an answer took long and you are elsewhere.")},
        &GeneralSettings::sound);
    return page;
}

}  // namespace strata::ui
