#include "memory/expert_files.h"

#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/error.h"

namespace strata {

Result<ExpertFiles> ExpertFiles::open(const GgufFile& file) {
    ExpertFiles files;
    for (std::size_t shard = 0; shard < file.shard_count(); ++shard) {
        STRATA_TRY(UncachedFile one, file.open_uncached(shard));
        files.shards_.push_back(std::move(one));
    }
    return files;
}

Result<void> ExpertFiles::read_in_place(const FileRange& range, std::byte* target) const {
    return shards_[range.shard].read(range.offset, range.bytes, target);
}

Result<void> ExpertFiles::read_together(std::span<const Copy> copies, IoBuffer& buffer) const {
    STRATA_ASSERT(!copies.empty(), "there is something to read");
    const FileRange& first = copies.front().range;
    const FileRange& last = copies.back().range;
    const std::size_t lead = first.offset % UncachedFile::kBlock;
    const std::uint64_t bytes = last.offset + last.bytes - first.offset;
    STRATA_TRY(std::byte * memory, buffer.reserve(lead + bytes + UncachedFile::kBlock));
    STRATA_CHECK(shards_[first.shard].read(first.offset, bytes, memory + lead));
    for (const Copy& copy : copies) {
        std::memcpy(copy.target, memory + lead + (copy.range.offset - first.offset), copy.range.bytes);
    }
    return {};
}

}  // namespace strata
