#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"
#include "base/mapped_file.h"
#include "base/system_failure.h"
#include "base/uncached_file.h"

namespace strata {

#ifndef O_DIRECT
#define O_DIRECT 0
#endif

Result<UncachedFile> UncachedFile::open(const std::filesystem::path& path) {
    UncachedFile file;
    file.path_ = path;
    // Without O_NONBLOCK a FIFO in place of the file would wait for a writer for ever.
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    bool uncached = O_DIRECT != 0;
    file.handle_ = ::open(path.c_str(), kFlags | O_DIRECT);
    if (file.handle_ < 0 && errno == EINVAL) {
        uncached = false;
        file.handle_ = ::open(path.c_str(), kFlags);
    }
    if (file.handle_ < 0) {
        return system_failure(path, "cannot be opened");
    }
    file.uncached_ = std::make_unique<std::atomic<bool>>(uncached);
    return file;
}

Result<std::size_t> UncachedFile::read_blocks(std::uint64_t begin, std::size_t bytes, std::byte* target) const {
    for (;;) {
        const bool uncached = is_uncached();
        const ssize_t got = ::pread(handle_, target, bytes, static_cast<off_t>(begin));
        if (got >= 0) {
            return static_cast<std::size_t>(got);
        }
        // Some file systems open a file for such reads and refuse the first one.
        if (errno == EINVAL && uncached && leave_uncached()) {
            continue;
        }
        if (errno != EINTR) {
            return system_failure(path_, "could not be read");
        }
    }
}

bool UncachedFile::leave_uncached() const {
    const int flags = ::fcntl(handle_, F_GETFL);
    if (flags < 0 || ::fcntl(handle_, F_SETFL, flags & ~O_DIRECT) != 0) {
        return false;
    }
    uncached_->store(false);
    return true;
}

void UncachedFile::forget(std::uint64_t begin, std::size_t bytes) const {
    ::posix_fadvise(handle_, static_cast<off_t>(begin), static_cast<off_t>(bytes), POSIX_FADV_DONTNEED);
}

bool UncachedFile::is_same_as(const MappedFile& file) const {
    struct stat own = {}, other = {};
    return ::fstat(handle_, &own) == 0 && ::fstat(file.handle(), &other) == 0 && own.st_dev == other.st_dev &&
           own.st_ino == other.st_ino;
}

void UncachedFile::drop_cache() const {
    ::posix_fadvise(handle_, 0, 0, POSIX_FADV_DONTNEED);
}

void UncachedFile::close() noexcept {
    if (handle_ >= 0) {
        ::close(handle_);
    }
    handle_ = -1;
}

}  // namespace strata
