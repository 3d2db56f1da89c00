#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "strata/result.h"

namespace strata {

/// A file mapped read-only into memory. Pages are read by the operating system when they are first touched.
///
/// Movable, not copyable; spans into it live as long as the object that holds the mapping. If the file shrinks
/// afterwards, touching what is gone would end the process: `still_whole()` tells, and `read` copies safely.
class MappedFile {
public:
    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    /// Fails with not_found or io_error, naming the path: missing, not a regular file, unreadable.
    static Result<MappedFile> open(const std::filesystem::path& path);

    std::span<const std::byte> bytes() const { return {data_, size_}; }
    std::size_t size() const { return size_; }
    const std::filesystem::path& path() const { return path_; }
#ifdef _WIN32
    void* handle() const {
        return file_;
    }
#else
    int handle() const {
        return file_;
    }
#endif

    /// True while the open file is at least as long as it was when it was mapped.
    bool still_whole() const;

    /// Copies `out.size()` bytes from `offset` through the file handle, not through the mapping; a file that has become
    /// too short is an io_error, never a fault.
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;

    /// Share of these bytes of a mapping that the system has in memory, as far as it tells; 0: unknown. Nothing is
    /// read.
    static double cached_share(std::span<const std::byte> bytes);

    /// Asks the operating system to bring these bytes of a mapping into memory soon. A hint: never waits, never fails.
    static void prefetch(std::span<const std::byte> bytes);
    /// The same for several parts.
    static void prefetch(std::span<const std::span<const std::byte>> parts);

    /// Brings these bytes of a mapping into memory and into the process's page tables, as far as the system can; waits
    /// for the disk. What cannot be read is left out.
    static void populate(std::span<const std::byte> bytes);

    /// Bytes of a page, the least that the system reads.
    static std::size_t page_bytes();

private:
    void close() noexcept;

    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::filesystem::path path_;
#ifdef _WIN32
    void* file_ = nullptr;
    void* mapping_ = nullptr;
#else
    int file_ = -1;
#endif
};

}  // namespace strata
