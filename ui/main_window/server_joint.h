#pragma once

#include <functional>
#include <memory>

#include <QObject>

#include "app/server_key.h"
#include "app/settings.h"
#include "ui/main_window/network_notice.h"
#include "ui/main_window/other_app_notice.h"
#include "ui/server/server_controller.h"
#include "ui/server/server_models.h"
#include "ui/server/server_probe.h"

namespace strata::app {
class EngineThread;
class KeyStore;
}  // namespace strata::app

namespace strata::ui {

class ChatController;
class MainWindow;
class ModelController;
class SettingsController;
class Tray;

/// Joins the server for other apps with the model, the settings, the tray and the window.
class ServerJoint : public QObject {
    Q_OBJECT

public:
    /// All must outlive the joint.
    struct Parts {
        app::Settings* settings = nullptr;
        app::KeyStore* keys = nullptr;
        app::EngineThread* engine = nullptr;
        ModelController* model = nullptr;
        ChatController* controller = nullptr;
        SettingsController* settings_controller = nullptr;
        MainWindow* window = nullptr;
        Tray* tray = nullptr;        ///< may be none
        std::function<void()> load;  ///< loads the model that is set
        QString key_file;            ///< where the key is where the system keeps none; empty: nowhere
    };

    ServerJoint(const Parts& parts, std::unique_ptr<ServerControl> control, QObject* parent = nullptr);
    ~ServerJoint() override;

    /// Nothing listens before.
    void start();
    /// The program ends: the server goes, in the background. The engine may go meanwhile.
    void end() { server_.end(); }

    ServerController* server() { return &server_; }

private:
    void tellModels();
    void tellDefaults();
    void tellOrder();
    void tellState();
    void showPage();

    const Parts parts_;
    const std::unique_ptr<ServerControl> control_;
    app::ServerKey key_;
    ServerProbe probe_;
    ServerController server_;
    ServerModelList models_;
    OtherAppNotice other_app_;
    NetworkNotice network_;
    bool stuck_ = false;  ///< the engine
};

}  // namespace strata::ui
