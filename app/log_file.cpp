#include "app/log_file.h"

#include <atomic>
#include <cstdio>
#include <string>
#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QtGlobal>

namespace strata::app {
namespace {

constexpr QFileDevice::Permissions kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

const char* nameOf(LogLevel level) {
    switch (level) {
        case LogLevel::debug:
            return "debug";
        case LogLevel::info:
            return "info";
        case LogLevel::warning:
            return "warning";
        case LogLevel::error:
            break;
    }
    return "error";
}

QString fileName(const QString& folder, int age) {
    return QDir(folder).filePath(age == 0 ? QStringLiteral("strata.log") : QStringLiteral("strata.%1.log").arg(age));
}

/// Qt takes a plain function, so the log that it writes to has to be found from there. Stored with release by
/// QtMessages, loaded with acquire by whatever thread Qt speaks on: the log is then complete.
std::atomic<LogFile*> qt_log{nullptr};

void takeQtMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text) {
    const LogLevel level = type == QtDebugMsg     ? LogLevel::debug
                           : type == QtInfoMsg    ? LogLevel::info
                           : type == QtWarningMsg ? LogLevel::warning
                                                  : LogLevel::error;
    if (LogFile* const log = qt_log.load(std::memory_order_acquire)) {
        log->write(level, "qt", text);
        if (type == QtFatalMsg) {
            log->flush();  // the process ends after this
        }
    }
    if (level >= LogLevel::warning) {
        std::fprintf(stderr, "%s\n", qPrintable(text));
    }
}

}  // namespace

LogFile::LogFile(const QString& folder, LogText text, const Limits& limits)
    : folder_(folder), text_(std::move(text)), limits_(limits) {
    if (!folder_.isEmpty()) {
        writer_ = std::thread([this] { work(); });
    }
}

LogFile::~LogFile() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    changed_.notify_all();
    if (writer_.joinable()) {
        writer_.join();
    }
}

void LogFile::setLevel(LogLevel least) {
    const std::lock_guard lock(mutex_);
    least_ = least;
}

void LogFile::write(LogLevel level, std::string_view area, const QString& text) {
    if (folder_.isEmpty()) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        if (level < least_) {
            return;
        }
    }
    const QString time = QDateTime::currentDateTime().toString(Qt::ISODateWithMs);
    const QString line =
        QStringLiteral("%1 %2 %3: %4\n")
            .arg(time, QLatin1String(nameOf(level)),
                 QString::fromUtf8(area.data(), static_cast<qsizetype>(area.size())), text_.clean(text));
    {
        const std::lock_guard lock(mutex_);
        if (closed_ || waiting_.size() >= limits_.waiting_lines) {
            ++dropped_;
            return;
        }
        waiting_.push_back(line.toUtf8());
    }
    changed_.notify_all();
}

LogSink LogFile::sink(std::string area) {
    return [this, area = std::move(area)](LogLevel level, std::string_view text) {
        write(level, area, QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    };
}

void LogFile::flush(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return (waiting_.empty() && !writing_) || folder_.isEmpty(); });
}

QString LogFile::path() const {
    return folder_.isEmpty() ? QString() : fileName(folder_, 0);
}

void LogFile::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
        if (waiting_.empty()) {
            return;
        }
        std::deque<QByteArray> lines = std::exchange(waiting_, {});
        if (const std::size_t lost = std::exchange(dropped_, 0); lost > 0) {
            lines.push_back(QByteArray("(") + QByteArray::number(static_cast<qulonglong>(lost)) +
                            " lines were dropped here)\n");
        }
        writing_ = true;
        lock.unlock();
        put(lines);
        lock.lock();
        writing_ = false;
        changed_.notify_all();
    }
}

void LogFile::put(const std::deque<QByteArray>& lines) {
    if (!QDir(folder_).exists()) {
        QDir().mkpath(folder_);
        QFile::setPermissions(folder_, kOwnerOnly | QFileDevice::ExeOwner);
    }
    QFile file(fileName(folder_, 0));
    const auto open = [&file] { return file.open(QIODevice::Append | QIODevice::WriteOnly, kOwnerOnly); };
    if (!open()) {
        return;  // a log that cannot be written is no reason to stop
    }
    for (const QByteArray& line : lines) {
        if (file.size() > 0 && file.size() + line.size() > limits_.file_bytes) {
            file.close();
            rotate();
            if (!open()) {
                return;
            }
        }
        file.write(line);
    }
}

void LogFile::rotate() {
    QFile::remove(fileName(folder_, limits_.files - 1));
    for (int age = limits_.files - 2; age >= 0; --age) {
        QFile::rename(fileName(folder_, age), fileName(folder_, age + 1));
    }
}

QtMessages::QtMessages(LogFile* log) {
    qt_log.store(log, std::memory_order_release);
    qInstallMessageHandler(takeQtMessage);
}

QtMessages::~QtMessages() {
    qInstallMessageHandler(nullptr);
    qt_log.store(nullptr, std::memory_order_release);
}

}  // namespace strata::app
