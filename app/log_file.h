#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <QByteArray>
#include <QString>

#include "app/log_text.h"
#include "strata/log.h"

namespace strata::app {

/// The program's log: text files in a folder, the newest lines in `strata.log`, older ones in `strata.1.log` and so on.
/// A line that does not pass LogText does not get in. Any thread may write; nobody waits for the disk, a thread of its
/// own does. When it cannot keep up or the disk refuses, lines are dropped and their number is said.
class LogFile {
public:
    struct Limits {
        qint64 file_bytes = 10 << 20;
        int files = 5;  ///< the one that is written included
        std::size_t waiting_lines = 4'096;
    };

    /// An empty folder: lines go nowhere. Makes the folder, for its user alone.
    LogFile(const QString& folder, LogText text) : LogFile(folder, std::move(text), Limits()) {}
    LogFile(const QString& folder, LogText text, const Limits& limits);
    /// Writes what waits.
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    /// Lines below this level are dropped.
    void setLevel(LogLevel least);
    /// area: which part of the program speaks, as "engine".
    void write(LogLevel level, std::string_view area, const QString& text);
    /// For a module that speaks through a sink. The log must outlive it.
    LogSink sink(std::string area);
    /// Until all that was said before is on its way to the disk, or the time is over.
    void flush(std::chrono::milliseconds patience = std::chrono::milliseconds(500));

    QString path() const;
    const LogText& text() const { return text_; }

private:
    void work();
    void put(const std::deque<QByteArray>& lines);
    void rotate();

    const QString folder_;
    const LogText text_;
    const Limits limits_;

    std::mutex mutex_;  ///< guards all below
    std::condition_variable changed_;
    std::deque<QByteArray> waiting_;
    std::size_t dropped_ = 0;
    LogLevel least_ = LogLevel::info;
    bool writing_ = false;
    bool closed_ = false;
    std::thread writer_;
};

/// What Qt has to say goes into a log while this lives; one at a time.
class QtMessages {
public:
    explicit QtMessages(LogFile* log);
    ~QtMessages();
    QtMessages(const QtMessages&) = delete;
    QtMessages& operator=(const QtMessages&) = delete;
};

}  // namespace strata::app
