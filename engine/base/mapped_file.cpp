#include "base/mapped_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace strata {

MappedFile::MappedFile(MappedFile&& other) noexcept {
    *this = std::move(other);
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    if (this != &other) {
        close();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        path_ = std::move(other.path_);
#ifdef _WIN32
        file_ = std::exchange(other.file_, nullptr);
        mapping_ = std::exchange(other.mapping_, nullptr);
#else
        file_ = std::exchange(other.file_, -1);
#endif
    }
    return *this;
}

MappedFile::~MappedFile() {
    close();
}

#ifdef _WIN32

namespace {

std::string last_error() {
    return std::system_category().message(static_cast<int>(GetLastError()));
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    MappedFile file;
    file.path_ = path;
    void* handle = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                               FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        const bool missing = GetLastError() == ERROR_FILE_NOT_FOUND || GetLastError() == ERROR_PATH_NOT_FOUND;
        return fail(missing ? ErrorCode::not_found : ErrorCode::io_error,
                    fmt::format("{}: cannot be opened ({})", path.string(), last_error()));
    }
    file.file_ = handle;
    LARGE_INTEGER size;
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileSizeEx(handle, &size)) {
        return fail(ErrorCode::io_error, fmt::format("{}: is not a regular file", path.string()));
    }
    file.size_ = static_cast<std::size_t>(size.QuadPart);
    if (file.size_ > 0) {
        file.mapping_ = CreateFileMappingW(handle, nullptr, PAGE_READONLY, 0, 0, nullptr);
        file.data_ = file.mapping_ == nullptr
                         ? nullptr
                         : static_cast<const std::byte*>(MapViewOfFile(file.mapping_, FILE_MAP_READ, 0, 0, 0));
        if (file.data_ == nullptr) {
            return fail(ErrorCode::io_error, fmt::format("{}: cannot be mapped ({})", path.string(), last_error()));
        }
    }
    return file;
}

bool MappedFile::still_whole() const {
    LARGE_INTEGER size;
    return GetFileSizeEx(file_, &size) && static_cast<std::size_t>(size.QuadPart) >= size_;
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        OVERLAPPED at = {};
        at.Offset = static_cast<DWORD>(offset);
        at.OffsetHigh = static_cast<DWORD>(offset >> 32);
        const DWORD want = static_cast<DWORD>(std::min<std::size_t>(out.size(), 1U << 30));
        DWORD got = 0;
        if (!ReadFile(file_, out.data(), want, &got, &at) || got == 0) {
            return fail(ErrorCode::io_error,
                        fmt::format("{}: could not be read at byte {} (the file became shorter or its disk is gone)",
                                    path_.string(), offset));
        }
        out = out.subspan(got);
        offset += got;
    }
    return {};
}

void MappedFile::prefetch(std::span<const std::byte> bytes) {
    WIN32_MEMORY_RANGE_ENTRY range = {const_cast<std::byte*>(bytes.data()), bytes.size()};
    PrefetchVirtualMemory(GetCurrentProcess(), 1, &range, 0);
}

void MappedFile::prefetch(std::span<const std::span<const std::byte>> parts) {
    std::vector<WIN32_MEMORY_RANGE_ENTRY> ranges;
    for (const std::span<const std::byte> part : parts) {
        ranges.push_back({const_cast<std::byte*>(part.data()), part.size()});
    }
    if (!ranges.empty()) {
        PrefetchVirtualMemory(GetCurrentProcess(), ranges.size(), ranges.data(), 0);
    }
}

void MappedFile::populate(std::span<const std::byte> bytes) {
    prefetch(bytes);  // touching pages would end the process where the disk is gone
}

std::size_t MappedFile::page_bytes() {
    SYSTEM_INFO info = {};
    GetSystemInfo(&info);
    return info.dwPageSize;
}

double MappedFile::cached_share(std::span<const std::byte>) {
    return 0.0;  // Windows tells only of pages that this process has touched
}

