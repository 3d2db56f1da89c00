#pragma once

#include <memory>
#include <stop_token>

#include "strata/event.h"
#include "strata/load_options.h"
#include "strata/request.h"
#include "strata/result.h"
#include "strata/status.h"

namespace strata {

/// One loaded model and one live conversation. Abstract so that the real engine's insides stay out of this header and
/// tests can script one. One thread at a time calls `generate`; the const members may be called from any thread.
class Engine {
public:
    /// Opens and checks the model file, builds the session. The errors say what to do where there is something to do.
    static Result<std::unique_ptr<Engine>> load(const LoadOptions& options, const LoadProgress& progress);
    virtual ~Engine() = default;

    /// Runs one request to its end on the calling thread and reports through `sink`; the last event is Finished.
    /// Cancelling is not an error: the summary then says FinishReason::cancelled and the conversation stays usable.
    /// Errors: a request that makes no sense, does not fit the context or that the template refuses; the session is then
    /// untouched.
    virtual Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                               std::stop_token stop) = 0;

    /// Renders and tokenizes; nothing is read by the model.
    virtual Result<int> count_tokens(const GenerationRequest& request) const = 0;

    virtual EngineStatus status() const = 0;
};

}  // namespace strata
