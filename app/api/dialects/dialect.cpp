#include "app/api/dialect.h"

#include <fmt/format.h>

namespace strata::app::api {

std::string Dialect::contextMessage(int prompt_tokens, int context_length) const {
    return fmt::format(
        "context_length_exceeded: the prompt has {} tokens, which exceeds the available context size of {} tokens",
        prompt_tokens, context_length);
}

}  // namespace strata::app::api
