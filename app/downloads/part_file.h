#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "app/downloads/disk_file.h"
#include "app/downloads/resume_record.h"
#include "strata/sha256.h"

namespace strata::app {

/// The unfinished file on the disk and what is known of its pieces. It hashes what is written, piece by piece and, as
/// long as bytes come in order, the whole. One thread at a time; its calls wait for the disk.
class PartFile {
public:
    /// Bytes that are missing, up to where finished ones follow.
    struct Gap {
        qint64 begin = 0, end = 0;
    };

    /// path: the name that the finished file gets. `record` must outlive this and is changed by it.
    PartFile(QString path, ResumeRecord& record);

    /// Opens or makes the .part. One that is shorter than the record says counts as far as it goes.
    DiskResult<void> open();
    bool isOpen() const { return file_.isOpen(); }
    void close();
    /// Takes the room for the whole file. Its length must be known.
    DiskResult<void> reserve();

    /// Begins to read again what lies on the disk, and to compare it with the list of pieces.
    void startCheck();
    /// Reads some of it. False: there is more. Pieces that no longer match count as missing afterwards.
    DiskResult<bool> checkStep();
    qint64 checkedBytes() const { return check_at_; }
    /// Pieces that the last check found changed.
    int damagedPieces() const { return damaged_pieces_; }

    std::optional<Gap> nextGap() const;
    /// The next bytes go here. At the beginning of a piece, or where the last ones ended.
    void seek(qint64 offset);
    qint64 position() const { return position_; }
    /// Writes at the position. A piece that is finished by it is flushed and noted; `record` should be saved then.
    /// True: a piece was finished.
    DiskResult<bool> write(std::span<const std::byte> bytes);
    /// Finished pieces that came with another content than they had before.
    int changedPieces() const { return changed_pieces_; }
    void forgetChanges() { changed_pieces_ = 0; }

    /// Notes what has come of the piece at work, so that a later start can go on within it.
    DiskResult<void> noteTail();

    bool isComplete() const;
    /// Of the whole file, if all of it went through the hash in order; else a check is needed first.
    std::optional<QByteArray> wholeHash();
    DiskResult<void> flush() { return file_.flush(); }
    void forgetWholeHash() { whole_end_ = -1; }

private:
    void endPiece(std::size_t piece);
    bool isFirstMissing(std::size_t piece) const;

    const QString path_;
    ResumeRecord& record_;
    DiskFile file_;
    qint64 position_ = 0;
    Sha256Stream piece_hash_;
    qint64 piece_hash_begin_ = 0;  ///< piece_hash_ holds the bytes from here to position_
    Sha256Stream whole_hash_;
    qint64 whole_end_ = 0;  ///< whole_hash_ holds the bytes up to here; −1: no longer of use
    std::optional<QByteArray> whole_digest_;
    qint64 check_at_ = 0;
    int damaged_pieces_ = 0;
    int changed_pieces_ = 0;
};

}  // namespace strata::app
