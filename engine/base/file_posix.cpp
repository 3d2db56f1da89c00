#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.h"
#include "base/file.h"
#include "base/system_failure.h"

namespace strata {

Result<File> File::create(const std::filesystem::path& path, Access access) {
    File file;
    file.path_ = path;
    const mode_t mode = access == Access::owner_only ? 0600 : 0666;
    file.handle_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file.handle_ < 0) {
        return system_failure(path, "cannot be written");
    }
    return file;
}

Result<File> File::open_own(const std::filesystem::path& path, Mode mode) {
    File file;
    file.path_ = path;
    // Without O_NONBLOCK a FIFO in place of the file would wait for a writer for ever.
    const int access = mode == Mode::read ? O_RDONLY : O_RDWR;
    file.handle_ = ::open(path.c_str(), access | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file.handle_ < 0) {
        // A link in the last place, a folder opened for writing, a socket.
        if (errno == ELOOP || errno == EISDIR || errno == ENXIO) {
            return fail(ErrorCode::bad_file, fmt::format("{}: is not a regular file", path_text(path)));
        }
        return system_failure(path, "cannot be opened");
    }
    struct stat info = {};
    if (::fstat(file.handle_, &info) != 0) {
        return system_failure(path, "cannot be examined");
    }
    if (!S_ISREG(info.st_mode) || info.st_nlink != 1 || info.st_uid != ::geteuid()) {
        return fail(ErrorCode::bad_file,
                    fmt::format("{}: is not a regular file of this user with one name", path_text(path)));
    }
    if ((info.st_mode & 0077) != 0 && ::fchmod(file.handle_, 0600) != 0) {
        return system_failure(path, "cannot be closed to others");
    }
    return file;
}

File::operator bool() const {
    return handle_ >= 0;
}

Result<std::uint64_t> File::size() const {
    struct stat info = {};
    if (::fstat(handle_, &info) != 0) {
        return system_failure(path_, "cannot be examined");
    }
    return static_cast<std::uint64_t>(info.st_size);
}

Result<void> File::read(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t got = ::pread(handle_, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return system_failure(path_, "could not be read");
        }
        if (got == 0) {
            return fail(ErrorCode::bad_file, fmt::format("{}: ends before byte {}", path_text(path_), offset));
        }
        out = out.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

Result<void> File::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(handle_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return system_failure(path_, "could not be written");
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return {};
}

Result<void> File::resize(std::uint64_t size) {
    if (::ftruncate(handle_, static_cast<off_t>(size)) != 0) {
        return system_failure(path_, "could not be cut");
    }
    return {};
}

Result<void> File::flush() {
    if (::fsync(handle_) != 0) {
        return system_failure(path_, "could not be flushed to the disk");
    }
    return {};
}

void File::begin_flush(std::uint64_t offset, std::uint64_t bytes) {
#ifdef __linux__
    ::sync_file_range(handle_, static_cast<off64_t>(offset), static_cast<off64_t>(bytes), SYNC_FILE_RANGE_WRITE);
#else
    static_cast<void>(offset);
    static_cast<void>(bytes);
#endif
}

void File::expect_reading(std::uint64_t offset, std::uint64_t bytes) const {
    ::posix_fadvise(handle_, static_cast<off_t>(offset), static_cast<off_t>(bytes), POSIX_FADV_SEQUENTIAL);
    ::posix_fadvise(handle_, static_cast<off_t>(offset), static_cast<off_t>(bytes), POSIX_FADV_WILLNEED);
}

void File::drop_cache() const {
    ::posix_fadvise(handle_, 0, 0, POSIX_FADV_DONTNEED);
}

void File::close() noexcept {
    if (handle_ >= 0) {
        ::close(handle_);
    }
    handle_ = -1;
}

}  // namespace strata
