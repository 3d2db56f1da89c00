#include <algorithm>
#include <limits>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QThread>

#include "app/downloads/disk_file.h"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

namespace strata::app {
namespace {

constexpr DWORD kMostAtOnce = 64U << 20;

tl::unexpected<DiskError> lastError(DWORD code = GetLastError()) {
    DiskError error;
    error.reason = qt_error_string(static_cast<int>(code)).trimmed();
    switch (code) {
        case ERROR_DISK_FULL:
        case ERROR_HANDLE_DISK_FULL:
        case ERROR_DISK_QUOTA_EXCEEDED:
            error.fault = DiskFault::full;
            break;
        case ERROR_FILE_NOT_FOUND:
        case ERROR_PATH_NOT_FOUND:
        case ERROR_NOT_READY:
        case ERROR_DEV_NOT_EXIST:
        case ERROR_BAD_NETPATH:
            error.fault = DiskFault::gone;
            break;
        case ERROR_SHARING_VIOLATION:
        case ERROR_LOCK_VIOLATION:
        case ERROR_ACCESS_DENIED:
            error.fault = DiskFault::locked;
            break;
        default:
            break;
    }
    return tl::unexpected(error);
}

/// The form that Windows takes at any length.
std::wstring longPath(const QString& path) {
    const QString native = QDir::toNativeSeparators(QDir(path).absolutePath());
    return (native.startsWith(QLatin1String("\\\\")) ? native : QStringLiteral("\\\\?\\") + native).toStdWString();
}

OVERLAPPED at(qint64 offset) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return place;
}

}  // namespace

DiskFile::DiskFile(DiskFile&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

DiskFile& DiskFile::operator=(DiskFile&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

DiskFile::~DiskFile() {
    close();
}

DiskResult<DiskFile> DiskFile::openOwn(const QString& path) {
    DiskFile file;
    HANDLE handle = CreateFileW(longPath(path).c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, nullptr,
                                OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return lastError();
    }
    file.handle_ = handle;
    BY_HANDLE_FILE_INFORMATION info{};
    if (!GetFileInformationByHandle(handle, &info)) {
        return lastError();
    }
    if ((info.dwFileAttributes & (FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DIRECTORY)) != 0 ||
        info.nNumberOfLinks != 1) {
        return tl::unexpected(DiskError{DiskFault::other, QStringLiteral("it is no file of this program")});
    }
    return file;
}

DiskResult<DiskFile> DiskFile::openForReading(const QString& path) {
    DiskFile file;
    HANDLE handle = CreateFileW(longPath(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return lastError();
    }
    file.handle_ = handle;
    return file;
}

bool DiskFile::isOpen() const {
    return handle_ != nullptr;
}

void DiskFile::close() {
    if (handle_ != nullptr) {
        CloseHandle(std::exchange(handle_, nullptr));
    }
}

DiskResult<qint64> DiskFile::size() const {
    LARGE_INTEGER size{};
    return GetFileSizeEx(handle_, &size) ? DiskResult<qint64>(size.QuadPart) : lastError();
}

DiskResult<void> DiskFile::read(qint64 offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        OVERLAPPED place = at(offset);
        DWORD got = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(out.size(), kMostAtOnce));
        if (!ReadFile(handle_, out.data(), wanted, &got, &place) && GetLastError() != ERROR_HANDLE_EOF) {
            return lastError();
        }
        if (got == 0) {
            return tl::unexpected(DiskError{DiskFault::other, QStringLiteral("the file ends too early")});
        }
        out = out.subspan(got);
        offset += got;
    }
    return {};
}

DiskResult<void> DiskFile::write(qint64 offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        OVERLAPPED place = at(offset);
        DWORD written = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), kMostAtOnce));
        if (!WriteFile(handle_, bytes.data(), wanted, &written, &place)) {
            return lastError();
        }
        if (written == 0) {
            return lastError(ERROR_DISK_FULL);
        }
        bytes = bytes.subspan(written);
        offset += written;
    }
    return {};
}

DiskResult<void> DiskFile::reserve(qint64 bytes) {
    return resize(bytes);  // NTFS takes the room at once; the file is not sparse
}

DiskResult<void> DiskFile::resize(qint64 bytes) {
    LARGE_INTEGER end{};
    end.QuadPart = bytes;
    return SetFilePointerEx(handle_, end, nullptr, FILE_BEGIN) && SetEndOfFile(handle_) ? DiskResult<void>()
                                                                                        : lastError();
}

DiskResult<void> DiskFile::flush() {
    return FlushFileBuffers(handle_) ? DiskResult<void>() : lastError();
}

DiskResult<void> renameFile(const QString& from, const QString& to) {
    constexpr int kAttempts = 5;
    constexpr unsigned long kPause = 200;  // milliseconds; a virus scanner lets go by then
    for (int attempt = 1;; ++attempt) {
        if (MoveFileExW(longPath(from).c_str(), longPath(to).c_str(),
                        MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
            return {};
        }
        auto failed = lastError();
        if (attempt == kAttempts || failed.value().fault != DiskFault::locked) {
            return failed;
        }
        QThread::msleep(kPause);
    }
}

DiskResult<void> linkFile(const QString& existing, const QString& name) {
    return CreateHardLinkW(longPath(name).c_str(), longPath(existing).c_str(), nullptr) ? DiskResult<void>()
                                                                                        : lastError();
}

int nameCount(const QString& path) {
    HANDLE handle = CreateFileW(longPath(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return 0;
    }
    BY_HANDLE_FILE_INFORMATION info{};
    const bool known = GetFileInformationByHandle(handle, &info) != 0;
    CloseHandle(handle);
    return known ? static_cast<int>(info.nNumberOfLinks) : 0;
}

qint64 bytesOnDisk(const QString& path) {
    DWORD high = 0;
    const DWORD low = GetCompressedFileSizeW(longPath(path).c_str(), &high);
    return low == INVALID_FILE_SIZE && GetLastError() != NO_ERROR ? 0 : (qint64{high} << 32) | low;
}

DiskResult<void> makeOwnFolder(const QString& path) {
    // Folders in the user's own space pass on an access list that is the user's; elsewhere the person chose the place.
    return QDir().mkpath(path) ? DiskResult<void>() : lastError();
}

}  // namespace strata::app
