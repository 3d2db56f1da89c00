#include "app/downloads/file_copy.h"

#include <algorithm>
#include <vector>

#include <QCoreApplication>
#include <QFile>

#include "strata/sha256.h"

namespace strata::app {
namespace {

constexpr qint64 kStep = 1 << 20;     // so that a stop is heard in between
constexpr qint64 kReport = 32 << 20;  // bytes between two reports

/// Writes the copy under a name of its own. False: stopped.
DiskResult<bool> writeCopy(const DiskFile& from, qint64 bytes, const QByteArray& sha256, const QString& part,
                           WorkProgress& progress) {
    auto to = DiskFile::openOwn(part);
    if (!to) {
        return tl::unexpected(to.error());
    }
    if (const auto room = to->reserve(bytes); !room) {
        return tl::unexpected(room.error());
    }
    const auto sum = hashFile(
        from, progress, [&to](qint64 at, std::span<const std::byte> part_bytes) { return to->write(at, part_bytes); });
    if (!sum) {
        return tl::unexpected(sum.error());
    }
    if (*sum && **sum != sha256) {
        return tl::unexpected(DiskError{
            DiskFault::other, QCoreApplication::translate("Downloads", "the file changed while it was copied")});
    }
    const auto flushed = to->flush();
    return flushed ? DiskResult<bool>(sum->has_value()) : tl::unexpected(flushed.error());
}

}  // namespace

bool WorkProgress::add(qint64 bytes) {
    done += bytes;
    if (done - reported >= kReport || done == total) {
        reported = done;
        report(done, total);
    }
    return !stop.stop_requested();
}

DiskResult<std::optional<QByteArray>> hashFile(const DiskFile& file, WorkProgress& progress, const EachBytes& each) {
    Sha256Stream stream;
    const qint64 size = file.size().value_or(0);
    std::vector<std::byte> bytes;
    for (qint64 at = 0; at < size; at += std::ssize(bytes)) {
        bytes.resize(static_cast<std::size_t>(std::min(kStep, size - at)));
        if (const auto read = file.read(at, bytes); !read) {
            return tl::unexpected(read.error());
        }
        stream.add(bytes);
        if (const auto handed = each ? each(at, bytes) : DiskResult<void>(); !handed) {
            return tl::unexpected(handed.error());
        }
        if (!progress.add(std::ssize(bytes))) {
            return std::optional<QByteArray>();
        }
    }
    return std::optional(QByteArray::fromStdString(hex_text(stream.finish())));
}

DiskResult<bool> copyChecked(const QString& from, qint64 bytes, const QByteArray& sha256, const QString& to,
                             WorkProgress& progress) {
    const QString part = to + QStringLiteral(".import");
    QFile::remove(part);
    const auto source = DiskFile::openForReading(from);
    if (!source) {
        return tl::unexpected(source.error());
    }
    const auto written = writeCopy(*source, bytes, sha256, part, progress);
    const auto renamed = written && *written ? renameFile(part, to) : DiskResult<void>();
    if (!written || !*written || !renamed) {
        QFile::remove(part);
    }
    return renamed ? written : tl::unexpected(renamed.error());
}

}  // namespace strata::app
