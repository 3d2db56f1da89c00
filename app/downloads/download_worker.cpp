#include "app/downloads/download_worker.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QNetworkAccessManager>

#include "app/downloads/disk_room.h"
#include "app/downloads/finished_files.h"

namespace strata::app {
namespace {

std::chrono::milliseconds elapsed(const QElapsedTimer& clock) {
    return std::chrono::milliseconds(clock.elapsed());
}

bool isHeldUp(DownloadPhase phase) {
    return phase == DownloadPhase::waiting || phase == DownloadPhase::stopped;
}

}  // namespace

DownloadWorker::DownloadWorker(DownloadOptions options)
    : options_(std::move(options)), retry_(options_), wait_(this), report_(this), space_(this) {
    network_.base = options_.hub;
    wait_.setSingleShot(true);
    report_.setInterval(options_.report);
    space_.setInterval(options_.space_check);
    connect(&wait_, &QTimer::timeout, this, &DownloadWorker::tryAgain);
    connect(&report_, &QTimer::timeout, this, &DownloadWorker::report);
    connect(&space_, &QTimer::timeout, this, &DownloadWorker::checkSpace);
    clock_.start();
}

DownloadWorker::~DownloadWorker() = default;

DownloadWorker::Entry* DownloadWorker::current() {
    return current_ < 0 ? nullptr : &entries_[static_cast<std::size_t>(current_)];
}

void DownloadWorker::restore(const QString& folder, bool go_on) {
    std::vector<ResumeRecord> found;
    const QDir models(folder);
    for (const QString& below : models.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir place(models.filePath(below));
        for (const QString& name : place.entryList({QStringLiteral("*.resume")}, QDir::Files)) {
            const auto record = readResumeRecord(place.filePath(name));
            if (record && recordPath(models.filePath(record->file.place())) == place.filePath(name)) {
                found.push_back(*record);
            }
        }
    }
    std::ranges::sort(found, {}, &ResumeRecord::order);
    for (const ResumeRecord& record : found) {
        paused_ = paused_ || record.paused || !go_on;
        add(record, folder);
    }
    advance();
}

void DownloadWorker::start(const std::vector<CatalogFile>& files, const QString& folder) {
    int order = static_cast<int>(entries_.size());
    for (const Entry& entry : entries_) {
        order = std::max(order, entry.record.order + 1);
    }
    paused_ = false;
    for (const CatalogFile& file : files) {
        const QString path = QDir(folder).filePath(file.place());
        const auto same = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.shown.path == path; });
        if (same != entries_.end()) {
            continue;
        }
        ResumeRecord record = readResumeRecord(recordPath(path)).value_or(ResumeRecord());
        if (record.file != file) {
            record = {};
            record.file = file;
            record.sha256 = file.sha256;
        }
        record.order = order++;
        record.paused = false;
        add(record, folder);
    }
    retryNow();
}

void DownloadWorker::add(const ResumeRecord& record, const QString& folder) {
    Entry entry;
    entry.record = record;
    entry.folder = folder;
    entry.shown.file = record.file;
    entry.shown.path = QDir(folder).filePath(record.file.place());
    entry.shown.bytes_total = record.bytes > 0 ? record.bytes : record.file.bytes.value_or(0);
    entry.shown.bytes_done = record.bytesDone();
    entry.shown.independently_checked = !record.from_server;
    const bool there = std::ranges::any_of(entries_, [&](const Entry& e) { return e.shown.path == entry.shown.path; });
    if (!there) {
        entries_.push_back(std::move(entry));
    }
}

/// True if the file needs no transfer: it is complete, or a complete one of the same content gets a second name.
bool DownloadWorker::settle(Entry& entry) {
    const QString& path = entry.shown.path;
    const CatalogFile& file = entry.record.file;
    auto mark = finishedFile(path, file.sha256);
    if (!mark && !QFileInfo::exists(path) && linkSameContent(entry.folder, file, path)) {
        mark = finishedFile(path, file.sha256);
    }
    if (!mark) {
        return false;
    }
    QFile::remove(recordPath(path));
    QFile::remove(partPath(path));
    entry.shown.phase = DownloadPhase::done;
    entry.shown.bytes_total = entry.shown.bytes_done = mark->bytes;
    entry.shown.independently_checked = mark->independently_checked;
    Q_EMIT fileFinished(file, path);
    return true;
}

