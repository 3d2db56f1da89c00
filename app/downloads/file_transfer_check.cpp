#include <algorithm>
#include <utility>
#include <vector>

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QNetworkAccessManager>

#include "app/downloads/file_transfer.h"
#include "strata/model_file.h"

// The part of a transfer that reads from the disk: what is there already, comparing, mending, and the end.

namespace strata::app {
namespace {

constexpr qint64 kStep = 8 << 20;             // so that a pause is heard in between
constexpr qint64 kStructureBytes = 64 << 20;  // what stands in front of the weights has room in it
constexpr int kRounds = 2;                    // fetches after the first until a disk or a server is to blame

bool isModelFile(const CatalogFile& file) {
    return file.name().endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive);
}

}  // namespace

/// A file of this name without a finish mark: complete, but for its mark, or somebody else's.
void FileTransfer::examineNamed() {
    checking_ = true;
    if (!named_.isOpen()) {
        auto opened = DiskFile::openForReading(path_);
        if (!opened) {
            stopWith(opened.error());
            return;
        }
        named_ = std::move(*opened);
        named_hash_ = Sha256Stream();
        named_at_ = 0;
    }
    const qint64 size = named_.size().value_or(0);
    const qint64 expected = record_.bytes > 0 ? record_.bytes : record_.file.bytes.value_or(0);
    if (size == 0 || (expected > 0 && size != expected)) {
        named_.close();
        stopWith(DownloadTrouble::wrong_sum, Remedy::person, tr("another file has this name"));
        return;
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(kStep, size - named_at_)));
    if (const auto read = named_.read(named_at_, bytes); !read) {
        named_.close();
        stopWith(read.error());
        return;
    }
    named_hash_.add(bytes);
    named_at_ += std::ssize(bytes);
    if (named_at_ < size) {
        later(&FileTransfer::examineNamed);
        return;
    }
    named_.close();
    checking_ = false;
    const QByteArray sha256 = QByteArray::fromStdString(hex_text(named_hash_.finish()));
    if (!record_.sha256.isEmpty() && sha256 != record_.sha256) {
        stopWith(DownloadTrouble::wrong_sum, Remedy::person, tr("another file has this name"));
        return;
    }
    record_.bytes = size;
    record_.from_server = record_.from_server || record_.sha256.isEmpty();
    record_.sha256 = sha256;
    finish();
}

/// Takes the bytes from a finished file of the same content.
void FileTransfer::copySame() {
    auto source = DiskFile::openForReading(same_content_);
    const qint64 size = source ? source->size().value_or(0) : 0;
    if (size == 0 || (record_.file.bytes && size != *record_.file.bytes)) {
        same_content_.clear();  // it went away, or is not what its mark says: the server has it too
        next();
        return;
    }
    record_.setLength(size, record_.piece_bytes > 0 ? record_.piece_bytes : options_.piece_bytes);
    if (!reserved_ && !reserve()) {
        return;
    }
    const auto gap = part_.nextGap();
    if (!gap) {
        same_content_.clear();
        head_done_ = true;
        verify();
        return;
    }
    part_.seek(gap->begin);
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(kStep, gap->end - part_.position())));
    if (!source->read(part_.position(), bytes)) {
        same_content_.clear();
        next();
        return;
    }
    const auto written = part_.write(bytes);
    if (!written) {
        stopWith(written.error());
    } else if (!*written || save()) {
        Q_EMIT changed();
        later(&FileTransfer::copySame);
    }
}

void FileTransfer::startCheck(CheckFor purpose) {
    check_for_ = purpose;
    checking_ = true;
    part_.startCheck();
    Q_EMIT changed();
    later(&FileTransfer::checkStep);
}

void FileTransfer::checkStep() {
    const auto done = part_.checkStep();
    if (!done) {
        stopWith(done.error());
    } else if (*done) {
        checking_ = false;
        afterCheck();
    } else {
        Q_EMIT changed();
        later(&FileTransfer::checkStep);
    }
}

void FileTransfer::afterCheck() {
    Q_EMIT changed();
    if (part_.damagedPieces() > 0 && !save()) {
        return;
    }
    if (check_for_ == CheckFor::going_on || part_.damagedPieces() > 0) {
        next();
        return;
    }
    whole_from_disk_ = true;
    verify();
}

