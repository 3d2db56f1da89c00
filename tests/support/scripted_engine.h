#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "strata/engine.h"

namespace strata::testing {

/// A door that a script waits at until the test opens it. Any thread.
class Gate {
public:
    void open();
    /// Returns when the gate is open. With `stop`: also when a stop is requested.
    void pass(std::stop_token stop);
    void pass();
    /// Blocks until some script stands at the gate.
    void awaitVisitor();

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool open_ = false;
    bool visited_ = false;
};

/// What a ScriptedEngine does for one request, step by step.
class Script {
public:
    Script& text(std::string piece);
    Script& reasoning(std::string piece);
    Script& reading(int position, int prompt_tokens);
    Script& event(EngineEvent event);
    /// Waits until the gate opens or the request is stopped.
    Script& waitAt(std::shared_ptr<Gate> gate);
    /// Waits until the gate opens and is deaf to stop, as a broken engine would be.
    Script& hangAt(std::shared_ptr<Gate> gate);
    /// Does nothing until the request is stopped.
    Script& untilStopped();
    /// Ends the request with an error.
    Script& fail(ErrorCode code, std::string message);
    /// Leaves `generate` with an exception, which no engine should do.
    Script& raise(std::string what);
    /// The numbers of the summary at the end; by default those of the text pieces.
    Script& summary(GenerationSummary summary);

private:
    friend class ScriptedEngine;

    struct Wait {
        std::shared_ptr<Gate> gate;
        bool until_stopped = true;
    };
    struct Raise {
        std::string what;
    };
    using Step = std::variant<EngineEvent, Wait, Error, Raise>;

    std::vector<Step> steps_;
    GenerationSummary summary_;
    bool own_summary_ = false;
};

/// A script that answers with these pieces of text.
Script answering(std::vector<std::string> pieces);

/// What the engine was asked, for the test to look at. Any thread.
class RequestLog {
public:
    void add(const GenerationRequest& request);
    std::vector<GenerationRequest> all() const;

private:
    mutable std::mutex mutex_;
    std::vector<GenerationRequest> requests_;
};

/// What a scripted engine has parked, and what it was asked to do with it; shared by the engine and the test. Any
/// thread.
class ScriptedVault {
public:
    void park(ParkedConversation conversation);
    std::vector<ParkedConversation> parked() const;
    /// False: it is not parked.
    bool keep(const ConversationId& id, bool kept);
    void forget(const ConversationId& id);
    std::vector<ConversationId> forgotten() const;

    void apply(const LiveLimits& limits);
    std::vector<LiveLimits> limits() const;

    /// What the next status says of memory.
    void setMemory(const ConversationMemory& memory);
    ConversationMemory memory() const;
    /// Which conversation the next status says is live, and how many tokens the session holds.
    void setLive(const ConversationId& id, int tokens);
    std::pair<ConversationId, int> live() const;

private:
    mutable std::mutex mutex_;
    std::vector<ParkedConversation> parked_;
    std::vector<ConversationId> forgotten_;
    std::vector<LiveLimits> limits_;
    ConversationMemory memory_;
    std::pair<ConversationId, int> live_;
};

/// What a scripted engine does when it is asked to check.
struct ScriptedCheck {
    std::vector<CacheCheckResult> results;  ///< by scenario; one that is not here fails with invalid_argument
    std::shared_ptr<Gate> gate;             ///< waited at in the middle of every scenario; empty: none
};

/// An engine without a model: the n-th request plays the n-th script; after the last script, the last one again.
class ScriptedEngine final : public Engine {
public:
    explicit ScriptedEngine(std::vector<Script> scripts, std::shared_ptr<RequestLog> log = nullptr,
                            std::shared_ptr<ScriptedVault> vault = nullptr, ScriptedCheck check = {});

    Result<GenerationSummary> generate(const GenerationRequest& request, const EventSink& sink,
                                       std::stop_token stop) override;
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
    std::vector<Script> scripts_;
    std::shared_ptr<RequestLog> log_;
    std::shared_ptr<ScriptedVault> vault_;  ///< never empty
    const ScriptedCheck check_;
    std::size_t next_ = 0;
    const EngineStatus status_;
};

/// A loader that hands out one engine that plays these scripts.
std::function<Result<std::unique_ptr<Engine>>(const LoadOptions&, const LoadProgress&)> loaderOf(
    std::vector<Script> scripts, std::shared_ptr<RequestLog> log = nullptr,
    std::shared_ptr<ScriptedVault> vault = nullptr, ScriptedCheck check = {});

}  // namespace strata::testing
