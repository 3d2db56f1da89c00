#include <algorithm>

#include "base/error.h"
#include "base/mapped_file.h"
#include "base/system_failure.h"
#include "base/uncached_file.h"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

namespace strata {
namespace {

HANDLE open_with(const std::filesystem::path& path, DWORD flags) {
    return CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                       FILE_ATTRIBUTE_NORMAL | flags, nullptr);
}

}  // namespace

Result<UncachedFile> UncachedFile::open(const std::filesystem::path& path) {
    UncachedFile file;
    file.path_ = path;
    HANDLE cached = open_with(path, 0);
    if (cached == INVALID_HANDLE_VALUE) {
        return system_failure(path, "cannot be opened");
    }
    file.cached_handle_ = cached;
    HANDLE uncached = open_with(path, FILE_FLAG_NO_BUFFERING);
    file.handle_ = uncached == INVALID_HANDLE_VALUE ? nullptr : uncached;
    file.uncached_ = std::make_unique<std::atomic<bool>>(file.handle_ != nullptr);
    return file;
}

Result<std::size_t> UncachedFile::read_blocks(std::uint64_t begin, std::size_t bytes, std::byte* target) const {
    for (;;) {
        OVERLAPPED at = {};
        at.Offset = static_cast<DWORD>(begin);
        at.OffsetHigh = static_cast<DWORD>(begin >> 32);
        const DWORD want = static_cast<DWORD>(std::min<std::size_t>(bytes, 1U << 30));
        DWORD got = 0;
        const bool uncached = is_uncached();
        if (ReadFile(uncached ? handle_ : cached_handle_, target, want, &got, &at)) {
            return got;
        }
        const DWORD reason = GetLastError();
        if (reason == ERROR_HANDLE_EOF) {
            return std::size_t{0};
        }
        // The disk's sectors may be larger than our blocks.
        if (reason != ERROR_INVALID_PARAMETER || !uncached || !leave_uncached()) {
            return system_failure(path_, "could not be read");
        }
    }
}

bool UncachedFile::leave_uncached() const {
    uncached_->store(false);
    return true;
}

// Windows has no call for it; a file that nobody maps leaves the cache when memory is wanted.
void UncachedFile::forget(std::uint64_t, std::size_t) const {}

bool UncachedFile::is_same_as(const MappedFile& file) const {
    BY_HANDLE_FILE_INFORMATION own = {}, other = {};
    return GetFileInformationByHandle(cached_handle_, &own) && GetFileInformationByHandle(file.handle(), &other) &&
           own.dwVolumeSerialNumber == other.dwVolumeSerialNumber && own.nFileIndexLow == other.nFileIndexLow &&
           own.nFileIndexHigh == other.nFileIndexHigh;
}

void UncachedFile::drop_cache() const {}

void UncachedFile::close() noexcept {
    for (void** handle : {&handle_, &cached_handle_}) {
        if (*handle != nullptr) {
            CloseHandle(*handle);
        }
        *handle = nullptr;
    }
}

}  // namespace strata
