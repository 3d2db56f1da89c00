#pragma once

#include <stop_token>

#include <QObject>
#include <QString>

#include "app/downloads/background_work.h"
#include "app/downloads/download_state.h"

namespace strata::app {

/// Moves models into another folder: copies each finished file, compares it and marks it there; then the program uses
/// the new folder; and only then the old files go. It can be interrupted anywhere: what is complete in the new folder
/// is not copied again, and old files go later. Works on a thread of its own; lives on the window's.
class FolderMove : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Brings what `from` has to `to`. Answers with copied, failed or stopped.
    void copy(const QString& from, const QString& to);
    /// Deletes what a move has left in the old folder: the files that are complete in `folder`, nothing else. Answers
    /// with cleaned; if nothing was moved to this folder, not at all.
    void clean(const QString& folder);
    void stop() { work_.stop(); }

Q_SIGNALS:
    void progressed(qint64 bytes, qint64 bytes_total);
    void copied();
    void failed(const strata::app::DownloadProblem& problem);
    void stopped();
    /// everything: nothing of ours is left in the old folder.
    void cleaned(bool everything);

private:
    void copyAll(const QString& from, const QString& to, const std::stop_token& token);

    BackgroundWork work_{this};
};

}  // namespace strata::app
