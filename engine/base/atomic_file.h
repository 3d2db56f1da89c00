#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "base/file.h"
#include "strata/result.h"

namespace strata {

/// A new file that appears under its name only when it is complete.
///
/// It is written beside its place under a temporary name; `commit` flushes it to the disk and renames it, replacing a
/// file that was there. Without a commit nothing is left behind.
class AtomicFile {
public:
    /// Fails with io_error: no such folder, not writable.
    static Result<AtomicFile> create(const std::filesystem::path& path, Access access = Access::as_usual);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) = delete;
    ~AtomicFile();

    /// Appends. Fails with io_error: disk full.
    Result<void> write(std::span<const std::byte> bytes);

    /// Flushes, closes and renames. The file must not be written to afterwards.
    Result<void> commit();

private:
    AtomicFile() = default;

    std::filesystem::path path_;
    std::filesystem::path temporary_;  // empty: committed or moved from
    File file_;
    std::uint64_t size_ = 0;
};

}  // namespace strata
