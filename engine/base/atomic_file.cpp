#include "base/atomic_file.h"

#include <fmt/format.h>

#include <random>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/folder.h"

namespace strata {

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::move(other.file_)),
      size_(other.size_) {}

AtomicFile::~AtomicFile() {
    file_ = File();
    if (!temporary_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
}

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path, Access access) {
    std::filesystem::path temporary = path;
    temporary += fmt::format(".{:08x}.tmp", std::random_device()());
    AtomicFile file;
    file.path_ = path;
    Result<File> created = File::create(temporary, access);
    if (!created) {
        return fail(ErrorCode::io_error, std::move(created).error().message);
    }
    file.file_ = std::move(*created);
    file.temporary_ = std::move(temporary);
    return file;
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
    STRATA_CHECK(file_.write(size_, bytes));
    size_ += bytes.size();
    return {};
}

Result<void> AtomicFile::commit() {
    STRATA_CHECK(file_.flush());
    file_ = File();
    STRATA_CHECK(replace_file(temporary_, path_));
    temporary_.clear();
    // The new name itself lies in the folder. If that cannot be flushed, the file is whole all the same.
    static_cast<void>(flush_folder(path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".")));
    return {};
}

}  // namespace strata
