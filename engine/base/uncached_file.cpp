#include "base/uncached_file.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "base/system_failure.h"

namespace strata {

UncachedFile::UncachedFile(UncachedFile&& other) noexcept {
    *this = std::move(other);
}

UncachedFile& UncachedFile::operator=(UncachedFile&& other) noexcept {
    if (this != &other) {
        close();
        path_ = std::move(other.path_);
        uncached_ = std::move(other.uncached_);
#ifdef _WIN32
        handle_ = std::exchange(other.handle_, nullptr);
        cached_handle_ = std::exchange(other.cached_handle_, nullptr);
#else
        handle_ = std::exchange(other.handle_, -1);
#endif
    }
    return *this;
}

UncachedFile::~UncachedFile() {
    close();
}

Result<void> UncachedFile::read(std::uint64_t offset, std::size_t bytes, std::byte* target) const {
    const std::size_t lead = offset % kBlock;
    STRATA_ASSERT(reinterpret_cast<std::uintptr_t>(target) % kBlock == lead, "the bytes lie in memory as in the file");
    const std::uint64_t begin = offset - lead;
    const std::size_t wanted = (lead + bytes + kBlock - 1) / kBlock * kBlock;
    std::size_t there = 0;
    while (there < lead + bytes) {
        STRATA_TRY(const std::size_t got, read_blocks(begin + there, wanted - there, target - lead + there));
        there += got;
        // Past the cache only the file's end leaves a block unfinished.
        if (there < lead + bytes && (got == 0 || (is_uncached() && got % kBlock != 0))) {
            return fail(ErrorCode::io_error,
                        fmt::format("{}: could not be read at byte {} (the file became shorter or its disk is gone)",
                                    path_text(path_), begin + there));
        }
    }
    if (!is_uncached()) {
        forget(begin, wanted);
    }
    return {};
}

}  // namespace strata
