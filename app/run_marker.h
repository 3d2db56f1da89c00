#pragma once

#include <chrono>
#include <mutex>
#include <vector>

#include <QDateTime>
#include <QString>

namespace strata::app {

/// How the run before this one ended.
struct LastRun {
    bool crashed = false;  ///< it did not say goodbye
    bool while_loading = false;
    int crashes_lately = 0;  ///< within RunMarker::kLately, the last one included
};

/// A small file that says that the program runs and what it is doing, so that the next start knows whether it ended as
/// it should. Written before the thing that may go wrong begins. Any thread; writing waits for the disk.
class RunMarker {
public:
    static constexpr std::chrono::minutes kLately{10};
    static constexpr int kTooMany = 3;  ///< crashes lately after which nothing is loaded by itself

    enum class Phase { running, loading };

    /// Reads what the last run left and marks this one as running. An empty path: nothing is kept.
    explicit RunMarker(const QString& path, const QDateTime& now = QDateTime::currentDateTimeUtc());

    const LastRun& lastRun() const { return last_; }
    /// False: it could not be written.
    bool setPhase(Phase phase);
    /// The program ends as it should. What comes later changes nothing.
    void end();

private:
    bool write();

    const QString path_;
    LastRun last_;
    std::mutex mutex_;             ///< guards all below
    std::vector<qint64> crashes_;  ///< lately, in seconds since 1970
    Phase phase_ = Phase::running;
    bool ended_ = false;
};

}  // namespace strata::app
