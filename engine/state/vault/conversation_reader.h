#pragma once

#include <cstdint>
#include <span>

#include "state/conversation_image.h"
#include "state/vault/conversation_folder.h"

namespace strata {

/// What came back from the files.
struct ReadPrefix {
    ConversationImagePtr image;  ///< ends where the match does; null: nothing of the prompt is stored intact
    PrefixMatch match;
    bool damaged = false;     ///< something that the manifest named was not what it should be
    std::uint64_t bytes = 0;  ///< read from files
};

/// Reads the deepest intact point that `prompt` can go on from: one running state and the pages before it. What is
/// damaged is taken out of `manifest`; if that leaves nothing, its content is empty. `at_hand`: pages known to be the
/// stored ones, from the first on, which need not be read. Errors: out_of_memory; io_error (the files cannot be opened
/// now; nothing is known to be damaged).
Result<ReadPrefix> read_prefix(const VaultContext& context, const ConversationFolder& folder, Manifest& manifest,
                               const TokenSequence& prompt, std::span<const KvPage> at_hand);

}  // namespace strata