/// Begins with the next file, or says that nothing is left.
void DownloadWorker::advance() {
    if (transfer_) {
        return;
    }
    obstacle_.reset();
    wait_.stop();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        if (entry.shown.phase == DownloadPhase::done || settle(entry)) {
            continue;
        }
        entry.shown.phase = paused_ ? DownloadPhase::paused : DownloadPhase::queued;
        entry.shown.problem.reset();
    }
    const auto open =
        std::ranges::find_if(entries_, [](const Entry& entry) { return entry.shown.phase != DownloadPhase::done; });
    current_ = open == entries_.end() ? -1 : static_cast<int>(open - entries_.begin());
    if (current_ < 0) {
        report_.stop();
        space_.stop();
        awake_.hold(false);
        report();
        if (std::exchange(was_open_, false)) {
            Q_EMIT allFinished();
        }
        return;
    }
    was_open_ = true;
    if (!paused_ && hasRoom() && reserveAll()) {
        begin(static_cast<std::size_t>(current_));
    }
    report();
}

qint64 DownloadWorker::bytesMissing() const {
    return std::accumulate(entries_.begin(), entries_.end(), qint64{0}, [](qint64 sum, const Entry& entry) {
        if (entry.shown.phase == DownloadPhase::done) {
            return sum;
        }
        // What is reserved already no longer counts as free.
        return sum + std::max<qint64>(0, entry.shown.bytes_total - bytesOnDisk(partPath(entry.shown.path)));
    });
}

/// Whether everything that is missing fits the drive, with some to spare.
bool DownloadWorker::hasRoom() {
    qint64 biggest = 0;
    for (const Entry& entry : entries_) {
        biggest = std::max(biggest, entry.shown.bytes_total);
    }
    const auto problem = roomToBegin(options_, current()->folder, bytesMissing(), biggest);
    if (problem) {
        const bool comes_back = problem->trouble == DownloadTrouble::disk_gone;
        transferHalted({*problem, comes_back ? Remedy::space : Remedy::person, 0});
    }
    return !problem;
}

/// Takes the room for all files before the first byte comes, so that a full disk shows at once.
bool DownloadWorker::reserveAll() {
    for (Entry& entry : entries_) {
        const qint64 bytes = entry.shown.bytes_total;
        const QString part = partPath(entry.shown.path);
        if (entry.shown.phase == DownloadPhase::done || bytes == 0 || QFileInfo::exists(entry.shown.path) ||
            QFileInfo(part).size() == bytes) {
            continue;
        }
        DiskResult<void> taken = makeOwnFolder(QFileInfo(part).path());
        if (taken) {
            auto file = DiskFile::openOwn(part);
            taken = file ? file->reserve(bytes) : DiskResult<void>(tl::unexpected(file.error()));
        }
        if (taken) {
            const auto written = writeResumeRecord(recordPath(entry.shown.path), entry.record);
            if (!written) {
                taken = tl::unexpected(DiskError{DiskFault::other, QString::fromStdString(written.error().message)});
            }
        }
        if (!taken) {
            Obstacle obstacle;
            obstacle.problem.trouble =
                taken.error().fault == DiskFault::full ? DownloadTrouble::disk_none : DownloadTrouble::disk_write;
            obstacle.problem.place = QDir::toNativeSeparators(entry.folder);
            obstacle.problem.reason = taken.error().reason;
            obstacle.problem.bytes_needed = bytesMissing();
            const auto volume = options_.volume(entry.folder);
            obstacle.problem.bytes_free = volume ? static_cast<qint64>(volume->free_bytes) : 0;
            obstacle.remedy = Remedy::person;
            transferHalted(obstacle);
            return false;
        }
    }
    return true;
}

void DownloadWorker::begin(std::size_t index) {
    Entry& entry = entries_[index];
    makeNetwork();
    entry.record.paused = false;
    transfer_ = std::make_unique<FileTransfer>(options_, network_, entry.record, entry.shown.path,
                                               finishedFileWith(entry.folder, entry.record.file.sha256));
    connectTransfer();
    entry.shown.phase = DownloadPhase::reading;
    speed_.begin(elapsed(clock_));
    report_.start();
    space_.start();
    awake_.hold(keep_awake_);
    transfer_->run();
}

