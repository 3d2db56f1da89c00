#pragma once

#include <functional>
#include <random>
#include <string>

#include "strata/request.h"

namespace strata::testing {

/// Makes the text of one field of a conversation.
using TextSource = std::function<std::string(std::mt19937&)>;

/// Text like people write: words, lines, some letters beyond ASCII, white space at the ends, sometimes nothing.
std::string plain_text(std::mt19937& random);
/// Text made of control spellings, their halves and white space: what an attacker would send.
std::string hostile_text(std::mt19937& random);

/// A conversation that the chat format accepts: a system message now and then, questions, answers with thinking and
/// calls, results; tools, thinking and preserve_thinking at random. Every text comes from `text`.
GenerationRequest random_conversation(std::mt19937& random, const TextSource& text);

/// The same conversation with harmless texts in place of all that is more than white space.
GenerationRequest with_harmless_texts(GenerationRequest request);

}  // namespace strata::testing
