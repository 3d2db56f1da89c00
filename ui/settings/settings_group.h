#pragma once

#include "app/settings.h"

namespace strata::ui {

/// The present values of one struct of the settings, and the signal that tells of another.
template <class Group>
struct SettingsGroup;
#define STRATA_SETTINGS_GROUP(Type, getter)                                           \
    template <>                                                                       \
    struct SettingsGroup<app::Type> {                                                 \
        static const app::Type& of(const app::Settings& all) { return all.getter(); } \
        static constexpr auto kChanged = &app::Settings::getter##Changed;             \
    }
STRATA_SETTINGS_GROUP(GeneralSettings, general);
STRATA_SETTINGS_GROUP(ModelSettings, model);
STRATA_SETTINGS_GROUP(ParkingSettings, parking);
STRATA_SETTINGS_GROUP(PictureSettings, pictures);
STRATA_SETTINGS_GROUP(LookSettings, look);
STRATA_SETTINGS_GROUP(PrivacySettings, privacy);
STRATA_SETTINGS_GROUP(DownloadSettings, downloads);
STRATA_SETTINGS_GROUP(RemoteSettings, remote);
STRATA_SETTINGS_GROUP(ServerSettings, server);
#undef STRATA_SETTINGS_GROUP

}  // namespace strata::ui
