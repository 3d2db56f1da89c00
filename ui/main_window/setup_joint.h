#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <QObject>
#include <QPointer>
#include <QString>
#include <QUrl>

#include "app/catalog/installed_list.h"
#include "app/catalog/model_catalog.h"
#include "app/downloads/download_manager.h"
#include "app/key_store.h"
#include "app/settings.h"
#include "ui/downloads/managed_connection_test.h"
#include "ui/setup/managed_downloads.h"
#include "ui/setup/move_controller.h"

class QImage;

namespace strata::app {
class EngineThread;
class PictureStore;
}  // namespace strata::app

namespace strata::ui {

class ChatController;
class DownloadController;
class MainWindow;
class ModelsDialog;
class SettingsController;
class SetupLauncher;
class Theme;

/// Joins the list of models, their downloads and the setup with the window: the line at its bottom, the entries of the
/// menu, the setup at the first start, and what follows when a model has arrived.
class SetupJoint : public QObject {
    Q_OBJECT

public:
    struct Parts {
        const Theme* theme = nullptr;
        app::Settings* settings = nullptr;
        app::KeyStore* keys = nullptr;
        app::EngineThread* engine = nullptr;
        SettingsController* settings_controller = nullptr;
        ChatController* controller = nullptr;
        MainWindow* window = nullptr;
        app::PictureStore* pictures = nullptr;            ///< none: no picture can be asked about
        std::function<void(const QUrl&)> open_link = {};  ///< opens an address outside the program
    };

    /// All parts must outlive the joint. Nothing is downloaded and nothing opens before start.
    explicit SetupJoint(const Parts& parts, app::DownloadOptions options = {}, QObject* parent = nullptr);
    ~SetupJoint() override;

    /// Goes on with the downloads that an earlier start has begun. may_open: opens the setup if there is nothing yet to
    /// work with.
    void start(bool may_open);

    SetupLauncher* setup() const { return setup_.get(); }
    app::DownloadManager* downloads() { return &manager_; }

private:
    std::vector<std::pair<QString, QString>> installedSizes() const;
    void useModel(const QString& path);
    void ask(const QString& question, const QImage& picture);
    void tellArrived();
    void showModels();
    void showImport();
    void chooseNewFolder();
    void takePasswordQuestion(const QString& proxy);
    void askForPassword(const QString& proxy);

    const Parts parts_;
    const app::ModelCatalog catalog_;
    app::DownloadManager manager_;
    app::InstalledList installed_;
    MoveController move_;
    ManagedDownloads setup_downloads_;
    ManagedConnectionTest connection_test_;
    std::unique_ptr<DownloadController> downloads_;
    std::unique_ptr<SetupLauncher> setup_;
    QPointer<ModelsDialog> models_;
    bool password_tried_ = false;  ///< the one of the key store was not accepted
};

}  // namespace strata::ui
