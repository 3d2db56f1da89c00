#include "app/api/dialects/context_message.h"

#include <fmt/format.h>

namespace strata::app::api {

std::string contextMessageOfOpenAi(int prompt_tokens, int context_length) {
    return fmt::format(
        "context_length_exceeded: the prompt has {} tokens, which exceeds the available context size of {} tokens",
        prompt_tokens, context_length);
}

}  // namespace strata::app::api
