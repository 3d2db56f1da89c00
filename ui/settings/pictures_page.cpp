#include "ui/settings/setting_pages.h"

namespace strata::ui {

SettingsPage* makePicturesPage(const Theme* theme, app::Settings* settings, QWidget* parent) {
    using app::PictureSettings;
    auto* const page = new SettingsPage(theme, settings, SettingsPage::tr("Pictures"), parent);
    page->addChoice<PictureSettings, app::PictureDetail>(
        {SettingsPage::tr("Picture detail"), SettingsPage::tr("More detail takes longer to look at."),
         HoldsFrom::next_message},
        &PictureSettings::detail,
        {{app::PictureDetail::low, SettingsPage::tr("Low")},
         {app::PictureDetail::normal, SettingsPage::tr("Normal")},
         {app::PictureDetail::high, SettingsPage::tr("High")}});
    page->addSwitch<PictureSettings>(
        {SettingsPage::tr("Keep originals"),
         SettingsPage::tr("Also keeps a picture as large as it came, up to 36 megapixels, without place and camera; "
                          "“Save picture” then gives that one.")},
        &PictureSettings::keep_originals);
    return page;
}

}  // namespace strata::ui
