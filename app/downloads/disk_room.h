#pragma once

#include <optional>

#include <QString>

#include "app/downloads/download_options.h"
#include "app/downloads/download_state.h"

namespace strata::app {

/// What forbids to begin with downloads into a folder; nothing if there is room. missing: bytes that the disk does not
/// hold yet; biggest: bytes of the biggest file. Waits for the disk.
std::optional<DownloadProblem> roomToBegin(const DownloadOptions& options, const QString& folder, qint64 missing,
                                           qint64 biggest);

/// What forbids to go on: the drive is almost full, or away.
std::optional<DownloadProblem> roomToGoOn(const DownloadOptions& options, const QString& folder);

/// Whether a download that was held up for want of room may go on by itself.
bool hasRoomAgain(const DownloadOptions& options, const QString& folder);

}  // namespace strata::app
