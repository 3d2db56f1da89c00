#include "state/vault/part_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/error.h"
#include "state/vault/byte_writer.h"
#include "state/vault/fingerprint.h"

namespace strata {
namespace {

constexpr std::uint64_t kBlock = 4096;
constexpr std::uint64_t kMarkerBytes = 48;
constexpr std::size_t kPiece = std::size_t{4} << 20;  // of a write
constexpr std::string_view kMagic = "STRATAPT";
constexpr std::string_view kEndMagic = "STRATAGE";

/// One group with its end marker, in whole blocks.
std::uint64_t stride(std::uint64_t payload_bytes) {
    return (payload_bytes + kMarkerBytes + kBlock - 1) / kBlock * kBlock;
}

std::vector<std::byte> header_of(const PartLayout& layout, const PartOwner& owner) {
    ByteWriter out;
    out.raw(std::as_bytes(std::span(kMagic)));
    out.number(kVaultFormat);
    out.number(static_cast<std::uint32_t>(kBlock));
    out.number(static_cast<std::uint32_t>(layout.kind));
    out.number(kStateFormat);
    out.number(layout.number);
    out.raw(owner.conversation);
    out.raw(owner.fingerprint);
    out.number(layout.payload_bytes);
    out.number(stride(layout.payload_bytes));
    out.number(layout.first_page);
    out.number(layout.groups);
    out.number(layout.groups * stride(layout.payload_bytes));
    const ContentDigest digest = digest_content(out.bytes(), owner.seed);
    out.number(digest[0]);
    out.number(digest[1]);
    std::vector<std::byte> header = out.take();
    header.resize(kBlock);
    return header;
}

/// What stands behind a group's payload up to the end of its last block.
std::vector<std::byte> tail_of(const PartLayout& layout, std::uint64_t group, const ContentDigest& digest) {
    ByteWriter out;
    out.raw(std::as_bytes(std::span(kEndMagic)));
    out.number(layout.number);
    out.number(group);
    out.number(layout.payload_bytes);
    out.number(digest[0]);
    out.number(digest[1]);
    std::vector<std::byte> tail = out.take();
    tail.resize(stride(layout.payload_bytes) - layout.payload_bytes);
    return tail;
}

tl::unexpected<Error> damaged(const PartLayout& layout, const char* what) {
    return fail(ErrorCode::bad_file, fmt::format("{}: {}", layout.name(), what));
}

}  // namespace

std::string PartLayout::name() const {
    static constexpr const char* kStems[] = {"pages", "live", "ck"};
    return fmt::format("{}-{}.bin", kStems[static_cast<std::uint32_t>(kind) - 1], number);
}

std::uint64_t PartLayout::length(std::uint64_t group_count) const {
    return kBlock + group_count * stride(payload_bytes);
}

PartWriter::PartWriter(const VaultDisk& disk, std::filesystem::path path, const PartLayout& layout)
    : disk_(&disk), path_(std::move(path)), layout_(layout) {}

Result<PartWriter> PartWriter::create(const VaultDisk& disk, const std::filesystem::path& folder,
                                      const PartLayout& layout, const PartOwner& owner) {
    PartWriter writer(disk, folder / layout.name(), layout);
    STRATA_TRY(writer.file_, disk.create(writer.path_));
    STRATA_CHECK(disk.write(writer.file_, writer.path_, 0, header_of(layout, owner)));
    return writer;
}

Result<void> PartWriter::append(std::span<const std::byte> payload, const ContentDigest& digest) {
    STRATA_ASSERT(payload.size() == layout_.payload_bytes && written_ < layout_.groups,
                  "a group is as the header says");
    const std::uint64_t at = layout_.length(written_);
    for (std::size_t done = 0; done < payload.size(); done += kPiece) {
        const std::size_t size = std::min(kPiece, payload.size() - done);
        STRATA_CHECK(disk_->write(file_, path_, at + done, payload.subspan(done, size)));
        // The disk begins while the next piece is prepared.
        file_.begin_flush(at + done, size);
    }
    STRATA_CHECK(disk_->write(file_, path_, at + payload.size(), tail_of(layout_, written_, digest)));
    ++written_;
    return {};
}

Result<void> PartWriter::finish() {
    STRATA_ASSERT(written_ == layout_.groups, "all groups that the header promises are written");
    STRATA_CHECK(disk_->flush(file_, path_));
    file_.drop_cache();
    file_ = File();
    return {};
}

Result<PartReader> PartReader::open(const std::filesystem::path& folder, const PartLayout& layout,
                                    const PartOwner& owner) {
    PartReader reader;
    reader.layout_ = layout;
    reader.seed_ = owner.seed;
    STRATA_TRY(reader.file_, File::open_own(folder / layout.name(), File::Mode::read));
    std::vector<std::byte> header(kBlock);
    STRATA_CHECK(reader.file_.read(0, header));
    if (header != header_of(layout, owner)) {
        return damaged(layout, "the header is not what the manifest says");
    }
    return reader;
}

Result<void> PartReader::read(std::uint64_t group, std::span<std::byte> out, const ContentDigest& digest) const {
    STRATA_ASSERT(out.size() == layout_.payload_bytes && group < layout_.groups,
                  "only what the manifest names is read");
    const std::uint64_t at = layout_.length(group);
    STRATA_CHECK(file_.read(at, out));
    const std::vector<std::byte> expected = tail_of(layout_, group, digest);
    std::vector<std::byte> tail(expected.size());
    STRATA_CHECK(file_.read(at + out.size(), tail));
    if (tail != expected) {
        return damaged(layout_, "the end marker is not what the manifest says");
    }
    if (digest_content(out, seed_) != digest) {
        return damaged(layout_, "the content is not what was written");
    }
    return {};
}

void PartReader::expect(std::uint64_t first, std::uint64_t groups) const {
    file_.expect_reading(layout_.length(first), layout_.length(first + groups) - layout_.length(first));
}

}  // namespace strata
