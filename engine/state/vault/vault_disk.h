#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/folder.h"
#include "state/vault/vault_step.h"
#include "strata/result.h"

namespace strata {

/// Everything that the vault changes on the disk goes through here, step by step, so that a test can stop at each.
class VaultDisk {
public:
    explicit VaultDisk(BeforeVaultStep before = {}) : before_(std::move(before)) {}

    Result<void> make_folder(const std::filesystem::path& path) const;
    /// An empty private file under a new name.
    Result<File> create(const std::filesystem::path& path) const;
    Result<void> write(File& file, const std::filesystem::path& path, std::uint64_t offset,
                       std::span<const std::byte> bytes) const;
    Result<void> flush(File& file, const std::filesystem::path& path) const;
    Result<void> flush_folder(const std::filesystem::path& path) const;
    Result<void> truncate(const std::filesystem::path& path, std::uint64_t size) const;
    /// Whatever stands there, links as such; a folder only if it is empty, as what is in it may be somebody's. Nothing
    /// there: fine.
    Result<void> remove(const std::filesystem::path& path) const;

    /// Writes a small file so that there is always either the old or the new one, also after a power cut. An error: the
    /// old one is there. False: it is not known which of the two a power cut would leave.
    Result<bool> replace(const std::filesystem::path& path, std::span<const std::byte> bytes) const;

private:
    Result<void> step(VaultStep step, const std::filesystem::path& path) const;

    BeforeVaultStep before_;
};

/// Whether a file name is one that `replace` uses for a file of the name `stem` before it is done.
bool is_temporary_name(const std::string& name, std::string_view stem);

}  // namespace strata
