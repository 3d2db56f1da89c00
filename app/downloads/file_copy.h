#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include <QByteArray>
#include <QString>

#include "app/downloads/disk_file.h"

namespace strata::app {

/// Counts the bytes of a long piece of work, reports them now and then, and hears a stop.
struct WorkProgress {
    std::stop_token stop;
    std::function<void(qint64 done, qint64 total)> report;
    qint64 total = 0;
    qint64 done = 0;
    qint64 reported = 0;

    /// False: stopped.
    bool add(qint64 bytes);
};

/// Gets the bytes of a file as they are read, in order.
using EachBytes = std::function<DiskResult<void>(qint64 at, std::span<const std::byte> bytes)>;

/// Reads a file to its end and hashes it; SHA-256 in hexadecimal digits. Nothing: stopped.
DiskResult<std::optional<QByteArray>> hashFile(const DiskFile& file, WorkProgress& progress,
                                               const EachBytes& each = {});

/// Copies a file of `bytes` bytes; the copy gets its name only if all of it has this SHA-256 and is on the disk. False:
/// stopped. Whatever happens, nothing half is left behind.
DiskResult<bool> copyChecked(const QString& from, qint64 bytes, const QByteArray& sha256, const QString& to,
                             WorkProgress& progress);

}  // namespace strata::app
