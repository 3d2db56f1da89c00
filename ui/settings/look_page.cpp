#include "ui/settings/setting_pages.h"
#include "ui/style/theme.h"

namespace strata::ui {

SettingsPage* makeLookPage(const Theme* theme, app::Settings* settings, QWidget* parent) {
    using app::LookSettings;
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("Look"), parent);
    page->addChoice<LookSettings, app::LookChoice>(
        {SettingsPage::tr("Theme"), {}}, &LookSettings::theme,
        {{app::LookChoice::system, SettingsPage::tr("The system’s")},
         {app::LookChoice::light, SettingsPage::tr("Light")},
         {app::LookChoice::dark, SettingsPage::tr("Dark")},
         {app::LookChoice::high_contrast, SettingsPage::tr("High contrast")}});
    page->addNumber({SettingsPage::tr("Text size"), SettingsPage::tr("Also Ctrl+Plus, Ctrl+Minus and Ctrl+0.")},
                    {Theme::kSmallestZoom, Theme::kLargestZoom, 10, SettingsPage::tr(" %"), {}},
                    &LookSettings::text_percent);
    page->addText({SettingsPage::tr("Chat font"), {}}, makeFontChoice(false, page), &LookSettings::chat_font);
    page->addText({SettingsPage::tr("Code font"), {}}, makeFontChoice(true, page), &LookSettings::code_font);
    page->addSwitch({SettingsPage::tr("Always follow the end"),
                     SettingsPage::tr("Off: an answer that fills the window stays at its beginning, to be read.")},
                    &LookSettings::follow_end);
    page->addChoice<LookSettings, bool>(
        {SettingsPage::tr("Enter key"), SettingsPage::tr("Shift+Enter begins a line, Ctrl+Enter sends.")},
        &LookSettings::enter_sends,
        {{true, SettingsPage::tr("Sends")}, {false, SettingsPage::tr("Begins a new line")}});
    page->addChoice<LookSettings, app::MetersShown>({SettingsPage::tr("Meters"), {}}, &LookSettings::meters,
                                                    {{app::MetersShown::panel, SettingsPage::tr("Panel")},
                                                     {app::MetersShown::strip, SettingsPage::tr("One line")},
                                                     {app::MetersShown::off, SettingsPage::tr("Off")}});
    page->addSwitch({SettingsPage::tr("Reduce motion"),
                     SettingsPage::tr("Nothing blinks or moves by itself. The system’s own wish always counts.")},
                    &LookSettings::reduce_motion);
    return page;
}

}  // namespace strata::ui
