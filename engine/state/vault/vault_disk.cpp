#include "state/vault/vault_disk.h"

#include <fmt/format.h>

#include <random>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/system_failure.h"

namespace strata {
namespace {

constexpr std::size_t kTemporaryDigits = 8;
const std::string kTemporaryEnd = ".tmp";

}  // namespace

Result<void> VaultDisk::step(VaultStep step, const std::filesystem::path& path) const {
    return before_ ? before_(step, path) : Result<void>();
}

Result<void> VaultDisk::make_folder(const std::filesystem::path& path) const {
    STRATA_CHECK(step(VaultStep::make_folder, path));
    return make_private_folder(path);
}

Result<File> VaultDisk::create(const std::filesystem::path& path) const {
    STRATA_CHECK(step(VaultStep::create, path));
    return File::create(path, Access::owner_only);
}

Result<void> VaultDisk::write(File& file, const std::filesystem::path& path, std::uint64_t offset,
                              std::span<const std::byte> bytes) const {
    STRATA_CHECK(step(VaultStep::write, path));
    return file.write(offset, bytes);
}

Result<void> VaultDisk::flush(File& file, const std::filesystem::path& path) const {
    STRATA_CHECK(step(VaultStep::flush, path));
    return file.flush();
}

Result<void> VaultDisk::flush_folder(const std::filesystem::path& path) const {
    STRATA_CHECK(step(VaultStep::flush_folder, path));
    return strata::flush_folder(path);
}

Result<void> VaultDisk::truncate(const std::filesystem::path& path, std::uint64_t size) const {
    STRATA_CHECK(step(VaultStep::truncate, path));
    STRATA_TRY(File file, File::open_own(path, File::Mode::write));
    return file.resize(size);
}

Result<void> VaultDisk::remove(const std::filesystem::path& path) const {
    STRATA_CHECK(step(VaultStep::remove, path));
    std::error_code error;
    std::filesystem::remove(path, error);
    return error ? fail(ErrorCode::io_error,
                        fmt::format("{}: could not be removed ({})", path_text(path), error.message()))
                 : Result<void>();
}

Result<bool> VaultDisk::replace(const std::filesystem::path& path, std::span<const std::byte> bytes) const {
    std::filesystem::path temporary = path;
    temporary += fmt::format(".{:08x}{}", std::random_device()(), kTemporaryEnd);
    const auto prepare = [&]() -> Result<void> {
        STRATA_TRY(File file, create(temporary));
        STRATA_CHECK(write(file, temporary, 0, bytes));
        STRATA_CHECK(flush(file, temporary));
        file = File();
        // What the new file names must be there before it is.
        STRATA_CHECK(flush_folder(path.parent_path()));
        return step(VaultStep::rename, path);
    };
    if (Result<void> prepared = prepare(); !prepared) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return tl::unexpected(std::move(prepared).error());
    }
    return replace_file(temporary, path).has_value() && flush_folder(path.parent_path()).has_value();
}

bool is_temporary_name(const std::string& name, std::string_view stem) {
    if (!name.starts_with(stem) || !name.ends_with(kTemporaryEnd) ||
        name.size() != stem.size() + 1 + kTemporaryDigits + kTemporaryEnd.size() || name[stem.size()] != '.') {
        return false;
    }
    const std::string_view digits = std::string_view(name).substr(stem.size() + 1, kTemporaryDigits);
    return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace strata
