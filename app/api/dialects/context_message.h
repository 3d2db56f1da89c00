#pragma once

#include <string>

namespace strata::app::api {

/// The words in which clients of OpenAI's dialects look for a prompt that is too long.
std::string contextMessageOfOpenAi(int prompt_tokens, int context_length);

}  // namespace strata::app::api
