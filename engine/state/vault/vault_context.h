#pragma once

#include <cstddef>
#include <filesystem>

#include "state/vault/manifest.h"
#include "state/vault/part_file.h"
#include "state/vault/vault_disk.h"

namespace strata {

/// What is the same for everything that an open vault does.
struct VaultContext {
    std::filesystem::path root;
    ManifestRules rules;
    std::size_t page_bytes = 0;   ///< of a K/V page
    std::size_t state_bytes = 0;  ///< of a running state's floats
    VaultDisk disk;

    /// Where the files of a conversation belong.
    PartOwner owner(const Sha256& conversation) const;
    PartLayout layout(const PageFile& file) const;
    PartLayout layout(PartKind kind, const StoredState& state) const;
    /// Bytes of all part files that a manifest names.
    std::uint64_t part_bytes(const Manifest& manifest) const;
};

/// The digest that stands for a conversation's id, and the name of its folder.
Sha256 digest_of_id(const ConversationId& id);

}  // namespace strata
