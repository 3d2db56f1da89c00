#pragma once

#include "ui/setup/setup_downloads.h"

namespace strata::app {
class DownloadManager;
}

namespace strata::ui {

/// The program's own downloads, as the setup sees them.
class ManagedDownloads : public SetupDownloads {
    Q_OBJECT

public:
    /// manager must outlive it.
    explicit ManagedDownloads(app::DownloadManager* manager, QObject* parent = nullptr);

    void plan(const std::vector<app::CatalogFile>& files, const QString& folder) override;
    void start(const std::vector<app::CatalogFile>& files, const QString& folder) override;
    void pause() override;
    void resume() override;
    void retryNow() override;
    const app::DownloadState& state() const override;

private:
    app::DownloadManager* manager_;
};

}  // namespace strata::ui
