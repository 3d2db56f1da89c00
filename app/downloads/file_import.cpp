#include "app/downloads/file_import.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include "app/downloads/disk_file.h"
#include "app/downloads/file_copy.h"
#include "app/downloads/finished_files.h"
#include "app/downloads/resume_record.h"
#include "strata/model_file.h"

namespace strata::app {
namespace {

constexpr int kMostFiles = 1'000;

/// Files, and those in folders, each once.
QStringList filesIn(const QStringList& paths) {
    QStringList files;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            files += path;
            continue;
        }
        QDirIterator inside(path, {QStringLiteral("*.gguf")}, QDir::Files, QDirIterator::Subdirectories);
        while (inside.hasNext() && files.size() < kMostFiles) {
            files += inside.next();
        }
    }
    files.removeDuplicates();
    return files;
}

DownloadProblem problemOf(const DiskError& error, const QString& place) {
    DownloadProblem problem;
    problem.trouble = error.fault == DiskFault::full     ? DownloadTrouble::disk_full
                      : error.fault == DiskFault::gone   ? DownloadTrouble::disk_gone
                      : error.fault == DiskFault::locked ? DownloadTrouble::locked
                                                         : DownloadTrouble::disk_write;
    problem.place = QDir::toNativeSeparators(place);
    problem.reason = error.reason;
    return problem;
}

bool beginsAsModel(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(4) == "GGUF";
}

}  // namespace

FileImport::FileImport(const ModelCatalog& catalog, QObject* parent) : QObject(parent), catalog_(catalog) {
    qRegisterMetaType<FoundFile>();
    qRegisterMetaType<std::vector<FoundFile>>();
    qRegisterMetaType<DownloadProblem>();
}

WorkProgress FileImport::progressOf(const std::stop_token& token) {
    return work_.progress(token, [this](qint64 done, qint64 total) { Q_EMIT progressed(done, total); });
}

void FileImport::examine(const QStringList& paths, const QString& wanted) {
    work_.run([this, paths, wanted](const std::stop_token& token) {
        const QStringList files = filesIn(paths);
        WorkProgress progress = progressOf(token);
        for (const QString& path : files) {
            progress.total += QFileInfo(path).size();
        }
        std::vector<FoundFile> found;
        for (const QString& path : files) {
            found.push_back(identify(path, wanted, progress));
            if (token.stop_requested()) {
                work_.post([this] { Q_EMIT stopped(); });
                return;
            }
        }
        work_.post([this, found] { Q_EMIT examined(found); });
    });
}

/// The chosen size if the file belongs to it, else the first that has it.
QString FileImport::sizeOf(const QString& file_id, const QString& wanted) const {
    QString first;
    for (const CatalogSize& size : catalog_.sizes()) {
        if (size.files.contains(file_id) || size.pictures == file_id) {
            if (size.id == wanted) {
                return wanted;
            }
            first = first.isEmpty() ? size.id : first;
        }
    }
    return first;
}

FoundFile FileImport::identify(const QString& path, const QString& wanted, WorkProgress& progress) const {
    FoundFile found;
    found.path = path;
    found.bytes = QFileInfo(path).size();
    const auto outline = read_model_file_outline(QFileInfo(path).filesystemAbsoluteFilePath());
    if (!outline) {
        found.reason = QString::fromStdString(outline.error().message);
        found.kind = beginsAsModel(path) ? FoundKind::incomplete : FoundKind::no_model;
        progress.add(found.bytes);
        return found;
    }
    std::vector<const CatalogFile*> alike;
    for (const CatalogFile& file : catalog_.files()) {
        if (file.bytes == found.bytes) {
            alike.push_back(&file);
        }
    }
    if (alike.empty()) {
        found.kind = FoundKind::unknown;
        found.reason = QString::fromStdString(outline->name);
        progress.add(found.bytes);
        return found;
    }
    const auto file = DiskFile::openForReading(path);
    const auto sum = file ? hashFile(*file, progress) : DiskResult<std::optional<QByteArray>>(std::nullopt);
    if (!sum || !*sum) {
        found.reason = sum ? QString() : sum.error().reason;
        return found;
    }
    found.sha256 = **sum;
    // The chosen size's own file first: one content has several names.
    std::ranges::stable_sort(alike, {}, [&](const CatalogFile* one) { return sizeOf(one->id, wanted) != wanted; });
    const auto match = std::ranges::find_if(alike, [&](const CatalogFile* one) {
        return one->sha256 == found.sha256 || (one->sha256.isEmpty() && outline->reaches_end);
    });
    found.file = match == alike.end() ? alike.front()->id : (*match)->id;
    found.size = sizeOf(found.file, wanted);
    found.kind = match == alike.end()   ? FoundKind::changed
                 : found.size == wanted ? FoundKind::wanted
                                        : FoundKind::other_known;
    return found;
}