void MappedFile::close() noexcept {
    if (data_ != nullptr) {
        UnmapViewOfFile(data_);
    }
    if (mapping_ != nullptr) {
        CloseHandle(mapping_);
    }
    if (file_ != nullptr) {
        CloseHandle(file_);
    }
    data_ = nullptr;
    mapping_ = nullptr;
    file_ = nullptr;
}

#else

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    MappedFile file;
    file.path_ = path;
    // Without O_NONBLOCK a FIFO in place of the file would wait for a writer for ever.
    file.file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file.file_ < 0) {
        const int reason = errno;
        return fail(reason == ENOENT ? ErrorCode::not_found : ErrorCode::io_error,
                    fmt::format("{}: cannot be opened ({})", path.string(), std::generic_category().message(reason)));
    }
    struct stat info = {};
    if (::fstat(file.file_, &info) != 0 || !S_ISREG(info.st_mode)) {
        return fail(ErrorCode::io_error, fmt::format("{}: is not a regular file", path.string()));
    }
    file.size_ = static_cast<std::size_t>(info.st_size);
    if (file.size_ > 0) {
        void* data = ::mmap(nullptr, file.size_, PROT_READ, MAP_SHARED, file.file_, 0);
        if (data == MAP_FAILED) {
            return fail(ErrorCode::io_error, fmt::format("{}: cannot be mapped ({})", path.string(),
                                                         std::generic_category().message(errno)));
        }
        file.data_ = static_cast<const std::byte*>(data);
    }
    return file;
}

bool MappedFile::still_whole() const {
    struct stat info = {};
    return ::fstat(file_, &info) == 0 && static_cast<std::size_t>(info.st_size) >= size_;
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t got = ::pread(file_, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return fail(ErrorCode::io_error,
                        fmt::format("{}: could not be read at byte {} (the file became shorter or its disk is gone)",
                                    path_.string(), offset));
        }
        out = out.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

std::size_t MappedFile::page_bytes() {
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return page;
}

void MappedFile::prefetch(std::span<const std::span<const std::byte>> parts) {
    for (const std::span<const std::byte> part : parts) {
        prefetch(part);
    }
}

namespace {

/// Bytes of a mapping from the beginning of the page in which they begin, as system calls want them.
struct Pages {
    void* first;
    std::size_t bytes;
};

Pages pages_of(std::span<const std::byte> bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t begin = address / MappedFile::page_bytes() * MappedFile::page_bytes();
    return {reinterpret_cast<void*>(begin), address + bytes.size() - begin};
}

}  // namespace

void MappedFile::prefetch(std::span<const std::byte> bytes) {
    const Pages pages = pages_of(bytes);
    ::madvise(pages.first, pages.bytes, MADV_WILLNEED);
}

void MappedFile::populate(std::span<const std::byte> bytes) {
#ifdef MADV_POPULATE_READ
    const Pages pages = pages_of(bytes);
    if (::madvise(pages.first, pages.bytes, MADV_POPULATE_READ) == 0) {
        return;
    }
#endif
    prefetch(bytes);  // an older system, or a file that became shorter: touching pages would end the process
}

double MappedFile::cached_share(std::span<const std::byte> bytes) {
    const Pages pages = pages_of(bytes);
    std::vector<unsigned char> states((pages.bytes + page_bytes() - 1) / page_bytes());
    if (states.empty() || ::mincore(pages.first, pages.bytes, states.data()) != 0) {
        return 0.0;
    }
    const auto cached = std::ranges::count_if(states, [](unsigned char state) { return (state & 1U) != 0; });
    return static_cast<double>(cached) / static_cast<double>(states.size());
}

void MappedFile::close() noexcept {
    if (data_ != nullptr) {
        ::munmap(const_cast<std::byte*>(data_), size_);
    }
    if (file_ >= 0) {
        ::close(file_);
    }
    data_ = nullptr;
    file_ = -1;
}

#endif

}  // namespace strata
