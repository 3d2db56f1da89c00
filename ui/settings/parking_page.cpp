#include "ui/settings/memory_bar.h"
#include "ui/settings/setting_pages.h"

namespace strata::ui {

SettingsPage* makeParkingPage(const Theme* theme, app::Settings* settings, const SettingsFacts& facts,
                              QWidget* parent) {
    using app::ParkingSettings;
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("Chats and parking"), parent);
    page->addOptional({SettingsPage::tr("Keep chats in memory"), SettingsPage::tr("Switching chats is instant."),
                       HoldsFrom::next_message},
                      {-0.5, 512, 0.5, SettingsPage::tr(" GB"), SettingsPage::tr("Automatic"), 1},
                      &ParkingSettings::memory_gb);
    page->addWidget(new MemoryBar(theme, settings, facts, page));
    page->addSwitch({SettingsPage::tr("Park chats on disk"),
                     SettingsPage::tr("Coming back takes a moment instead of a minute."), HoldsFrom::next_message},
                    &ParkingSettings::on_disk);
    SettingRow* const limit = page->addOptional(
        {SettingsPage::tr("Space on disk for parked chats"),
         SettingsPage::tr("Automatic: 32 GB, less if the disk is small."), HoldsFrom::next_message},
        {-1, 10'000, 1, SettingsPage::tr(" GB"), SettingsPage::tr("Automatic"), 0}, &ParkingSettings::disk_gb);
    const auto enable = [settings, limit] { limit->setEnabled(settings->parking().on_disk); };
    QObject::connect(settings, &app::Settings::parkingChanged, limit, enable);
    enable();
    page->addText(
        {SettingsPage::tr("Parking folder"),
         SettingsPage::tr("On a fast drive. Chats that are parked elsewhere are read again once."), HoldsFrom::reload},
        makeFolder(theme, SettingsPage::tr("With the chats"), page), &ParkingSettings::folder);
    page->addNumber({SettingsPage::tr("Forget parked chats after"),
                     SettingsPage::tr("Only the shortcut is forgotten, not the chat. Kept ones stay.")},
                    {0, 365, 1, SettingsPage::tr(" days"), SettingsPage::tr("Never")}, &ParkingSettings::forget_days);
    page->addSwitch({SettingsPage::tr("Title by the model"),
                     SettingsPage::tr("When nothing else is to be done, the model finds a title for a new chat.")},
                    &ParkingSettings::title_by_model);
    page->addNumber({SettingsPage::tr("Bin"), SettingsPage::tr("How long deleted chats can be brought back.")},
                    {0, 365, 1, SettingsPage::tr(" days"), SettingsPage::tr("Not at all")}, &ParkingSettings::bin_days);
    return page;
}

}  // namespace strata::ui
