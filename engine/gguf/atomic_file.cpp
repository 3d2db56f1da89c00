#include "gguf/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include "base/error.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace strata {

namespace {

#ifdef _WIN32
std::string last_error() {
    return std::system_category().message(static_cast<int>(GetLastError()));
}
#else
std::string last_error() {
    return std::generic_category().message(errno);
}
#endif

/// io_error with the system's reason for what has just failed.
tl::unexpected<Error> io_failure(const std::filesystem::path& path, std::string_view what) {
    const std::string reason = last_error();
    const std::u8string name = path.u8string();
    return fail(ErrorCode::io_error, fmt::format("{}: {} ({})", std::string(name.begin(), name.end()), what, reason));
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
    std::filesystem::path temporary = path;
    temporary += fmt::format(".{:08x}.tmp", std::random_device()());
    return temporary;
}

}  // namespace

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {
#ifdef _WIN32
    file_ = std::exchange(other.file_, nullptr);
#else
    file_ = std::exchange(other.file_, -1);
#endif
}

AtomicFile::~AtomicFile() {
    close();
    if (!temporary_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
}

#ifdef _WIN32

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    AtomicFile file;
    file.path_ = path;
    const std::filesystem::path temporary = temporary_name(path);
    void* handle =
        CreateFileW(temporary.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        return io_failure(path, "cannot be written");
    }
    file.file_ = handle;
    file.temporary_ = temporary;
    return file;
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto want = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 30));
        DWORD written = 0;
        if (!WriteFile(file_, bytes.data(), want, &written, nullptr)) {
            return io_failure(path_, "could not be written");
        }
        bytes = bytes.subspan(written);
    }
    return {};
}

Result<void> AtomicFile::commit() {
    if (!FlushFileBuffers(file_)) {
        return io_failure(path_, "could not be flushed to the disk");
    }
    close();
    if (!MoveFileExW(temporary_.c_str(), path_.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        return io_failure(path_, "could not be put in its place");
    }
    temporary_.clear();
    return {};
}

void AtomicFile::close() noexcept {
    if (file_ != nullptr) {
        CloseHandle(file_);
        file_ = nullptr;
    }
}

#else

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    AtomicFile file;
    file.path_ = path;
    const std::filesystem::path temporary = temporary_name(path);
    file.file_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.file_ < 0) {
        return io_failure(path, "cannot be written");
    }
    file.temporary_ = temporary;
    return file;
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return io_failure(path_, "could not be written");
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> AtomicFile::commit() {
    if (::fsync(file_) != 0) {
        return io_failure(path_, "could not be flushed to the disk");
    }
    close();
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
        return io_failure(path_, "could not be put in its place");
    }
    temporary_.clear();
    // The new name itself lies in the folder. If that cannot be flushed, the file is whole all the same.
    const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    if (const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); handle >= 0) {
        ::fsync(handle);
        ::close(handle);
    }
    return {};
}

void AtomicFile::close() noexcept {
    if (file_ >= 0) {
        ::close(file_);
        file_ = -1;
    }
}

#endif

}  // namespace strata
