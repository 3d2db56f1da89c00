#pragma once

#include <cstdint>
#include <filesystem>

#include "strata/result.h"

namespace strata {

/// Makes sure that there is a folder of this user which nobody else may enter, and makes it if there is nothing; the
/// folder above must be there. Errors: bad_file (a link, a file, another user's), not_found (nothing above), io_error.
Result<void> make_private_folder(const std::filesystem::path& path);

/// Returns when the names in the folder are on the disk.
Result<void> flush_folder(const std::filesystem::path& path);

/// Gives a file another name in the same folder; a file of that name is replaced in one step.
Result<void> replace_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Room on the disk that a folder lies on.
struct DiskSpace {
    std::uint64_t total_bytes = 0;
    std::uint64_t free_bytes = 0;  ///< for this user
};
Result<DiskSpace> disk_space(const std::filesystem::path& folder);

/// Holds a folder for this process as long as the object lives: a file in it that only one can have open.
class FolderLock {
public:
    FolderLock() = default;
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;
    ~FolderLock();

    /// `file`: the lock file; made if it is missing, never removed. Empty result: another one holds it. Errors:
    /// io_error.
    static Result<FolderLock> take(const std::filesystem::path& file);
    explicit operator bool() const;

private:
#ifdef _WIN32
    void* handle_ = nullptr;
#else
    int handle_ = -1;
#endif
};

}  // namespace strata
