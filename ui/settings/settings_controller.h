#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include "app/load_guard.h"
#include "app/settings.h"
#include "ui/settings/setting_pages.h"

namespace strata::app {
class EngineThread;
class KeyStore;
}  // namespace strata::app

namespace strata::ui {

class ConnectionTest;
class ModelController;
class ServerController;
class Theme;

/// Lets the settings hold: look and proxy at once, limits from the next message, and what needs it by loading the model
/// again when the person says so.
class SettingsController : public QObject {
    Q_OBJECT

public:
    /// All must outlive the controller.
    struct Parts {
        app::Settings* settings = nullptr;
        Theme* theme = nullptr;
        app::EngineThread* engine = nullptr;
        ModelController* model = nullptr;
        app::KeyStore* keys = nullptr;
        bool theme_is_given = false;   ///< by the command line: the settings do not change it
        QString given_model;           ///< by the command line: counts before the settings
        QStringList built_in_folders;  ///< where the built-in model may lie
        LoadOptions given_options;     ///< what is set here counts before the settings
    };

    explicit SettingsController(const Parts& parts, QObject* parent = nullptr);

    const Parts& parts() const { return parts_; }
    /// Null: the connection cannot be tried.
    ConnectionTest* connectionTest() const { return connection_test_; }
    /// test must outlive every dialog.
    void setConnectionTest(ConnectionTest* test) { connection_test_ = test; }
    /// Tells which model sizes are installed, as path and name. Must stay valid.
    using InstalledSizes = std::function<std::vector<std::pair<QString, QString>>()>;
    void setInstalledSizes(InstalledSizes sizes) { installed_ = std::move(sizes); }
    /// Null: other apps cannot be let in.
    ServerController* server() const { return server_; }
    /// server must outlive every dialog.
    void setServer(ServerController* server) { server_ = server; }
    /// What the pages show of this PC and the loaded model.
    SettingsFacts facts() const;
    /// The loaded model was loaded with other settings than those that are set now.
    bool needsReload() const;
    /// How long loading took the last time; none: not known yet.
    std::optional<std::chrono::milliseconds> reloadTime() const { return load_time_; }
    /// Loads the model as the settings have it now.
    void load();
    /// Sets a model and loads it, also where the command line named another one. Empty: the practice model.
    void useModel(const QString& path);
    /// Settings with which no model came up were undone at this start.
    bool hasUndone() const { return undone_; }

Q_SIGNALS:
    void needsReloadChanged();

private:
    void applyLook();
    void keepZoom();
    void applyLimits();
    void applyProxy();
    void followModel();
    void takeLoaded();
    /// The model and the options that the next load is to have.
    void prepare();

    const Parts parts_;
    ConnectionTest* connection_test_ = nullptr;
    InstalledSizes installed_;
    ServerController* server_ = nullptr;
    app::LoadGuard guard_;
    HardwareInfo hardware_;                          ///< empty until the drivers have told
    const int cursor_time_;                          ///< of the system, in milliseconds
    std::optional<app::ModelSettings> loaded_with_;  ///< none: no model is loaded
    app::ModelSettings loading_with_;
    std::optional<LiveLimits> limits_;  ///< that the engine was given
    std::optional<std::chrono::milliseconds> load_time_;
    std::uint64_t model_bytes_ = 0;
    QElapsedTimer loading_;
    QString given_model_;    ///< until the person chooses another one
    bool applying_ = false;  ///< the settings are being carried over to the theme
    bool undone_ = false;
};

}  // namespace strata::ui
