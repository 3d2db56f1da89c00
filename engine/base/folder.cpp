#include "base/folder.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/system_failure.h"

#ifdef _WIN32
#include "base/owner_only.h"
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace strata {
namespace {

tl::unexpected<Error> not_our_folder(const std::filesystem::path& path) {
    return fail(ErrorCode::bad_file, fmt::format("{}: is not a folder of this user", path_text(path)));
}

}  // namespace

FolderLock::FolderLock(FolderLock&& other) noexcept {
    *this = std::move(other);
}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

#ifdef _WIN32

Result<void> make_private_folder(const std::filesystem::path& path) {
    STRATA_TRY(const OwnerOnly owner_only, OwnerOnly::create());
    SECURITY_ATTRIBUTES attributes = {sizeof(attributes), owner_only.descriptor(), FALSE};
    if (!CreateDirectoryW(path.c_str(), &attributes) && GetLastError() != ERROR_ALREADY_EXISTS) {
        return system_failure(path, "cannot be made");
    }
    void* handle =
        CreateFileW(path.c_str(), READ_CONTROL, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return system_failure(path, "cannot be opened");
    }
    BY_HANDLE_FILE_INFORMATION info = {};
    const bool ours = GetFileInformationByHandle(handle, &info) &&
                      (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
                      (info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0 && OwnerOnly::owns(handle);
    CloseHandle(handle);
    if (!ours) {
        return not_our_folder(path);
    }
    if (!SetFileSecurityW(path.c_str(), DACL_SECURITY_INFORMATION, owner_only.descriptor())) {
        return system_failure(path, "cannot be closed to others");
    }
    return {};
}

// NTFS keeps the order of names in its journal, and MOVEFILE_WRITE_THROUGH waits for it.
Result<void> flush_folder(const std::filesystem::path&) {
    return {};
}

Result<void> replace_file(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (!MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        return system_failure(to, "could not be put in its place");
    }
    return {};
}

Result<DiskSpace> disk_space(const std::filesystem::path& folder) {
    ULARGE_INTEGER available = {}, total = {};
    if (!GetDiskFreeSpaceExW(folder.c_str(), &available, &total, nullptr)) {
        return system_failure(folder, "its disk does not tell how much room there is");
    }
    return DiskSpace{total.QuadPart, available.QuadPart};
}

Result<FolderLock> FolderLock::take(const std::filesystem::path& file) {
    STRATA_TRY(const OwnerOnly owner_only, OwnerOnly::create());
    SECURITY_ATTRIBUTES attributes = {sizeof(attributes), owner_only.descriptor(), FALSE};
    FolderLock lock;
    // No sharing: the second one cannot open it.
    void* handle = CreateFileW(file.c_str(), GENERIC_READ | GENERIC_WRITE, 0, &attributes, OPEN_ALWAYS,
                               FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return GetLastError() == ERROR_SHARING_VIOLATION ? Result<FolderLock>(std::move(lock))
                                                         : system_failure(file, "cannot be opened");
    }
    lock.handle_ = handle;
    return lock;
}

FolderLock::operator bool() const {
    return handle_ != nullptr;
}

FolderLock::~FolderLock() {
    if (handle_ != nullptr) {
        CloseHandle(handle_);
    }
}

#else

Result<void> make_private_folder(const std::filesystem::path& path) {
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        return system_failure(path, "cannot be made");
    }
    const int handle = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (handle < 0) {
        return errno == ENOTDIR || errno == ELOOP ? not_our_folder(path) : system_failure(path, "cannot be opened");
    }
    struct stat info = {};
    const bool ours = ::fstat(handle, &info) == 0 && info.st_uid == ::geteuid();
    const bool closed = ours && ((info.st_mode & 0777) == 0700 || ::fchmod(handle, 0700) == 0);
    const int reason = errno;
    ::close(handle);
    if (!ours) {
        return not_our_folder(path);
    }
    errno = reason;
    return closed ? Result<void>() : system_failure(path, "cannot be closed to others");
}

Result<void> flush_folder(const std::filesystem::path& path) {
    const int handle = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) {
        return system_failure(path, "cannot be opened");
    }
    const bool flushed = ::fsync(handle) == 0;
    const int reason = errno;
    ::close(handle);
    errno = reason;
    return flushed ? Result<void>() : system_failure(path, "could not be flushed to the disk");
}

Result<void> replace_file(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) {
        return system_failure(to, "could not be put in its place");
    }
    return {};
}

Result<DiskSpace> disk_space(const std::filesystem::path& folder) {
    struct statvfs info = {};
    if (::statvfs(folder.c_str(), &info) != 0) {
        return system_failure(folder, "its disk does not tell how much room there is");
    }
    return DiskSpace{std::uint64_t{info.f_blocks} * info.f_frsize, std::uint64_t{info.f_bavail} * info.f_frsize};
}

Result<FolderLock> FolderLock::take(const std::filesystem::path& file) {
    FolderLock lock;
    lock.handle_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (lock.handle_ < 0) {
        return system_failure(file, "cannot be opened");
    }
    if (::flock(lock.handle_, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? Result<FolderLock>() : system_failure(file, "cannot be locked");
    }
    return lock;
}

FolderLock::operator bool() const {
    return handle_ >= 0;
}

FolderLock::~FolderLock() {
    if (handle_ >= 0) {
        ::close(handle_);
    }
}

#endif

}  // namespace strata
