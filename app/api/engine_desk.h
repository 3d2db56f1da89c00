#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/api/api_error.h"
#include "app/request_queue.h"
#include "strata/event.h"
#include "strata/request.h"
#include "strata/result.h"
#include "strata/status.h"

namespace strata::app::api {

enum class ModelState { none, starting, ready, unloaded, reloading, failed, stuck };

/// A model that could answer.
struct ModelEntry {
    std::string id;                          ///< name for clients; no path
    std::string name = {};                   ///< for people
    std::int64_t created = 0;                ///< seconds since 1970
    std::uint64_t bytes = 0;                 ///< of its file; 0: not known
    int context_length = 0;                  ///< that it is or would be loaded with; 0: not known
    int trained_context = 0;                 ///< 0: not known
    std::optional<bool> sees_pictures = {};  ///< none: not known while it is not loaded
    std::vector<std::string> aliases = {};

    /// By its id or an alias.
    bool isCalled(const std::string& other) const;
};

/// Why a model in this state answers nothing whatever is asked: there is none, somebody else is loading it, or the
/// engine hangs. None: a request may be tried.
std::optional<ApiError> refusalBy(ModelState state);
/// The model has no part that looks at pictures. param: where the first one stood.
ApiError noPicturesError(std::string param = {});

/// The state of the models at a moment.
struct ModelView {
    ModelState state = ModelState::none;
    std::optional<ModelEntry> chosen;   ///< that is loaded, or would be; none in state `none`
    std::vector<ModelEntry> installed;  ///< the others
    std::string failure;                ///< why it could not be loaded, of state `failed`; for clients, no paths

    /// It is known that the chosen one cannot look at pictures.
    bool isBlind() const { return chosen && chosen->sees_pictures == false; }
};

/// Where one request stands.
struct RequestStanding {
    std::string api;  ///< Dialect::name; "window" for the person at the screen
    bool streamed = false;
    int queued_before = -1;  ///< requests before it; < 0: it runs
    int prompt_tokens = 0, read_tokens = 0, cached_tokens = 0, generated_tokens = 0;
    double tokens_per_second = 0;  ///< over the last 2 s
    double seconds = 0;            ///< since it came
    enum class Phase { waiting, loading, reading, thinking, writing, tool } phase = Phase::waiting;
};

/// What becomes of a request; on the server's thread, in order.
class DeskListener {
public:
    virtual ~DeskListener() = default;
    virtual void takeEvents(const std::vector<EngineEvent>& events) = 0;
    /// One of these two is the last call.
    virtual void takeEnd(const GenerationSummary& summary) = 0;
    virtual void takeFailure(const ApiError& error) = 0;
};

/// The server's door to the engine and its models. All calls on the server's thread, all return at once, except those
/// that say so.
class EngineDesk {
public:
    virtual ~EngineDesk() = default;

    virtual ModelView models() const = 0;
    /// Why nothing is answered now, whatever is asked; none: a request may be tried.
    virtual std::optional<ApiError> refusal() const = 0;
    virtual std::optional<EngineStatus> engine() const = 0;

    /// Tokens of a request's prompt; also while the model is unloaded, if its file is at hand. Any thread; may take
    /// long. Errors: model_loading or no_model if there is no tokenizer; what the template says.
    virtual ApiResult<int> countTokens(const GenerationRequest& request) const = 0;

    /// Queues a request; loads the model if it is off. Errors: queue_full, and those of the model's state.
    virtual ApiResult<RequestId> submit(GenerationRequest request, std::string api, bool streamed,
                                        std::shared_ptr<DeskListener> listener) = 0;
    /// The client has gone: the request ends, and its listener hears nothing more.
    virtual void cancel(RequestId id) = 0;
    /// Requests before this one; < 0: it runs, or is not known.
    virtual int queuedBefore(RequestId id) const = 0;
    /// All that run and wait, the person's too.
    virtual std::vector<RequestStanding> standings() const = 0;

    /// Loads a model (empty id: the chosen one), or lets go of it; `done` is called when it is so. Errors: model_busy,
    /// model_not_found, no_model, model_load_failed, gpu_busy. loaded: it was, before.
    struct Switched {
        bool was_loaded = false;
    };
    virtual void load(const std::string& id, std::function<void(ApiResult<Switched>)> done) = 0;
    virtual void unload(std::function<void(ApiResult<Switched>)> done) = 0;
};

}  // namespace strata::app::api