/// Called when a piece is finished: the structure is looked at as soon as enough has come.
void FileTransfer::checkStructure() {
    const auto gap = part_.nextGap();
    const bool enough = !gap || gap->begin >= std::min(kStructureBytes, record_.bytes);
    if (structure_fine_ || !enough || !isModelFile(record_.file)) {
        return;
    }
    const auto fault = structureFault();
    if (!fault) {
        structure_fine_ = true;
        return;
    }
    dropFetch();
    if (++structure_faults_ > 1) {
        stopWith(DownloadTrouble::wrong_sum, Remedy::person, *fault);
        return;
    }
    // Perhaps the bytes were damaged on their way: they come once more.
    for (std::size_t i = 0; i < record_.pieces.size() && record_.pieceBegin(i) < kStructureBytes; ++i) {
        record_.pieces[i].clear();
    }
    record_.tail_bytes = 0;
    part_.forgetWholeHash();
    if (save()) {
        later(&FileTransfer::next);
    }
}

/// What is wrong with the model file on the disk; nothing if it is well built. Elsewhere a file that is open for
/// writing cannot be opened a second time.
std::optional<QString> FileTransfer::structureFault() {
    part_.close();
    const auto outline = read_model_file_outline(QFileInfo(partPath(path_)).filesystemAbsoluteFilePath());
    const auto opened = part_.open();
    if (!outline) {
        return QString::fromStdString(outline.error().message);
    }
    if (!outline->reaches_end) {
        return tr("its weights do not reach to its end");
    }
    return opened ? std::nullopt : std::optional(opened.error().reason);
}

void FileTransfer::fetchComplete() {
    if (!fetching_again_) {
        later(&FileTransfer::next);
        return;
    }
    if (part_.position() < record_.bytes) {
        later(&FileTransfer::next);
        return;
    }
    record_.again_from = -1;
    const int changed_pieces = part_.changedPieces();
    if (!save()) {
        return;
    }
    if (changed_pieces == 0) {
        // The server sends the same bytes again, and they are not those of the list.
        stopWith(was_changed_ ? DownloadTrouble::changed : DownloadTrouble::wrong_sum, Remedy::person);
        return;
    }
    whole_from_disk_ = false;
    later(&FileTransfer::verify);
}

/// All is there: compares the whole with its fingerprint.
void FileTransfer::verify() {
    const auto sum = part_.wholeHash();
    if (!sum) {
        startCheck(CheckFor::end);
        return;
    }
    if (!record_.sha256.isEmpty() && *sum != record_.sha256) {
        repair();
        return;
    }
    const bool from_list = !record_.sha256.isEmpty() && !record_.from_server;
    if (!from_list && isModelFile(record_.file)) {
        // Nobody else says that it is right, so at least it must be well built.
        if (const auto fault = structureFault()) {
            stopWith(DownloadTrouble::wrong_sum, Remedy::person, *fault);
            return;
        }
    }
    record_.from_server = record_.from_server || record_.sha256.isEmpty();
    record_.sha256 = *sum;
    if (const auto flushed = part_.flush(); !flushed) {
        stopWith(flushed.error());
        return;
    }
    part_.close();
    if (const auto renamed = renameFile(partPath(path_), path_); !renamed) {
        prepared_ = false;
        stopWith(renamed.error());
        return;
    }
    finish();
}

/// The whole does not match. First the disk is suspected: pieces whose content is no longer what arrived are fetched
/// again. If all of them are as they arrived, all are fetched a second time, over a new connection, and compared.
void FileTransfer::repair() {
    if (!whole_from_disk_) {
        startCheck(CheckFor::repair);
        return;
    }
    if (record_.again_round >= kRounds) {
        stopWith(DownloadTrouble::disk_bad, Remedy::person);
        return;
    }
    ++record_.again_round;
    record_.again_from = 0;
    whole_from_disk_ = false;
    part_.forgetChanges();
    part_.seek(0);
    network_.manager->clearConnectionCache();
    if (save()) {
        Q_EMIT changed();
        later(&FileTransfer::next);
    }
}

/// The file has its name: it gets its mark, and what led to it goes.
void FileTransfer::finish() {
    FinishMark mark;
    mark.id = record_.file.id;
    mark.repository = record_.file.repository;
    mark.revision = record_.file.revision;
    mark.path = record_.file.path;
    mark.bytes = record_.bytes;
    mark.sha256 = record_.sha256;
    mark.independently_checked = !record_.from_server;
    mark.time = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    if (const auto written = writeFinishMark(finishMarkPath(path_), mark); !written) {
        prepared_ = false;
        stopWith(DownloadTrouble::disk_write, Remedy::person, QString::fromStdString(written.error().message));
        return;
    }
    QFile::remove(recordPath(path_));
    running_ = false;
    checking_ = false;
    Q_EMIT finished();
}

}  // namespace strata::app
