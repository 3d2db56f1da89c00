#pragma once

#include <cstddef>

#include "state/token_sequence.h"
#include "strata/event.h"
#include "text/tokenizer.h"

namespace strata {

/// Where and why a prompt leaves the conversation that is live. live must not be a beginning of prompt.
/// The reason is a guess from what stands around the place; `Diverged` explains the fields.
Diverged describe_divergence(const Tokenizer& tokenizer, const TokenSequence& live, const TokenSequence& prompt);

/// Whether a prompt asks for an answer that the kept conversation has already: all that it has of its own is (a part
/// of) the header of the answer.
bool asks_again(const Tokenizer& tokenizer, const TokenSequence& kept, const TokenSequence& prompt);

}  // namespace strata
