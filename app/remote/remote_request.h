#pragma once

#include <string>

#include "strata/request.h"
#include "strata/result.h"

namespace strata::app {

/// Whether to send what many servers understand and some refuse: switches for thinking.
enum class RemoteExtras { send, leave_out };

/// The JSON body of a streamed chat completion. What only the engine in this program knows (top-k, min-p, penalties for
/// repetition, budgets of thinking) is left out; the server's own values hold for that. Errors: invalid_argument for a
/// raw prompt.
Result<std::string> remoteRequestBody(const GenerationRequest& request, const std::string& model, RemoteExtras extras);

}  // namespace strata::app
