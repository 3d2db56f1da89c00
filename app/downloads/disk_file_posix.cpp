#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/downloads/disk_file.h"

namespace strata::app {
namespace {

tl::unexpected<DiskError> lastError(int code = errno) {
    DiskError error;
    error.reason = QString::fromStdString(std::generic_category().message(code));
    if (code == ENOSPC || code == EDQUOT) {
        error.fault = DiskFault::full;
    } else if (code == ENOENT || code == ENODEV || code == ENXIO || code == ESTALE) {
        error.fault = DiskFault::gone;
    } else if (code == ETXTBSY || code == EBUSY) {
        error.fault = DiskFault::locked;
    }
    return tl::unexpected(error);
}

}  // namespace

DiskFile::DiskFile(DiskFile&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

DiskFile& DiskFile::operator=(DiskFile&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

DiskFile::~DiskFile() {
    close();
}

DiskResult<DiskFile> DiskFile::openOwn(const QString& path) {
    DiskFile file;
    file.handle_ = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file.handle_ < 0) {
        return lastError();
    }
    struct stat info {};
    if (::fstat(file.handle_, &info) != 0) {
        return lastError();
    }
    if (!S_ISREG(info.st_mode) || info.st_nlink != 1 || info.st_uid != ::geteuid()) {
        return tl::unexpected(DiskError{DiskFault::other, QStringLiteral("it is no file of this program")});
    }
    return file;
}

DiskResult<DiskFile> DiskFile::openForReading(const QString& path) {
    DiskFile file;
    file.handle_ = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    return file.handle_ < 0 ? DiskResult<DiskFile>(lastError()) : DiskResult<DiskFile>(std::move(file));
}

bool DiskFile::isOpen() const {
    return handle_ >= 0;
}

void DiskFile::close() {
    if (handle_ >= 0) {
        ::close(std::exchange(handle_, -1));
    }
}

DiskResult<qint64> DiskFile::size() const {
    struct stat info {};
    return ::fstat(handle_, &info) == 0 ? DiskResult<qint64>(info.st_size) : lastError();
}

DiskResult<void> DiskFile::read(qint64 offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t got = ::pread(handle_, out.data(), out.size(), offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return lastError();
        }
        if (got == 0) {
            return tl::unexpected(DiskError{DiskFault::other, QStringLiteral("the file ends too early")});
        }
        out = out.subspan(static_cast<std::size_t>(got));
        offset += got;
    }
    return {};
}

DiskResult<void> DiskFile::write(qint64 offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(handle_, bytes.data(), bytes.size(), offset);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return lastError(written == 0 ? ENOSPC : errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += written;
    }
    return {};
}

DiskResult<void> DiskFile::reserve(qint64 bytes) {
#ifdef __linux__
    // Not posix_fallocate: where the file system cannot reserve, that one writes zeros over the whole length.
    if (bytes > 0 && ::fallocate(handle_, 0, 0, bytes) == 0) {
        return {};
    }
    if (bytes > 0 && errno != EOPNOTSUPP && errno != ENOSYS) {
        return lastError();
    }
#endif
    return resize(bytes);
}

DiskResult<void> DiskFile::resize(qint64 bytes) {
    return ::ftruncate(handle_, bytes) == 0 ? DiskResult<void>() : lastError();
}

DiskResult<void> DiskFile::flush() {
    // Some file systems know no flushing of their own; what they have is as safe as it gets.
    return ::fdatasync(handle_) == 0 || errno == EINVAL || errno == ENOTSUP ? DiskResult<void>() : lastError();
}

DiskResult<void> renameFile(const QString& from, const QString& to) {
    return ::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) == 0 ? DiskResult<void>()
                                                                                                 : lastError();
}

DiskResult<void> linkFile(const QString& existing, const QString& name) {
    return ::link(QFile::encodeName(existing).constData(), QFile::encodeName(name).constData()) == 0
               ? DiskResult<void>()
               : lastError();
}

int nameCount(const QString& path) {
    struct stat info {};
    return ::stat(QFile::encodeName(path).constData(), &info) == 0 ? static_cast<int>(info.st_nlink) : 0;
}

qint64 bytesOnDisk(const QString& path) {
    constexpr qint64 kBlock = 512;  // whatever the file system's own blocks are
    struct stat info {};
    return ::stat(QFile::encodeName(path).constData(), &info) == 0 ? info.st_blocks * kBlock : 0;
}

DiskResult<void> makeOwnFolder(const QString& path) {
    if (QFileInfo(path).isDir()) {
        return {};
    }
    const QString above = QFileInfo(path).path();
    if (above != path) {
        if (const auto made = makeOwnFolder(above); !made) {
            return made;
        }
    }
    return ::mkdir(QFile::encodeName(path).constData(), 0700) == 0 || errno == EEXIST ? DiskResult<void>()
                                                                                      : lastError();
}

}  // namespace strata::app
