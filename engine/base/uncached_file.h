#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "strata/result.h"

namespace strata {

class MappedFile;

/// A file that is read past the system's file cache, so that what is read into memory of our own does not lie in memory
/// twice. Where a file system cannot do that, it is read through the cache, which then forgets it again.
///
/// Movable. Any number of threads may read at once.
class UncachedFile {
public:
    /// Reads cover whole blocks of this size, in the file and in memory.
    static constexpr std::size_t kBlock = 4096;

    UncachedFile() = default;
    UncachedFile(UncachedFile&& other) noexcept;
    UncachedFile& operator=(UncachedFile&& other) noexcept;
    ~UncachedFile();

    /// Errors: not_found, io_error.
    static Result<UncachedFile> open(const std::filesystem::path& path);

    /// Puts `bytes` bytes from `offset` of the file to `target`, which must lie as far behind a multiple of kBlock as
    /// `offset` does. The rest of the first and of the last block in memory is overwritten too. Errors: io_error, for a
    /// file that became too short too.
    Result<void> read(std::uint64_t offset, std::size_t bytes, std::byte* target) const;

    /// Whether both are the same file, whatever its names.
    bool is_same_as(const MappedFile& file) const;

    /// False where reads go through the system's cache.
    bool is_uncached() const { return uncached_ && uncached_->load(std::memory_order_relaxed); }

    /// Makes the system forget what it keeps of this file, as far as it lets itself be told. For measuring a cold disk.
    void drop_cache() const;

private:
    void close() noexcept;
    /// What was read, from `begin` on: less than wanted only at the end of the file.
    Result<std::size_t> read_blocks(std::uint64_t begin, std::size_t bytes, std::byte* target) const;
    bool leave_uncached() const;
    void forget(std::uint64_t begin, std::size_t bytes) const;

    std::filesystem::path path_;
    /// Cleared by the reader whose read the file system refused. Nothing else becomes visible with it.
    std::unique_ptr<std::atomic<bool>> uncached_;
#ifdef _WIN32
    void* handle_ = nullptr;         // past the cache
    void* cached_handle_ = nullptr;  // through it
#else
    int handle_ = -1;
#endif
};

}  // namespace strata
