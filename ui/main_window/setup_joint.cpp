#include "ui/main_window/setup_joint.h"

#include <utility>

#include <QFileDialog>
#include <QFuture>
#include <QImage>
#include <QtConcurrent>

#include "app/pictures/picture_store.h"
#include "app/proxy.h"
#include "ui/chat/chat_controller.h"
#include "ui/downloads/download_bar.h"
#include "ui/downloads/download_controller.h"
#include "ui/downloads/proxy_dialog.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_controller.h"
#include "ui/setup/import_dialog.h"
#include "ui/setup/models_dialog.h"
#include "ui/setup/setup_launcher.h"
#include "ui/setup/size_words.h"

namespace strata::ui {
namespace {

/// Those that the window speaks besides English.
QStringList otherLanguages() {
    QStringList codes;
    for (const Language& language : shippedLanguages()) {
        if (language.code != QLatin1String("en")) {
            codes.append(language.code);
        }
    }
    return codes;
}

}  // namespace

SetupJoint::SetupJoint(const Parts& parts, app::DownloadOptions options, QObject* parent)
    : QObject(parent),
      parts_(parts),
      catalog_(app::ModelCatalog::builtIn()),
      manager_(std::move(options)),
      installed_(&catalog_),
      move_(parts.settings, &manager_),
      setup_downloads_(&manager_),
      connection_test_(&manager_),
      downloads_(std::make_unique<DownloadController>(parts.theme, &manager_, parts.settings, parts.window)),
      setup_(std::make_unique<SetupLauncher>(SetupLauncher::Parts{
          .theme = parts.theme,
          .settings = parts.settings,
          .catalog = &catalog_,
          .downloads = &setup_downloads_,
          .engine = parts.engine,
          .window = parts.window,
          .use_model = [this](const QString& path) { useModel(path); },
          .open_link = parts.open_link ? parts.open_link : openOutside,
          .ask_question = [this](const QString& question, const QImage& picture) { ask(question, picture); },
          .languages = otherLanguages()})) {
    parts.settings_controller->setConnectionTest(&connection_test_);
    parts.settings_controller->setInstalledSizes([this] { return installedSizes(); });
    parts.window->putAtBottom(downloads_->bar());
    parts.window->moreMenu()->offerSetup();
    connect(parts.window->moreMenu(), &MoreMenu::setupWanted, setup_.get(), &SetupLauncher::open);
    connect(parts.window->moreMenu(), &MoreMenu::modelsWanted, this, &SetupJoint::showModels);
    connect(downloads_.get(), &DownloadController::linkWanted, this, parts.open_link ? parts.open_link : openOutside);
    connect(downloads_.get(), &DownloadController::importWanted, this, &SetupJoint::showImport);
    connect(downloads_.get(), &DownloadController::proxySettingsWanted, parts.window, &MainWindow::showSettings);
    connect(downloads_.get(), &DownloadController::folderWanted, setup_.get(), &SetupLauncher::chooseFolder);
    connect(downloads_.get(), &DownloadController::proxyPasswordWanted, this, &SetupJoint::takePasswordQuestion);
    connect(&move_, &MoveController::moved, this, [this] {
        installed_.look(parts_.settings->downloads().folder);
        if (models_) {
            models_->showInUse(parts_.settings->model().model);
        }
    });
    connect(&manager_, &app::DownloadManager::allFinished, this, [this] {
        installed_.look(parts_.settings->downloads().folder);
        tellArrived();
    });
}

SetupJoint::~SetupJoint() {
    parts_.settings_controller->setConnectionTest(nullptr);
    parts_.settings_controller->setInstalledSizes({});
}

void SetupJoint::start(bool may_open) {
    if (const QString& folder = parts_.settings->downloads().folder; !folder.isEmpty()) {
        manager_.restore(folder, true);
        installed_.look(folder);
        move_.goOn();
    }
    const bool has_chats = parts_.controller->chatList()->rowCount() > 0 || !parts_.controller->bin().empty();
    if (may_open && SetupLauncher::isWanted(parts_.settings->setup(), has_chats)) {
        setup_->open();
    }
}

std::vector<std::pair<QString, QString>> SetupJoint::installedSizes() const {
    std::vector<std::pair<QString, QString>> sizes;
    for (const app::InstalledModel& model : installed_.models()) {
        const app::CatalogSize* const size = catalog_.size(model.size);
        if (model.complete && size != nullptr) {
            sizes.emplace_back(model.path, plainName(*size));
        }
    }
    return sizes;
}

void SetupJoint::useModel(const QString& path) {
    parts_.settings_controller->useModel(path);
}

/// The setup's last page: the first chat begins with it.
void SetupJoint::ask(const QString& question, const QImage& picture) {
    parts_.controller->newChat();
    parts_.window->activateWindow();
    if (picture.isNull() || parts_.pictures == nullptr) {
        parts_.controller->send(question, parts_.settings->model().thinking);
        return;
    }
    // Packing it and writing it may take a moment.
    QtConcurrent::run([store = parts_.pictures, picture] {
        return store->keep({picture, picture.size()}, app::PictureKeeping::on_disk);
    }).then(this, [this, question, picture](const Result<QString>& hash) {
        std::vector<app::AttachedPicture> attached;
        if (hash) {
            attached.push_back(
                {*hash, tr("Sample picture"), picture.width(), picture.height(), picture.width(), picture.height()});
        }
        parts_.controller->send(question, parts_.settings->model().thinking, std::move(attached));
    });
}

/// While the setup is open it says so itself and goes on.
void SetupJoint::tellArrived() {
    const app::CatalogSize* const size = catalog_.size(parts_.settings->setup().size);
    if (setup_->wizard() != nullptr || size == nullptr) {
        return;
    }
    Notices* const notices = parts_.window->notices();
    const auto close = [notices] { notices->remove(Notices::Kind::download); };
    notices->put(Notices::Kind::download,
                 {NoticeBar::Tone::neutral, tr("The model has arrived: %1.").arg(plainName(*size)), tr("Try it"),
                  [this, close] {
                      close();
                      setup_->tryModel();
                  },
                  tr("Later"), close});
}

void SetupJoint::showModels() {
    if (!models_) {
        models_ = new ModelsDialog(parts_.theme, &installed_, parts_.window);
        models_->setAttribute(Qt::WA_DeleteOnClose);
        connect(models_, &ModelsDialog::useWanted, this, [this](const QString& path) {
            useModel(path);
            models_->showInUse(path);
        });
        connect(models_, &ModelsDialog::deleteWanted, this,
                [this](const QString& size) { installed_.remove(size, parts_.settings->model().model); });
        connect(models_, &ModelsDialog::addWanted, this, [this] {
            models_->close();
            setup_->addSize();
        });
        connect(models_, &ModelsDialog::moveWanted, this, &SetupJoint::chooseNewFolder);
        connect(models_, &ModelsDialog::stopMoveWanted, &move_, &MoveController::stop);
        connect(&move_, &MoveController::changed, models_,
                [this] { models_->showMove(move_.text(), move_.isRunning(), move_.hasFailed()); });
        connect(models_, &ModelsDialog::importWanted, this, &SetupJoint::showImport);
        models_->showInUse(parts_.settings->model().model);
    }
    installed_.look(parts_.settings->downloads().folder);
    models_->show();
    models_->activateWindow();
}

void SetupJoint::chooseNewFolder() {
    auto* const dialog = new QFileDialog(models_, tr("New model folder"), parts_.settings->downloads().folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &move_, &MoveController::start);
    dialog->open();
}

/// For the size that was chosen in the setup; without a folder, where one is chosen.
void SetupJoint::showImport() {
    const QString folder = parts_.settings->downloads().folder;
    const app::CatalogSize* const size = catalog_.size(parts_.settings->setup().size);
    if (folder.isEmpty() || size == nullptr) {
        setup_->chooseFolder();
        return;
    }
    QWidget* const before = models_ ? static_cast<QWidget*>(models_) : parts_.window;
    auto* const dialog = new ImportDialog(parts_.theme, catalog_, {size->id, plainName(*size), folder}, before);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::imported, this, [this, folder] { installed_.look(folder); });
    dialog->open();
}

/// The key store's password first, once; then the person's.
void SetupJoint::takePasswordQuestion(const QString& proxy) {
    if (std::exchange(password_tried_, true)) {
        askForPassword(proxy);
        return;
    }
    parts_.keys->read(app::kProxyPassword, this, [this, proxy](const QString& password) {
        if (password.isEmpty()) {
            askForPassword(proxy);
        } else {
            manager_.setProxyPassword(parts_.settings->privacy().proxy_user, password);
        }
    });
}

void SetupJoint::askForPassword(const QString& proxy) {
    if (parts_.window->findChild<ProxyDialog*>() != nullptr) {
        return;  // it is being asked
    }
    auto* const dialog = new ProxyDialog(parts_.theme, proxy, parts_.settings->privacy().proxy_user, parts_.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProxyDialog::given, this, [this](const QString& user, const QString& password) {
        manager_.setProxyPassword(user, password);
        parts_.keys->write(app::kProxyPassword, password, this, {});
    });
    dialog->show();
}

}  // namespace strata::ui
