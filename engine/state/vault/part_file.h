#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/digest.h"
#include "base/file.h"
#include "state/content_digest.h"
#include "state/vault/vault_disk.h"
#include "strata/result.h"

namespace strata {

/// What a part file holds.
enum class PartKind : std::uint32_t {
    pages = 1,       ///< K/V pages, one group each
    live = 2,        ///< the running state at the end
    checkpoint = 3,  ///< the running state at a checkpoint
};

/// What conversation and which settings a part file belongs to.
struct PartOwner {
    Sha256 conversation{};  ///< digest of its id
    Sha256 fingerprint{};
    std::uint64_t seed = 0;  ///< of the digests
};

/// All that tells a part file apart. The header follows from it and so do all places in the file.
struct PartLayout {
    PartKind kind = PartKind::pages;
    std::uint64_t number = 0;         ///< no two files of a folder ever share one
    std::uint64_t first_page = 0;     ///< of a file of pages
    std::uint64_t groups = 1;         ///< that the file was written with
    std::uint64_t payload_bytes = 0;  ///< of each group

    std::string name() const;
    /// Length of the file if it holds so many groups: each lies in blocks of 4,096 bytes, with its end marker.
    std::uint64_t length(std::uint64_t group_count) const;
};

/// Writes a new part file, group after group.
class PartWriter {
public:
    static Result<PartWriter> create(const VaultDisk& disk, const std::filesystem::path& folder,
                                     const PartLayout& layout, const PartOwner& owner);

    Result<void> append(std::span<const std::byte> payload, const ContentDigest& digest);
    /// Returns when the file is on the disk.
    Result<void> finish();

private:
    PartWriter(const VaultDisk& disk, std::filesystem::path path, const PartLayout& layout);

    const VaultDisk* disk_;
    std::filesystem::path path_;
    PartLayout layout_;
    File file_;
    std::uint64_t written_ = 0;  // groups
};

/// Reads groups of a part file and believes nothing: header, end marker and digest must be what the manifest says.
class PartReader {
public:
    /// Errors: not_found, bad_file, io_error.
    static Result<PartReader> open(const std::filesystem::path& folder, const PartLayout& layout,
                                   const PartOwner& owner);

    /// Errors: bad_file, io_error.
    Result<void> read(std::uint64_t group, std::span<std::byte> out, const ContentDigest& digest) const;
    /// The next `groups` groups from `first` on will be read soon.
    void expect(std::uint64_t first, std::uint64_t groups) const;
    /// The bytes now lie in memory of our own; the system's copy may go.
    void drop_cache() const { file_.drop_cache(); }

private:
    PartLayout layout_;
    std::uint64_t seed_ = 0;
    File file_;
};

}  // namespace strata
