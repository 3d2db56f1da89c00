#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "strata/result.h"

namespace strata {

/// Who may read a new file or folder.
enum class Access {
    as_usual,    ///< as the system's settings say
    owner_only,  ///< this user
};

/// An open file that is read and written at given places. Movable; closed when it goes.
class File {
public:
    enum class Mode { read, write };

    File() = default;
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();

    /// Makes a new file for writing. What has this name already, even a link, is an io_error.
    static Result<File> create(const std::filesystem::path& path, Access access);
    /// Opens a private file that can only be our own: regular, of this user, with no second name, and no link. If
    /// others may read it, they may not any more. Errors: not_found, bad_file (something else stands there), io_error.
    static Result<File> open_own(const std::filesystem::path& path, Mode mode);

    explicit operator bool() const;
    Result<std::uint64_t> size() const;

    /// Fills `out`. Errors: bad_file (the file ends before), io_error.
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;
    /// Errors: io_error, for example a full disk.
    Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Cuts the file, or extends it with zeros.
    Result<void> resize(std::uint64_t size);
    /// Returns when everything is on the disk.
    Result<void> flush();

    /// Hints for the system's file cache; they never fail. `begin_flush` starts writing what was written so far,
    /// `drop_cache` gives back the memory that the file takes there, so that other files keep theirs.
    void begin_flush(std::uint64_t offset, std::uint64_t bytes);
    void expect_reading(std::uint64_t offset, std::uint64_t bytes) const;
    void drop_cache() const;

private:
    void close() noexcept;

    std::filesystem::path path_;
#ifdef _WIN32
    void* handle_ = nullptr;
#else
    int handle_ = -1;
#endif
};

}  // namespace strata
