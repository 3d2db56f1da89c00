#pragma once

#include "state/sequence_state.h"
#include "state/token_sequence.h"
#include "strata/state_fingerprint.h"

namespace strata {

/// Digests of a sequence's state, one per component: ids, last ids, recurrence, convolution, indexer tail, n-gram
/// history, keys, values, pooled keys; and stale cells behind the end, which say nothing about the conversation.
StateFingerprint fingerprint_of(const TokenSequence& content, const SequenceState& state);

}  // namespace strata
