#include "ui/setup/managed_downloads.h"

#include "app/downloads/download_manager.h"

namespace strata::ui {

ManagedDownloads::ManagedDownloads(app::DownloadManager* manager, QObject* parent)
    : SetupDownloads(parent), manager_(manager) {
    connect(manager, &app::DownloadManager::changed, this, &SetupDownloads::changed);
    connect(manager, &app::DownloadManager::planned, this, &SetupDownloads::planned);
}

void ManagedDownloads::plan(const std::vector<app::CatalogFile>& files, const QString& folder) {
    manager_->plan(files, folder);
}

void ManagedDownloads::start(const std::vector<app::CatalogFile>& files, const QString& folder) {
    manager_->start(files, folder);
}

void ManagedDownloads::pause() {
    manager_->pause();
}

void ManagedDownloads::resume() {
    manager_->resume();
}

void ManagedDownloads::retryNow() {
    manager_->retryNow();
}

const app::DownloadState& ManagedDownloads::state() const {
    return manager_->state();
}

}  // namespace strata::ui
