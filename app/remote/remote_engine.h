#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/remote/remote_call.h"
#include "strata/engine.h"

namespace strata::app {

/// A model that a server offers.
struct RemoteModel {
    std::string name;
    int context_length = 0;  ///< 0: the server does not say
};

/// Asks a server which models it has. Any thread; waits for the network. Errors: in words for people.
Result<std::vector<RemoteModel>> listRemoteModels(const RemoteServer& server, const RemoteOptions& options,
                                                  std::stop_token stop);

/// An engine that asks an OpenAI-compatible server. The same events come, so nothing above it changes. What needs the
/// model in this program (parking, checks, digests) is not here; tokens are counted by a rule of thumb.
class RemoteEngine final : public Engine {
public:
    /// Looks whether the server is there and has the model. Errors: not_found for a model that it does not have,
    /// io_error for what went wrong on the way.
    static Result<std::unique_ptr<Engine>> connect(const RemoteServer& server, const RemoteOptions& options,
                                                   const LoadProgress& progress);

    Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                       std::stop_token stop) override;
    /// About: a rule of thumb for English text.
    Result<int> count_tokens(const GenerationRequest& request) const override;
    EngineStatus status() const override;
    Result<void> apply(const LiveLimits& limits) override;
    Result<void> park(const ConversationId& id) override;
    std::vector<ParkedConversation> parked() const override;
    Result<void> keep(const ConversationId& id, bool kept) override;
    void forget(const ConversationId& id) override;
    StateFingerprint fingerprint() const override;
    Result<std::vector<CacheCheckResult>> check_cache(const CacheCheckOptions& options,
                                                      const CacheCheckProgress& progress,
                                                      std::stop_token stop) override;

private:
    RemoteEngine(RemoteServer server, RemoteAddress address, const RemoteOptions& options, const RemoteModel& model);

    struct Outcome;
    Result<Outcome> ask(const std::string& body, const EventSink& sink, std::stop_token stop);
    void noteSummary(const GenerationSummary& summary, std::optional<int> used, const ConversationId& conversation);
    void setState(EngineState state);

    const RemoteServer server_;
    const RemoteAddress address_;
    const RemoteOptions options_;
    const std::string model_;
    bool takes_extras_ = true;  ///< of the engine thread: the server has not refused them yet
    mutable std::mutex mutex_;  ///< guards the status
    EngineStatus status_;
};

}  // namespace strata::app
