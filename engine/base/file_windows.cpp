#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/owner_only.h"
#include "base/system_failure.h"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

namespace strata {
namespace {

constexpr DWORD kShare = FILE_SHARE_READ | FILE_SHARE_DELETE;

OVERLAPPED place(std::uint64_t offset) {
    OVERLAPPED at = {};
    at.Offset = static_cast<DWORD>(offset);
    at.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return at;
}

DWORD piece(std::size_t bytes) {
    return static_cast<DWORD>(std::min<std::size_t>(bytes, 1U << 30));
}

}  // namespace

Result<File> File::create(const std::filesystem::path& path, Access access) {
    OwnerOnly owner_only;
    if (access == Access::owner_only) {
        STRATA_TRY(owner_only, OwnerOnly::create());
    }
    SECURITY_ATTRIBUTES attributes = {sizeof(attributes), owner_only.descriptor(), FALSE};
    File file;
    file.path_ = path;
    void* handle = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, kShare,
                               access == Access::owner_only ? &attributes : nullptr, CREATE_NEW,
                               FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return system_failure(path, "cannot be written");
    }
    file.handle_ = handle;
    return file;
}

Result<File> File::open_own(const std::filesystem::path& path, Mode mode) {
    File file;
    file.path_ = path;
    const DWORD access = GENERIC_READ | (mode == Mode::write ? GENERIC_WRITE : 0);
    void* handle =
        CreateFileW(path.c_str(), access, kShare, nullptr, OPEN_EXISTING,
                    FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_SEQUENTIAL_SCAN, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD attributes = GetFileAttributesW(path.c_str());
        if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
            return fail(ErrorCode::bad_file, fmt::format("{}: is not a regular file", path_text(path)));
        }
        return system_failure(path, "cannot be opened");
    }
    file.handle_ = handle;
    BY_HANDLE_FILE_INFORMATION info = {};
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &info)) {
        return system_failure(path, "cannot be examined");
    }
    constexpr DWORD kOther = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
    if ((info.dwFileAttributes & kOther) != 0 || info.nNumberOfLinks != 1 || !OwnerOnly::owns(handle)) {
        return fail(ErrorCode::bad_file,
                    fmt::format("{}: is not a regular file of this user with one name", path_text(path)));
    }
    return file;
}

File::operator bool() const {
    return handle_ != nullptr;
}

Result<std::uint64_t> File::size() const {
    LARGE_INTEGER size;
    if (!GetFileSizeEx(handle_, &size)) {
        return system_failure(path_, "cannot be examined");
    }
    return static_cast<std::uint64_t>(size.QuadPart);
}

Result<void> File::read(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        OVERLAPPED at = place(offset);
        DWORD got = 0;
        if (!ReadFile(handle_, out.data(), piece(out.size()), &got, &at) && GetLastError() != ERROR_HANDLE_EOF) {
            return system_failure(path_, "could not be read");
        }
        if (got == 0) {
            return fail(ErrorCode::bad_file, fmt::format("{}: ends before byte {}", path_text(path_), offset));
        }
        out = out.subspan(got);
        offset += got;
    }
    return {};
}

Result<void> File::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        OVERLAPPED at = place(offset);
        DWORD written = 0;
        if (!WriteFile(handle_, bytes.data(), piece(bytes.size()), &written, &at)) {
            return system_failure(path_, "could not be written");
        }
        bytes = bytes.subspan(written);
        offset += written;
    }
    return {};
}

Result<void> File::resize(std::uint64_t size) {
    FILE_END_OF_FILE_INFO end = {};
    end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
    if (!SetFileInformationByHandle(handle_, FileEndOfFileInfo, &end, sizeof(end))) {
        return system_failure(path_, "could not be cut");
    }
    return {};
}

Result<void> File::flush() {
    if (!FlushFileBuffers(handle_)) {
        return system_failure(path_, "could not be flushed to the disk");
    }
    return {};
}

// Windows writes behind by itself, reads ahead for FILE_FLAG_SEQUENTIAL_SCAN and reuses such pages first.
void File::begin_flush(std::uint64_t, std::uint64_t) {}
void File::expect_reading(std::uint64_t, std::uint64_t) const {}
void File::drop_cache() const {}

void File::close() noexcept {
    if (handle_ != nullptr) {
        CloseHandle(handle_);
    }
    handle_ = nullptr;
}

}  // namespace strata