void DownloadWorker::connectTransfer() {
    connect(transfer_.get(), &FileTransfer::advanced, this, [this](qint64 bytes) {
        speed_.add(bytes);
        retry_.succeeded();
    });
    connect(transfer_.get(), &FileTransfer::halted, this, &DownloadWorker::transferHalted);
    connect(transfer_.get(), &FileTransfer::finished, this, &DownloadWorker::transferFinished);
}

void DownloadWorker::transferFinished() {
    Entry& entry = *current();
    entry.record = transfer_->record();
    entry.shown.phase = DownloadPhase::done;
    entry.shown.bytes_done = entry.shown.bytes_total = entry.record.bytes;
    entry.shown.independently_checked = !entry.record.from_server;
    entry.shown.problem.reset();
    const auto [file, path] = std::pair(entry.record.file, entry.shown.path);
    transfer_.release()->deleteLater();  // it is what has called us
    Q_EMIT fileFinished(file, path);
    advance();
}

void DownloadWorker::transferHalted(const Obstacle& obstacle) {
    stop(obstacle, retry_.next(obstacle));
}

void DownloadWorker::stop(const Obstacle& obstacle, std::optional<std::chrono::milliseconds> wait) {
    obstacle_ = obstacle;
    Entry& entry = *current();
    showTransfer();
    entry.shown.problem = obstacle.problem;
    entry.shown.phase = wait ? DownloadPhase::waiting : DownloadPhase::stopped;
    if (wait) {
        wait_.start(*wait);
    }
    awake_.hold(wait.has_value() && keep_awake_);
    report();
}

void DownloadWorker::endTransfer() {
    if (transfer_) {
        transfer_->halt();
        current()->record = transfer_->record();
        showTransfer();
        transfer_.reset();
    }
}

/// After a pause: the same transfer goes on, with all that it has.
void DownloadWorker::tryAgain() {
    wait_.stop();
    if (current_ < 0 || paused_) {
        return;
    }
    Entry& entry = *current();
    const bool was_full = obstacle_ && obstacle_->remedy == Remedy::space;
    if (was_full && !hasRoomAgain(options_, entry.folder)) {
        stop(*obstacle_, options_.space_check);
        return;
    }
    obstacle_.reset();
    entry.shown.problem.reset();
    if (!transfer_) {
        advance();
        return;
    }
    entry.shown.phase = DownloadPhase::reading;
    speed_.begin(elapsed(clock_));
    report_.start();
    transfer_->run();
    report();
}

void DownloadWorker::pause() {
    paused_ = true;
    wait_.stop();
    endTransfer();
    for (Entry& entry : entries_) {
        if (entry.shown.phase != DownloadPhase::done) {
            entry.record.paused = true;
            entry.shown.phase = DownloadPhase::paused;
            static_cast<void>(writeResumeRecord(recordPath(entry.shown.path), entry.record));
        }
    }
    obstacle_.reset();
    report_.stop();
    space_.stop();
    awake_.hold(false);
    report();
}

void DownloadWorker::resume() {
    if (std::exchange(paused_, false)) {
        for (Entry& entry : entries_) {
            entry.record.paused = false;
        }
        advance();
    }
}

void DownloadWorker::retryNow() {
    Entry* const entry = current();
    if (transfer_ && entry != nullptr && isHeldUp(entry->shown.phase)) {
        if (obstacle_ && (obstacle_->problem.trouble == DownloadTrouble::wrong_sum ||
                          obstacle_->problem.trouble == DownloadTrouble::disk_bad)) {
            transfer_->repairAnew();
        }
        retry_.succeeded();
        tryAgain();
    } else if (!transfer_) {
        wait_.stop();
        paused_ = false;
        advance();
    }
}

void DownloadWorker::takeNewFile() {
    if (transfer_ && obstacle_ && obstacle_->problem.trouble == DownloadTrouble::changed) {
        transfer_->takeNewFile();
        tryAgain();
    }
}

void DownloadWorker::checkSpace() {
    Entry* const entry = current();
    if (!transfer_ || entry == nullptr || isHeldUp(entry->shown.phase)) {
        return;
    }
    if (const auto problem = roomToGoOn(options_, entry->folder)) {
        transfer_->halt();
        transferHalted({*problem, Remedy::space, 0});
    }
}

}  // namespace strata::app
