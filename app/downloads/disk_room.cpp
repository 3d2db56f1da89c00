#include "app/downloads/disk_room.h"

#include <QDir>

#include "app/hardware/volumes.h"

namespace strata::app {
namespace {

constexpr qint64 kMostOnFat = (qint64{1} << 32) - 1;

DownloadProblem problemOn(const std::optional<VolumeFacts>& volume, const QString& folder, DownloadTrouble trouble) {
    DownloadProblem problem;
    problem.trouble = trouble;
    const bool named = volume && !volume->root.isEmpty();
    problem.place = QDir::toNativeSeparators(named ? volume->root : folder);
    problem.bytes_free = volume ? static_cast<qint64>(volume->free_bytes) : 0;
    return problem;
}

}  // namespace

std::optional<DownloadProblem> roomToBegin(const DownloadOptions& options, const QString& folder, qint64 missing,
                                           qint64 biggest) {
    const auto volume = options.volume(folder);
    const qint64 needed = missing + options.spare_bytes;
    std::optional<DownloadProblem> problem;
    if (!volume) {
        problem = problemOn(volume, folder, DownloadTrouble::disk_gone);
    } else if (biggest > kMostOnFat && !holdsLargeFiles(*volume)) {
        problem = problemOn(volume, folder, DownloadTrouble::disk_fat);
    } else if (missing > 0 && static_cast<qint64>(volume->free_bytes) < needed) {
        problem = problemOn(volume, folder, DownloadTrouble::disk_none);
    }
    if (problem) {
        problem->bytes_needed = needed;
    }
    return problem;
}

std::optional<DownloadProblem> roomToGoOn(const DownloadOptions& options, const QString& folder) {
    const auto volume = options.volume(folder);
    if (volume && static_cast<qint64>(volume->free_bytes) >= options.floor_bytes) {
        return std::nullopt;
    }
    auto problem = problemOn(volume, folder, volume ? DownloadTrouble::disk_full : DownloadTrouble::disk_gone);
    problem.bytes_needed = options.resume_bytes;
    return problem;
}

bool hasRoomAgain(const DownloadOptions& options, const QString& folder) {
    const auto volume = options.volume(folder);
    return volume && static_cast<qint64>(volume->free_bytes) >= options.resume_bytes;
}

}  // namespace strata::app
