#pragma once

#include <optional>

#include <QObject>
#include <QString>

#include "app/downloads/folder_move.h"
#include "app/hardware/folder_check.h"
#include "app/settings.h"

namespace strata::app {
class DownloadManager;
}

namespace strata::ui {

/// Moves the model folder: copy and compare, then the settings, then the old files. What an earlier start did not get
/// to is gone on with.
class MoveController : public QObject {
    Q_OBJECT

public:
    /// Both must outlive it. places: none: this PC's.
    MoveController(app::Settings* settings, app::DownloadManager* downloads,
                   std::optional<app::KnownPlaces> places = std::nullopt, QObject* parent = nullptr);

    /// Deletes what a move of an earlier start has left in the old folder.
    void goOn();
    void start(const QString& to);
    void stop();

    bool isRunning() const { return running_; }
    /// What is being done, or what came of it; empty: nothing yet.
    const QString& text() const { return text_; }
    bool hasFailed() const { return failed_; }

Q_SIGNALS:
    void changed();
    /// The model folder is another one now.
    void moved();

private:
    void takeVerdict(const app::FolderVerdict& verdict);
    void takeCopied();
    void tell(const QString& text, bool failed);

    app::Settings* settings_;
    app::DownloadManager* downloads_;
    const std::optional<app::KnownPlaces> places_;
    app::FolderMove move_;
    QString to_;
    bool running_ = false;
    bool failed_ = false;
    QString text_;
};

}  // namespace strata::ui
