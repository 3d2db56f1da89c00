#pragma once

#include <vector>

#include <QObject>

#include "app/downloads/download_state.h"

namespace strata::ui {

/// What the setup needs of downloads. An interface, so that the wizard can be walked without a network.
class SetupDownloads : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Answers with planned.
    virtual void plan(const std::vector<app::CatalogFile>& files, const QString& folder) = 0;
    virtual void start(const std::vector<app::CatalogFile>& files, const QString& folder) = 0;
    virtual void pause() = 0;
    virtual void resume() = 0;
    virtual void retryNow() = 0;
    virtual const app::DownloadState& state() const = 0;

Q_SIGNALS:
    void changed();
    void planned(const strata::app::DownloadPlan& plan);
};

}  // namespace strata::ui