void FileImport::take(const std::vector<FoundFile>& files, ImportAction action, const QString& folder) {
    work_.run([this, files, action, folder](const std::stop_token& token) {
        WorkProgress progress = progressOf(token);
        for (const FoundFile& file : files) {
            progress.total += file.bytes;
        }
        for (const FoundFile& file : files) {
            QString path;
            const auto problem = bring(file, action, folder, progress, path);
            if (token.stop_requested()) {
                work_.post([this] { Q_EMIT stopped(); });
                return;
            }
            if (problem) {
                work_.post([this, file, problem] { Q_EMIT failed(file, *problem); });
                return;
            }
            work_.post([this, file, path] { Q_EMIT taken(file, path); });
        }
        work_.post([this] { Q_EMIT finished(); });
    });
}

/// Gives one file its place. Nothing: it is there, or it was stopped.
std::optional<DownloadProblem> FileImport::bring(const FoundFile& found, ImportAction action, const QString& folder,
                                                 WorkProgress& progress, QString& path) const {
    const CatalogFile* const file = catalog_.file(found.file);
    if (file == nullptr || found.sha256.isEmpty() || found.kind == FoundKind::changed) {
        return problemOf({DiskFault::other, tr("it is no file of the list")}, found.path);
    }
    path = QDir(folder).filePath(file->place());
    if (const auto made = makeOwnFolder(QFileInfo(path).path()); !made) {
        return problemOf(made.error(), folder);
    }
    const bool same_file = QFileInfo(path) == QFileInfo(found.path);
    if (!same_file && finishedFile(path, found.sha256)) {
        progress.add(found.bytes);
        return std::nullopt;  // it was brought before
    }
    if (QFileInfo::exists(path) && !same_file) {
        return problemOf({DiskFault::other, tr("another file has this name")}, path);
    }
    DiskResult<void> placed;
    if (!same_file) {
        placed = action == ImportAction::move       ? renameFile(found.path, path)
                 : action == ImportAction::in_place ? linkFile(found.path, path)
                                                    : DiskResult<void>(tl::unexpected(DiskError{}));
    }
    if (!placed && action == ImportAction::in_place) {
        return problemOf(placed.error(), found.path);
    }
    if (!placed) {
        const auto copied = copyChecked(found.path, found.bytes, found.sha256, path, progress);
        if (!copied) {
            return problemOf(copied.error(), folder);
        }
        if (!*copied) {
            return std::nullopt;
        }
    } else {
        progress.add(found.bytes);
    }
    FinishMark mark;
    mark.id = file->id;
    mark.repository = file->repository;
    mark.revision = file->revision;
    mark.path = file->path;
    mark.bytes = found.bytes;
    mark.sha256 = found.sha256;
    mark.independently_checked = !file->sha256.isEmpty();
    mark.time = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    if (const auto written = writeFinishMark(finishMarkPath(path), mark); !written) {
        return problemOf({DiskFault::other, QString::fromStdString(written.error().message)}, folder);
    }
    if (action == ImportAction::move && !same_file) {
        QFile::remove(found.path);  // gone already unless it was copied
    }
    return std::nullopt;
}

}  // namespace strata::app
