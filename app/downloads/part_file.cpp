#include "app/downloads/part_file.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace strata::app {
namespace {

constexpr qint64 kCheckStep = 8 << 20;  // so that a pause is heard in between

QByteArray digits(const Sha256& digest) {
    return QByteArray::fromStdString(hex_text(digest));
}

}  // namespace

PartFile::PartFile(QString path, ResumeRecord& record) : path_(std::move(path)), record_(record) {}

DiskResult<void> PartFile::open() {
    auto opened = DiskFile::openOwn(partPath(path_));
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    file_ = std::move(*opened);
    const auto size = file_.size();
    if (!size) {
        return tl::unexpected(size.error());
    }
    for (std::size_t i = 0; i < record_.pieces.size(); ++i) {
        if (record_.pieceEnd(i) > *size) {
            record_.pieces[i].clear();
        }
    }
    return {};
}

void PartFile::close() {
    file_.close();
}

DiskResult<void> PartFile::reserve() {
    const auto size = file_.size();
    if (size && *size > record_.bytes) {
        return file_.resize(record_.bytes);
    }
    return file_.reserve(record_.bytes);
}

void PartFile::startCheck() {
    check_at_ = 0;
    damaged_pieces_ = 0;
    position_ = 0;
    piece_hash_begin_ = 0;
    piece_hash_ = Sha256Stream();
    whole_hash_ = Sha256Stream();
    whole_end_ = 0;
    whole_digest_.reset();
}

DiskResult<bool> PartFile::checkStep() {
    std::vector<std::byte> bytes;
    qint64 left = kCheckStep;
    while (left > 0 && check_at_ < record_.bytes) {
        const auto piece = static_cast<std::size_t>(check_at_ / record_.piece_bytes);
        const qint64 begin = record_.pieceBegin(piece);
        const bool finished = !record_.pieces[piece].isEmpty();
        const qint64 end =
            finished ? record_.pieceEnd(piece) : begin + (isFirstMissing(piece) ? record_.tail_bytes : 0);
        if (check_at_ >= end) {  // nothing of this piece is there
            check_at_ = record_.pieceEnd(piece);
            continue;
        }
        bytes.resize(static_cast<std::size_t>(std::min(left, end - check_at_)));
        if (const auto read = file_.read(check_at_, bytes); !read) {
            return tl::unexpected(read.error());
        }
        piece_hash_.add(bytes);
        if (whole_end_ == check_at_) {
            whole_hash_.add(bytes);
            whole_end_ += static_cast<qint64>(bytes.size());
        }
        check_at_ += static_cast<qint64>(bytes.size());
        left -= static_cast<qint64>(bytes.size());
        if (check_at_ == end) {
            const QByteArray expected = finished ? record_.pieces[piece] : record_.tail_sha256;
            if (digits(piece_hash_.finish()) != expected) {
                // Nothing behind it can be part of the whole any more, and a tail would have to be in the first gap.
                ++damaged_pieces_;
                whole_end_ = -1;
                record_.pieces[piece].clear();
                record_.tail_bytes = 0;
            }
        }
    }
    return check_at_ >= record_.bytes;
}

std::optional<PartFile::Gap> PartFile::nextGap() const {
    const auto& pieces = record_.pieces;
    const auto first = std::ranges::find_if(pieces, &QByteArray::isEmpty);
    if (first == pieces.end()) {
        return std::nullopt;
    }
    const auto after = std::find_if(first, pieces.end(), [](const QByteArray& digest) { return !digest.isEmpty(); });
    const auto piece = static_cast<std::size_t>(first - pieces.begin());
    const auto last = static_cast<std::size_t>(after - pieces.begin()) - 1;
    const qint64 begin = record_.pieceBegin(piece);
    const bool at_work = piece_hash_begin_ == begin && position_ > begin && position_ < record_.pieceEnd(piece);
    return Gap{at_work ? position_ : begin + record_.tail_bytes, record_.pieceEnd(last)};
}

bool PartFile::isFirstMissing(std::size_t piece) const {
    const auto first = std::ranges::find_if(record_.pieces, &QByteArray::isEmpty);
    return static_cast<std::size_t>(first - record_.pieces.begin()) == piece;
}

void PartFile::seek(qint64 offset) {
    if (offset == position_ && offset != 0) {
        return;  // goes on where the last bytes ended, with the same hash
    }
    const qint64 begin = record_.piece_bytes > 0 ? offset / record_.piece_bytes * record_.piece_bytes : 0;
    piece_hash_ = Sha256Stream();
    piece_hash_begin_ = begin;
    position_ = begin;
    // The tail of an earlier start is read again, to go on with its hash.
    std::vector<std::byte> bytes(static_cast<std::size_t>(offset - begin));
    if (!bytes.empty() && file_.read(begin, bytes)) {
        piece_hash_.add(bytes);
        position_ = offset;
    }
    if (begin == 0 && position_ == 0) {
        whole_hash_ = Sha256Stream();
        whole_end_ = 0;
        whole_digest_.reset();
    }
}

DiskResult<bool> PartFile::write(std::span<const std::byte> bytes) {
    bool finished = false;
    while (!bytes.empty()) {
        const auto piece = static_cast<std::size_t>(position_ / record_.piece_bytes);
        const qint64 end = record_.pieceEnd(piece);
        const auto part = bytes.first(static_cast<std::size_t>(std::min<qint64>(std::ssize(bytes), end - position_)));
        if (const auto written = file_.write(position_, part); !written) {
            return tl::unexpected(written.error());
        }
        piece_hash_.add(part);
        if (whole_end_ == position_) {
            whole_hash_.add(part);
            whole_end_ += std::ssize(part);
        } else if (position_ < whole_end_) {
            whole_end_ = -1;
        }
        position_ += std::ssize(part);
        bytes = bytes.subspan(part.size());
        if (position_ == end) {
            // Only what is on the disk counts as finished.
            if (const auto flushed = file_.flush(); !flushed) {
                return tl::unexpected(flushed.error());
            }
            endPiece(piece);
            finished = true;
        }
    }
    return finished;
}

void PartFile::endPiece(std::size_t piece) {
    const QByteArray digest = digits(piece_hash_.finish());
    piece_hash_begin_ = position_;
    if (!record_.pieces[piece].isEmpty() && record_.pieces[piece] != digest) {
        ++changed_pieces_;
    }
    record_.pieces[piece] = digest;
    record_.tail_bytes = 0;
    record_.tail_sha256.clear();
}

DiskResult<void> PartFile::noteTail() {
    const qint64 tail = position_ - piece_hash_begin_;
    // Only the first gap has a tail, and never a piece that is fetched a second time.
    if (!file_.isOpen() || record_.piece_bytes == 0 || tail <= 0 ||
        !isFirstMissing(static_cast<std::size_t>(position_ / record_.piece_bytes))) {
        return {};
    }
    if (const auto flushed = file_.flush(); !flushed) {
        return flushed;
    }
    record_.tail_sha256 = digits(piece_hash_.finish());
    record_.tail_bytes = tail;
    position_ = -1;  // the hash is spent: whoever goes on reads the tail again
    return {};
}

bool PartFile::isComplete() const {
    return !record_.pieces.empty() && std::ranges::none_of(record_.pieces, &QByteArray::isEmpty);
}

std::optional<QByteArray> PartFile::wholeHash() {
    if (!whole_digest_ && whole_end_ == record_.bytes && record_.bytes > 0) {
        whole_digest_ = digits(whole_hash_.finish());
    }
    return whole_digest_;
}

}  // namespace strata::app
