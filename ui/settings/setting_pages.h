#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <QString>

#include "strata/hardware.h"
#include "strata/load_options.h"
#include "strata/status.h"
#include "ui/settings/settings_page.h"

namespace strata::app {
class KeyStore;
}

namespace strata::ui {

class ConnectionTest;

/// What pages show besides the settings themselves.
struct SettingsFacts {
    HardwareInfo hardware;
    std::optional<EngineStatus> engine;  ///< none: no model is loaded
    std::uint64_t model_bytes = 0;       ///< weights of the loaded model; 0: unknown
    KvType loaded_kv_type = KvType::int8;
    std::vector<std::pair<QString, QString>> installed;  ///< model sizes: path of the file, and name
};

SettingsPage* makeGeneralPage(const Theme* theme, app::Settings* settings, QWidget* parent);
SettingsPage* makeModelPage(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent);
SettingsPage* makeParkingPage(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent);
SettingsPage* makePicturesPage(const Theme* theme, app::Settings* settings, QWidget* parent);
SettingsPage* makeLookPage(const Theme* theme, app::Settings* settings, QWidget* parent);
/// test: null: there is no way to try the connection.
SettingsPage* makePrivacyPage(const Theme* theme, app::Settings* settings, app::KeyStore* keys, ConnectionTest* test,
                              QWidget* parent);
SettingsPage* makeAboutPage(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent);

}  // namespace strata::ui
