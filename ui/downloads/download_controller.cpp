#include "ui/downloads/download_controller.h"

#include <QClipboard>
#include <QGuiApplication>

#include "app/downloads/download_manager.h"
#include "app/settings.h"
#include "ui/downloads/download_bar.h"
#include "ui/downloads/download_dialog.h"

namespace strata::ui {
namespace {

constexpr qint64 kMegabyte = 1'000'000;

}  // namespace

DownloadController::DownloadController(const Theme* theme, app::DownloadManager* manager, app::Settings* settings,
                                       QWidget* window)
    : QObject(window),
      theme_(theme),
      manager_(manager),
      settings_(settings),
      window_(window),
      bar_(new DownloadBar(theme, window)) {
    connect(manager, &app::DownloadManager::changed, this, &DownloadController::show);
    connect(manager, &app::DownloadManager::proxyPasswordWanted, this, &DownloadController::proxyPasswordWanted);
    connect(settings, &app::Settings::downloadsChanged, this, &DownloadController::follow);
    connect(settings, &app::Settings::privacyChanged, this, &DownloadController::follow);
    connect(bar_, &DownloadBar::detailsWanted, this, &DownloadController::showDialog);
    connect(bar_, &DownloadBar::pauseWanted, manager, &app::DownloadManager::pause);
    connect(bar_, &DownloadBar::resumeWanted, manager, &app::DownloadManager::retryNow);
    follow();
    show();
}

/// Lets the downloads follow the settings.
void DownloadController::follow() {
    const app::PrivacySettings& privacy = settings_->privacy();
    const app::DownloadSettings& downloads = settings_->downloads();
    manager_->setProxy({privacy.proxy, privacy.proxy_host, privacy.proxy_port, privacy.proxy_user});
    manager_->setMirror(downloads.mirror);
    manager_->setLimit(downloads.limit_mb * kMegabyte);
    manager_->setKeepAwake(downloads.keep_awake);
    if (dialog_) {
        dialog_->showLimit(downloads.limit_mb);
    }
}

void DownloadController::show() {
    bar_->showState(manager_->state());
    if (dialog_) {
        dialog_->showState(manager_->state());
    }
}

void DownloadController::showDialog() {
    if (!dialog_) {
        dialog_ = new DownloadDialog(theme_, window_);
        dialog_->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog_, &DownloadDialog::pauseWanted, manager_, &app::DownloadManager::pause);
        connect(dialog_, &DownloadDialog::resumeWanted, manager_, &app::DownloadManager::retryNow);
        connect(dialog_, &DownloadDialog::retryWanted, manager_, &app::DownloadManager::retryNow);
        connect(dialog_, &DownloadDialog::newFileWanted, manager_, &app::DownloadManager::takeNewFile);
        connect(dialog_, &DownloadDialog::importWanted, this, &DownloadController::importWanted);
        connect(dialog_, &DownloadDialog::proxySettingsWanted, this, &DownloadController::proxySettingsWanted);
        connect(dialog_, &DownloadDialog::folderWanted, this, &DownloadController::folderWanted);
        connect(dialog_, &DownloadDialog::removeWanted, manager_, &app::DownloadManager::removeAll);
        connect(dialog_, &DownloadDialog::copyWanted, this,
                [](const QString& details) { QGuiApplication::clipboard()->setText(details); });
        // Any plain page does: what stands in between shows its own.
        connect(dialog_, &DownloadDialog::browserWanted, this,
                [this] { Q_EMIT linkWanted(QUrl(QStringLiteral("http://example.com/"))); });
        connect(dialog_, &DownloadDialog::limitWanted, this, [this](int megabytes) {
            app::DownloadSettings changed = settings_->downloads();
            changed.limit_mb = megabytes;
            settings_->set(changed);
        });
        dialog_->showLimit(settings_->downloads().limit_mb);
        show();
    }
    dialog_->show();
    dialog_->activateWindow();
}

}  // namespace strata::ui
