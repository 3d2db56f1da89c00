#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/digest.h"
#include "state/checkpoint.h"
#include "state/content_digest.h"
#include "state/conversation_image.h"
#include "state/conversation_vault.h"
#include "state/token_sequence.h"
#include "strata/result.h"

namespace strata {

inline constexpr std::size_t kLongestConversationId = 256;
inline constexpr std::size_t kLongestTitle = 1024;
inline constexpr std::uint64_t kLargestPartNumber = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kLargestManifest = std::uint64_t{256} << 20;

/// What lists show of a conversation; every version of the format has it at the same place.
struct ManifestCard {
    ConversationId id;
    std::string title;
    std::string model, model_name;
    std::uint64_t tokens = 0;
    bool kept = false;
    std::int64_t last_used = 0;  ///< microseconds since 1970
};

/// A file of page groups: they stand for neighbouring pages.
struct PageFile {
    std::uint64_t number = 0;
    std::uint64_t first_page = 0;
    std::uint64_t written = 0;  ///< groups that it was written with
    std::uint64_t used = 0;     ///< of them, from the first on, are still part of the conversation
};

/// A running state in a file of its own.
struct StoredState {
    std::uint64_t number = 0;  ///< of the file
    ContentDigest digest{};
    std::uint64_t position = 0;
    std::vector<std::int32_t> last_ids;
};

struct StoredCheckpoint {
    CheckpointKind kind = CheckpointKind::turn;
    StoredState state;
};

/// One version of a conversation: what it consists of and where each part lies.
struct Manifest {
    ManifestCard card;
    TokenSequence content;
    std::vector<std::uint32_t> cuts;
    std::vector<PageFile> files;                ///< by first page
    std::vector<ContentDigest> pages;           ///< one per page of `content`
    std::optional<StoredState> live;            ///< the state at the end; missing if it was damaged
    std::vector<StoredCheckpoint> checkpoints;  ///< least recently used first

    /// Shortens it to what can still be used if only `tokens` tokens are intact: the deepest checkpoint's length.
    void truncate(std::uint64_t tokens);
    /// The file that holds a page.
    const PageFile& file_of(std::uint64_t page) const;
};

/// The deepest point of `manifest` that `prompt` can go on from.
PrefixMatch match_prefix(const Manifest& manifest, const TokenSequence& prompt);

/// What is the same for all manifests of a session.
struct ManifestRules {
    VaultIdentity identity;
    Sha256 fingerprint{};
    Sha256 secret{};
};

std::vector<std::byte> encode_manifest(const Manifest& manifest, const Sha256& conversation,
                                       const ManifestRules& rules);

/// Whether all that a manifest claims hangs together: counts, places, lengths, numbers of files.
bool is_consistent(const Manifest& manifest, const ManifestRules& rules);

/// What a manifest file turned out to be.
struct ReadManifest {
    ParkedFit fit = ParkedFit::fine;
    Manifest manifest;  ///< if it does not fit, only the card is filled
};

/// Believes nothing: seal, then every count, place and size against what is left and against the rules.
/// Errors: bad_file.
Result<ReadManifest> decode_manifest(std::span<const std::byte> bytes, const Sha256& conversation,
                                     const ManifestRules& rules);

/// The same manifest with another card, whatever version it has. `bytes` must have been decoded.
std::vector<std::byte> with_card(std::span<const std::byte> bytes, const ManifestCard& card, const Sha256& secret);

}  // namespace strata
