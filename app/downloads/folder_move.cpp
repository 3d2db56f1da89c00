#include "app/downloads/folder_move.h"

#include <optional>
#include <utility>
#include <vector>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/downloads/disk_file.h"
#include "app/downloads/file_copy.h"
#include "app/downloads/finished_files.h"
#include "app/hardware/volumes.h"
#include "app/whole_file.h"

namespace strata::app {
namespace {

constexpr qint64 kSpare = 5'000'000'000;  // stays free, as with downloads

/// Where the new folder notes which one its models came from, until nothing of them is left there.
QString notePath(const QString& folder) {
    return QDir(folder).filePath(QStringLiteral("moved-from"));
}

struct Finished {
    QString place;  ///< below the model folder
    FinishMark mark;
};

std::vector<Finished> finishedIn(const QString& folder) {
    std::vector<Finished> found;
    const QString ending = finishMarkPath(QString());
    const QDir models(folder);
    for (const QString& below : models.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir inside(models.filePath(below));
        for (const QString& name : inside.entryList({QLatin1Char('*') + ending}, QDir::Files, QDir::Name)) {
            const QString place = below + QLatin1Char('/') + name.chopped(ending.size());
            if (const auto mark = finishedFile(models.filePath(place), {})) {
                found.push_back({place, *mark});
            }
        }
    }
    return found;
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

/// On the same drive a second name does; content that is there under another name gets one, too. Else a copy. False:
/// stopped.
DiskResult<bool> bring(const QString& source, const QString& target, const QString& folder, const FinishMark& mark,
                       WorkProgress& progress) {
    if (const auto made = makeOwnFolder(QFileInfo(target).path()); !made) {
        return tl::unexpected(made.error());
    }
    QFile::remove(target + QStringLiteral(".import"));  // of a copy that was interrupted
    if (QFileInfo::exists(target)) {
        return tl::unexpected(DiskError{
            DiskFault::other, FolderMove::tr("another file has the name %1").arg(QFileInfo(target).fileName())});
    }
    const QString same = finishedFileWith(folder, mark.sha256);
    if (linkFile(source, target) || (!same.isEmpty() && linkFile(same, target))) {
        return progress.add(mark.bytes);
    }
    return copyChecked(source, mark.bytes, mark.sha256, target, progress);
}

}  // namespace

void FolderMove::copy(const QString& from, const QString& to) {
    work_.run([this, from, to](const std::stop_token& token) { copyAll(from, to, token); });
}

void FolderMove::copyAll(const QString& from, const QString& to, const std::stop_token& token) {
    const std::vector<Finished> files = finishedIn(from);
    WorkProgress progress =
        work_.progress(token, [this](qint64 done, qint64 total) { Q_EMIT progressed(done, total); });
    for (const Finished& file : files) {
        progress.total += file.mark.bytes;
    }
    const auto source = volumeOf(from);
    const auto target = volumeOf(to);
    const bool same_drive = source && target && source->root == target->root;
    if (target && !same_drive && static_cast<qint64>(target->free_bytes) < progress.total + kSpare) {
        DownloadProblem problem = problemOf({DiskFault::full, {}}, target->root);
        problem.trouble = DownloadTrouble::disk_none;
        problem.bytes_needed = progress.total + kSpare;
        problem.bytes_free = static_cast<qint64>(target->free_bytes);
        work_.post([this, problem] { Q_EMIT failed(problem); });
        return;
    }
    for (const Finished& file : files) {
        const QString path = QDir(to).filePath(file.place);
        if (finishedFile(path, file.mark.sha256)) {
            progress.add(file.mark.bytes);
            continue;
        }
        const auto brought = bring(QDir(from).filePath(file.place), path, to, file.mark, progress);
        const auto marked = brought && *brought ? writeFinishMark(finishMarkPath(path), file.mark) : Result<void>();
        if (!brought || !marked) {
            const DownloadProblem problem = problemOf(
                brought ? DiskError{DiskFault::other, QString::fromStdString(marked.error().message)} : brought.error(),
                to);
            work_.post([this, problem] { Q_EMIT failed(problem); });
            return;
        }
        if (token.stop_requested()) {
            work_.post([this] { Q_EMIT stopped(); });
            return;
        }
    }
    // Remembered in the new folder itself, so that a later start finds it wherever the settings come from.
    if (const auto noted = writeWholeFile(notePath(to), QDir::cleanPath(from).toUtf8()); !noted) {
        const auto problem = problemOf({DiskFault::other, QString::fromStdString(noted.error().message)}, to);
        work_.post([this, problem] { Q_EMIT failed(problem); });
        return;
    }
    work_.post([this] { Q_EMIT copied(); });
}

void FolderMove::clean(const QString& to) {
    work_.run([this, to](const std::stop_token& token) {
        QFile note(notePath(to));
        if (!note.open(QIODevice::ReadOnly)) {
            return;
        }
        const QString from = QString::fromUtf8(note.readAll());
        note.close();
        bool everything = true;
        for (const Finished& file : finishedIn(from)) {
            const QString path = QDir(from).filePath(file.place);
            const QString moved = QDir(to).filePath(file.place);
            const bool there = finishedFile(moved, file.mark.sha256) && QFileInfo(moved) != QFileInfo(path);
            // The mark goes last: a file without one would look like somebody else's.
            if (token.stop_requested() || !there || !QFile::remove(path)) {
                everything = false;
                continue;
            }
            QFile::remove(finishMarkPath(path));
            QDir().rmdir(QFileInfo(path).path());  // only if it is empty
        }
        if (everything) {
            note.remove();
        }
        work_.post([this, everything] { Q_EMIT cleaned(everything); });
    });
}

}  // namespace strata::app
