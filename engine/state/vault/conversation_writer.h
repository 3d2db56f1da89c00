#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "state/conversation_image.h"
#include "state/vault/conversation_folder.h"

namespace strata {

/// What a save changes: the manifest that will stand afterwards, and which of its parts are not in files yet.
struct SavePlan {
    Manifest next;  ///< fresh parts have no digests yet
    std::size_t first_fresh_page = 0;
    bool fresh_live = false;
    std::vector<std::size_t> fresh_checkpoints;  ///< places in next.checkpoints; none stays without a file
    std::uint64_t fresh_bytes = 0;               ///< to be written, without the manifest
    std::uint64_t kept_bytes = 0;                ///< already in files
};

/// How a save is to be stored.
struct SaveTerms {
    ManifestCard card;
    std::size_t most_checkpoints = 0;
    std::uint64_t next_number = 1;  ///< larger than the number of any file that there is
};

/// Why an image cannot be stored; empty if it can.
std::string fault_of(const ConversationImage& image, const VaultContext& context);

/// Compares an image with what is stored. `written`: pages known to be the stored ones, from the first on; for the rest
/// contents are compared by digest. Stored checkpoints that `image` still begins with are kept.
SavePlan plan_save(const VaultContext& context, const PartOwner& owner, const Manifest* stored,
                   std::span<const KvPage> written, const ConversationImage& image, const SaveTerms& terms);

/// Writes and flushes the fresh parts, and notes their digests; the manifest is the caller's. Errors: io_error; parts
/// are left behind then.
Result<void> write_parts(const VaultContext& context, const ConversationFolder& folder, SavePlan& plan,
                         const ConversationImage& image, const std::stop_token& stop);

}  // namespace strata
