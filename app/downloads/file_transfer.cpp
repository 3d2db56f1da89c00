#include "app/downloads/file_transfer.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>
#include <QNetworkAccessManager>
#include <QStringList>

namespace strata::app {
namespace {

DownloadTrouble troubleOf(DiskFault fault) {
    switch (fault) {
        case DiskFault::full:
            return DownloadTrouble::disk_full;
        case DiskFault::gone:
            return DownloadTrouble::disk_gone;
        case DiskFault::locked:
            return DownloadTrouble::locked;
        case DiskFault::other:
            break;
    }
    return DownloadTrouble::disk_write;
}

}  // namespace

FileTransfer::FileTransfer(const DownloadOptions& options, TransferNetwork& network, ResumeRecord record, QString path,
                           QString same_content, QObject* parent)
    : QObject(parent),
      options_(options),
      network_(network),
      record_(std::move(record)),
      path_(std::move(path)),
      same_content_(std::move(same_content)),
      part_(path_, record_),
      range_(options, network, record_, part_, [this](const HttpAnswer& answer) { return accept(answer); }) {
    connect(&range_, &RangeFetch::advanced, this, &FileTransfer::advanced);
    connect(&range_, &RangeFetch::pieceFinished, this, &FileTransfer::pieceFinished);
    connect(&range_, &RangeFetch::finished, this, &FileTransfer::fetchComplete);
    connect(&range_, &RangeFetch::halted, this, [this](const Obstacle& obstacle) { stopWith(obstacle); });
    connect(&range_, &RangeFetch::diskFailed, this, [this](const DiskError& error) { stopWith(error); });
}

FileTransfer::~FileTransfer() {
    halt();
}

void FileTransfer::run() {
    if (!running_) {
        running_ = true;
        later(&FileTransfer::next);
    }
}

void FileTransfer::halt() {
    running_ = false;
    checking_ = false;
    dropFetch();
    if (part_.isOpen() && record_.bytes > 0) {
        // If this fails the piece at work is fetched again; nothing else is lost.
        static_cast<void>(part_.noteTail());
        static_cast<void>(writeResumeRecord(recordPath(path_), record_));
    }
}

void FileTransfer::takeNewFile() {
    take_new_ = true;
    accept_changes_ = true;
    head_done_ = false;
    was_changed_ = false;
    record_.etag.clear();
}

void FileTransfer::repairAnew() {
    record_.again_round = 0;
    structure_faults_ = 0;
    if (QFileInfo::exists(path_) && !QFileInfo::exists(finishMarkPath(path_))) {
        // Somebody else's file: it stays, under another name.
        QString other = path_ + QStringLiteral(".other");
        for (int i = 2; QFileInfo::exists(other); ++i) {
            other = path_ + QStringLiteral(".other%1").arg(i);
        }
        static_cast<void>(renameFile(path_, other));
    }
}

void FileTransfer::setPaused(bool paused) {
    record_.paused = paused;
    static_cast<void>(writeResumeRecord(recordPath(path_), record_));
}

qint64 FileTransfer::bytesDone() const {
    if (record_.again_from >= 0) {
        return record_.bytes;
    }
    const auto gap = part_.nextGap();
    const qint64 at_work = gap ? gap->begin % std::max<qint64>(record_.piece_bytes, 1) : 0;
    return record_.bytesDone() - record_.tail_bytes + at_work;
}

void FileTransfer::later(void (FileTransfer::*step)()) {
    QMetaObject::invokeMethod(
        this,
        [this, step] {
            if (running_) {
                (this->*step)();
            }
        },
        Qt::QueuedConnection);
}

/// Does what comes next for the file; each step ends here again.
void FileTransfer::next() {
    if (!prepared_ && !prepare()) {
        return;
    }
    if (!same_content_.isEmpty()) {
        copySame();
        return;
    }
    if (!head_done_) {
        askHead(HttpFetch::Method::head);
        return;
    }
    if (record_.bytes > 0 && !reserved_ && !reserve()) {
        return;
    }
    const auto gap = part_.nextGap();
    fetching_again_ = record_.again_from >= 0 && !gap;
    if (fetching_again_) {
        // Within a piece it goes on where the last answer ended, however short answers are.
        const qint64 at = part_.position();
        const bool within = at > record_.again_from && at < record_.again_from + record_.piece_bytes;
        fetch(within ? at : record_.again_from, record_.bytes);
    } else if (record_.bytes == 0) {
        fetch(0, 0);
    } else if (gap) {
        fetch(gap->begin, gap->end);
    } else {
        verify();
    }
}

/// Opens the .part. False: something else goes on first, or an obstacle.
bool FileTransfer::prepare() {
    if (const auto made = makeOwnFolder(QFileInfo(path_).path()); !made) {
        stopWith(made.error());
        return false;
    }
    if (QFileInfo::exists(path_)) {
        examineNamed();
        return false;
    }
    if (const auto opened = part_.open(); !opened) {
        stopWith(opened.error());
        return false;
    }
    prepared_ = true;
    if (record_.bytesDone() > 0) {
        startCheck(CheckFor::going_on);
        return false;
    }
    return true;
}

void FileTransfer::dropFetch() {
    range_.abort();
    if (head_) {
        head_->disconnect(this);
        head_->abort();
        head_.release()->deleteLater();  // it may be what has called us
    }
}

QUrl FileTransfer::address() const {
    const CatalogFile& file = record_.file;
    const QString revision = file.revision.isEmpty() ? QStringLiteral("main") : file.revision;
    QUrl url(network_.base);
    url.setPath(url.path() + QLatin1Char('/') + file.repository + QLatin1String("/resolve/") + revision +
                QLatin1Char('/') + file.path);
    return url;
}

void FileTransfer::askHead(HttpFetch::Method method) {
    dropFetch();
    head_ = std::make_unique<HttpFetch>(network_.manager, options_, network_.token);
    connect(head_.get(), &HttpFetch::answered, this,
            [this, method](const HttpAnswer& answer) { headAnswered(answer, method); });
    connect(head_.get(), &HttpFetch::ended, this, [this](const std::optional<DownloadProblem>& problem) {
        stopWith({problem.value_or(DownloadProblem{DownloadTrouble::slow_network}), Remedy::network, 0});
    });
    head_->start({address(), method, 0, 0, {}});
}

void FileTransfer::headAnswered(const HttpAnswer& answer, HttpFetch::Method method) {
    dropFetch();
    const bool points_on = answer.status >= 300 && answer.status < 400;
    if (method == HttpFetch::Method::head && points_on && !answer.linked_bytes) {
        askHead(HttpFetch::Method::head_follow);
        return;
    }
    ResumeRecord expected = record_;
    if (take_new_) {
        expected.bytes = 0;
        expected.sha256.clear();
    } else if (expected.bytes == 0) {
        expected.bytes = record_.file.bytes.value_or(0);
    }
    if (const auto against = judgeHead(answer, expected)) {
        stopWith(*against);
        return;
    }
    takeLength(answer);
    head_done_ = true;
    take_new_ = false;
    if (save()) {
        next();
    }
}

/// Takes over what the list does not know, or all of it if the new file is wanted.
void FileTransfer::takeLength(const HttpAnswer& answer) {
    const qint64 told = answer.linked_bytes.value_or(answer.status == 200 ? answer.length.value_or(0) : 0);
    const qint64 known = take_new_ ? 0 : (record_.bytes > 0 ? record_.bytes : record_.file.bytes.value_or(0));
    const qint64 length = known > 0 ? known : told;
    if (length > 0) {
        const qint64 piece = record_.piece_bytes > 0 ? record_.piece_bytes : options_.piece_bytes;
        if (length != record_.bytes) {
            reserved_ = false;
        }
        record_.setLength(length, piece);
    }
    if (take_new_ || record_.sha256.isEmpty()) {
        record_.sha256 = answer.linked_sha256;
        record_.from_server = true;
    }
}

bool FileTransfer::reserve() {
    if (const auto taken = part_.reserve(); !taken) {
        stopWith(taken.error());
        return false;
    }
    reserved_ = true;
    return true;
}

/// Asks for the bytes from `begin` on, up to the end of their piece.
void FileTransfer::fetch(qint64 begin, qint64 end) {
    if (!fetching_again_) {
        part_.forgetChanges();
    }
    part_.seek(begin);
    const qint64 piece = record_.piece_bytes > 0 ? record_.piece_bytes : options_.piece_bytes;
    const qint64 piece_end = (part_.position() / piece + 1) * piece;
    range_.start(address(), end > 0 ? std::min(end, piece_end) : piece_end);
}

/// Called when the file's length is known and its bytes will come. False: an obstacle.
bool FileTransfer::accept(const HttpAnswer& answer) {
    if (!reserved_ && !reserve()) {
        return false;
    }
    if (!answer.etag.isEmpty()) {
        const bool same_base = record_.base == network_.base;
        was_changed_ = was_changed_ || (same_base && !record_.etag.isEmpty() && record_.etag != answer.etag);
        record_.etag = answer.etag;
        record_.base = network_.base;
    }
    return true;
}

/// A piece is on the disk and noted.
void FileTransfer::pieceFinished() {
    if (fetching_again_) {
        record_.again_from = part_.position();
    } else if (part_.changedPieces() > 0 && record_.from_server && !accept_changes_) {
        dropFetch();
        stopWith(DownloadTrouble::changed, Remedy::person);
        return;
    }
    if (save()) {
        checkStructure();
    }
}

void FileTransfer::stopWith(Obstacle obstacle) {
    if (!running_) {
        return;
    }
    running_ = false;
    checking_ = false;
    dropFetch();
    if (obstacle.problem.place.isEmpty()) {
        obstacle.problem.place = record_.file.name();
    }
    Q_EMIT halted(obstacle);
}

void FileTransfer::stopWith(DownloadTrouble trouble, Remedy remedy, const QString& reason) {
    Obstacle obstacle;
    obstacle.problem.trouble = trouble;
    obstacle.problem.reason = reason;
    obstacle.remedy = remedy;
    stopWith(obstacle);
}

void FileTransfer::stopWith(const DiskError& error) {
    Obstacle obstacle;
    obstacle.problem.trouble = troubleOf(error.fault);
    obstacle.problem.reason = error.reason;
    obstacle.problem.place = QFileInfo(path_).path();
    obstacle.remedy = error.fault == DiskFault::full || error.fault == DiskFault::gone ? Remedy::space : Remedy::person;
    if (error.fault == DiskFault::locked) {
        obstacle.problem.place = record_.file.name();
    }
    stopWith(obstacle);
}

bool FileTransfer::save() {
    const auto saved = writeResumeRecord(recordPath(path_), record_);
    if (!saved) {
        // The record is small: what it meets, the file meets as well, and says better.
        Obstacle obstacle;
        obstacle.problem.trouble = DownloadTrouble::disk_write;
        obstacle.problem.place = QFileInfo(path_).path();
        obstacle.problem.reason = QString::fromStdString(saved.error().message);
        const auto volume = options_.volume(obstacle.problem.place);
        const bool full = volume && volume->free_bytes < (quint64{1} << 20);
        obstacle.problem.trouble = full ? DownloadTrouble::disk_full : DownloadTrouble::disk_write;
        obstacle.remedy = full ? Remedy::space : Remedy::person;
        stopWith(obstacle);
    }
    return saved.has_value();
}

}  // namespace strata::app
