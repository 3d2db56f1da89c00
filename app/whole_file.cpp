#include "app/whole_file.h"

#include <algorithm>
#ifdef _WIN32
#include <chrono>
#include <thread>
#endif

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace strata::app {
namespace {

/// A full disk shows in a short write of a small piece; a large one may be cut without a word.
constexpr qint64 kPiece = 64 * 1024;
#ifdef _WIN32
/// A virus scanner may hold the target for a moment.
constexpr int kTries = 5;
constexpr std::chrono::milliseconds kBetweenTries{200};
#endif

Result<void> tryToWrite(const QString& path, const QByteArray& content) {
    QSaveFile file(path);
    bool written =
        file.open(QIODevice::WriteOnly) && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    for (qint64 at = 0; written && at < content.size(); at += kPiece) {
        const qint64 count = std::min(kPiece, content.size() - at);
        written = file.write(content.constData() + at, count) == count;
    }
    if (written && file.commit()) {
        return {};
    }
    return tl::unexpected(
        Error{ErrorCode::io_error,
              QStringLiteral("%1: %2").arg(QDir::toNativeSeparators(path), file.errorString()).toStdString()});
}

}  // namespace

Result<void> replaceWholeFile(const QString& path, const QByteArray& content) {
    Result<void> result = tryToWrite(path, content);
#ifdef _WIN32
    for (int again = 1; again < kTries && !result; ++again) {
        std::this_thread::sleep_for(kBetweenTries);
        result = tryToWrite(path, content);
    }
#endif
    return result;
}

Result<void> writeWholeFile(const QString& path, const QByteArray& content) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    return replaceWholeFile(path, content);
}

}  // namespace strata::app
