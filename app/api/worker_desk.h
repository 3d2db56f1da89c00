#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/api/engine_desk.h"
#include "app/engine_worker.h"
#include "strata/text_model.h"

namespace strata::app::api {

/// Passes requests of the server to the engine's worker, and knows where they and the model stand by what the worker
/// tells: the one state machine that all answers about it come from. Lives on the server's thread.
class WorkerDesk final : public EngineDesk {
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;

    /// Whoever has the models: the window, or the program without one. All return at once and may be called on the
    /// server's thread, `text` on any.
    struct Owner {
        /// Loads a model; an empty id: the chosen one. What comes of it is told by the worker.
        std::function<void(const std::string& id)> load;
        std::function<void()> unload;
        /// Tokenizer and template of the chosen model, for counting while it is not loaded; may take long.
        std::function<Result<std::shared_ptr<const TextModel>>()> text;
    };

    struct Limits {
        std::size_t waiting_requests = 32;
        std::chrono::seconds engine_silence{300};  ///< zero: never too long
        std::chrono::seconds load_wait{600};       ///< a request waits no longer for a model
        std::chrono::seconds try_again{30};        ///< after a failed load a request may begin another one
    };

    /// post: runs something on the server's thread; may be called from any. clock: empty: the system's steady one.
    static std::shared_ptr<WorkerDesk> create(std::shared_ptr<EngineWorker> worker, Owner owner, const Limits& limits,
                                              std::function<void(std::function<void()>)> post, Clock clock = {});
    ~WorkerDesk() override;

    /// The models that there are; chosen: that is loaded or would be.
    void setModels(std::optional<ModelEntry> chosen, std::vector<ModelEntry> installed);
    /// The engine does not let go, or does so after all.
    void setStuck(bool stuck);
    /// Takes what the worker has told. By itself whenever there is something, but for what was told before anything
    /// could be run on the server's thread.
    void hear();
    /// Looks for what lasts too long; about once a second.
    void tick();
    /// All requests of the server end with `shutting_down`; nothing is taken any more.
    void close();
    /// Nothing runs and nothing waits, for so long.
    std::chrono::steady_clock::duration idleFor() const;

    ModelView models() const override;
    std::optional<ApiError> refusal() const override;
    std::optional<EngineStatus> engine() const override { return worker_->status(); }
    ApiResult<int> countTokens(const GenerationRequest& request) const override;
    ApiResult<RequestId> submit(GenerationRequest request, std::string api, bool streamed,
                                std::shared_ptr<DeskListener> listener) override;
    void cancel(RequestId id) override;
    int queuedBefore(RequestId id) const override;
    std::vector<RequestStanding> standings() const override;
    void load(const std::string& id, std::function<void(ApiResult<Switched>)> done) override;
    void unload(std::function<void(ApiResult<Switched>)> done) override;

private:
    struct Entry {
        RequestStanding standing;
        std::shared_ptr<DeskListener> listener;  ///< empty: not a request of the server, or nobody listens any more
        std::chrono::steady_clock::time_point came, last_sign;
        bool given_up = false;  ///< the engine was told to stop because it was silent
    };
    using Done = std::function<void(ApiResult<Switched>)>;

    WorkerDesk(std::shared_ptr<EngineWorker> worker, Owner owner, const Limits& limits,
               std::function<void(std::function<void()>)> post, Clock clock);
    void listen();
    void take(const EngineMessage& message);
    void takeModel(const EngineMessage& message);
    void takeEvents(RequestId id, const std::vector<EngineEvent>& events);
    void takeEnd(RequestId id, const ApiResult<GenerationSummary>& end);
    void note(Entry& entry, const EngineEvent& event) const;
    void loadForRequest();
    void finishSwitch(ModelState reached);
    void setState(ModelState state);
    ApiError failure() const;
    ModelState state() const { return stuck_ ? ModelState::stuck : state_; }
    bool isBusy() const { return !entries_.empty(); }

    const std::shared_ptr<EngineWorker> worker_;
    const Owner owner_;
    const Limits limits_;
    const std::function<void(std::function<void()>)> post_;
    const Clock clock_;
    std::weak_ptr<WorkerDesk> self_;
    std::shared_ptr<EngineMailbox> mailbox_;

    std::optional<ModelEntry> chosen_;
    std::vector<ModelEntry> installed_;
    ModelState state_ = ModelState::none;
    bool stuck_ = false;
    bool for_request_ = false;  ///< a request began the load that runs or is about to
    std::optional<Error> load_error_;
    std::chrono::steady_clock::time_point state_since_;
    std::chrono::steady_clock::time_point last_end_;
    std::map<RequestId, Entry> entries_;  ///< that wait or run, the person's too
    std::vector<Done> loads_, unloads_;   ///< that wait for it to be so
    bool closed_ = false;
};

/// What a client hears of an engine's error. loaded: the model was there when the request ran.
ApiError apiErrorOf(const Error& error, bool loaded);

}  // namespace strata::app::api
