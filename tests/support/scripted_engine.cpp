#include "support/scripted_engine.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace strata::testing {
namespace {

constexpr std::chrono::milliseconds kPromptTime{200};
constexpr std::chrono::milliseconds kFirstTokenTime{300};
constexpr std::chrono::milliseconds kTimePerToken{10};

bool isPiece(const EngineEvent& event) {
    return std::holds_alternative<TextDelta>(event) || std::holds_alternative<ReasoningDelta>(event);
}

EngineStatus scriptedStatus() {
    EngineStatus status;
    status.model_name = "Scripted";
    status.context_length = 4096;
    return status;
}

}  // namespace

void Gate::open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
}

void Gate::pass(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    visited_ = true;
    changed_.notify_all();
    changed_.wait(lock, std::move(stop), [this] { return open_; });
}

void Gate::pass() {
    std::unique_lock lock(mutex_);
    visited_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
}

void Gate::awaitVisitor() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return visited_; });
}

Script& Script::text(std::string piece) {
    return event(TextDelta{std::move(piece)});
}

Script& Script::reasoning(std::string piece) {
    return event(ReasoningDelta{std::move(piece)});
}

Script& Script::reading(int position, int prompt_tokens) {
    PromptProgress progress;
    progress.position = position;
    progress.prompt_tokens = prompt_tokens;
    return event(progress);
}

Script& Script::event(EngineEvent event) {
    steps_.emplace_back(std::move(event));
    return *this;
}

Script& Script::waitAt(std::shared_ptr<Gate> gate) {
    steps_.emplace_back(Wait{std::move(gate), true});
    return *this;
}

Script& Script::hangAt(std::shared_ptr<Gate> gate) {
    steps_.emplace_back(Wait{std::move(gate), false});
    return *this;
}

Script& Script::untilStopped() {
    return waitAt(std::make_shared<Gate>());
}

Script& Script::fail(ErrorCode code, std::string message) {
    steps_.emplace_back(Error{code, std::move(message)});
    return *this;
}

Script& Script::raise(std::string what) {
    steps_.emplace_back(Raise{std::move(what)});
    return *this;
}

Script& Script::summary(GenerationSummary summary) {
    summary_ = summary;
    own_summary_ = true;
    return *this;
}

Script answering(std::vector<std::string> pieces) {
    Script script;
    for (std::string& piece : pieces) {
        script.text(std::move(piece));
    }
    return script;
}

void RequestLog::add(const GenerationRequest& request) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
}

std::vector<GenerationRequest> RequestLog::all() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

void ScriptedVault::park(ParkedConversation conversation) {
    const std::lock_guard lock(mutex_);
    parked_.push_back(std::move(conversation));
}

std::vector<ParkedConversation> ScriptedVault::parked() const {
    const std::lock_guard lock(mutex_);
    return parked_;
}

bool ScriptedVault::keep(const ConversationId& id, bool kept) {
    const std::lock_guard lock(mutex_);
    for (ParkedConversation& conversation : parked_) {
        if (conversation.id == id) {
            conversation.kept = kept;
            return true;
        }
    }
    return false;
}

void ScriptedVault::forget(const ConversationId& id) {
    const std::lock_guard lock(mutex_);
    forgotten_.push_back(id);
    std::erase_if(parked_, [&id](const ParkedConversation& conversation) { return conversation.id == id; });
}

std::vector<ConversationId> ScriptedVault::forgotten() const {
    const std::lock_guard lock(mutex_);
    return forgotten_;
}

void ScriptedVault::apply(const LiveLimits& limits) {
    const std::lock_guard lock(mutex_);
    limits_.push_back(limits);
}

std::vector<LiveLimits> ScriptedVault::limits() const {
    const std::lock_guard lock(mutex_);
    return limits_;
}

void ScriptedVault::setMemory(const ConversationMemory& memory) {
    const std::lock_guard lock(mutex_);
    memory_ = memory;
}

ConversationMemory ScriptedVault::memory() const {
    const std::lock_guard lock(mutex_);
    return memory_;
}

ScriptedEngine::ScriptedEngine(std::vector<Script> scripts, std::shared_ptr<RequestLog> log,
                               std::shared_ptr<ScriptedVault> vault, ScriptedCheck check)
    : scripts_(std::move(scripts)),
      log_(std::move(log)),
      vault_(vault ? std::move(vault) : std::make_shared<ScriptedVault>()),
      check_(std::move(check)),
      status_(scriptedStatus()) {}

Result<GenerationSummary> ScriptedEngine::generate(const GenerationRequest& request, const EventSink& sink,
                                                   std::stop_token stop) {
    if (log_) {
        log_->add(request);
    }
    const Script script = scripts_.empty() ? Script() : scripts_[std::min(next_, scripts_.size() - 1)];
    ++next_;
    int pieces = 0;
    for (const Script::Step& step : script.steps_) {
        if (stop.stop_requested()) {
            break;
        }
        if (const auto* const event = std::get_if<EngineEvent>(&step)) {
            pieces += isPiece(*event) ? 1 : 0;
            sink(*event);
        } else if (const auto* const wait = std::get_if<Script::Wait>(&step)) {
            wait->until_stopped ? wait->gate->pass(stop) : wait->gate->pass();
        } else if (const auto* const error = std::get_if<Error>(&step)) {
            return tl::unexpected(*error);
        } else {
            throw std::runtime_error(std::get<Script::Raise>(step).what);
        }
    }
    GenerationSummary summary = script.summary_;
    if (!script.own_summary_) {
        summary.generated_tokens = pieces;
        summary.prompt_time = kPromptTime;
        summary.first_token_time = pieces > 0 ? kFirstTokenTime : std::chrono::milliseconds(0);
        summary.decode_time = std::max(pieces - 1, 0) * kTimePerToken;
    }
    if (stop.stop_requested()) {
        summary.reason = FinishReason::cancelled;
    }
    sink(Finished{summary});
    return summary;
}

Result<int> ScriptedEngine::count_tokens(const GenerationRequest& request) const {
    int count = 0;
    for (const ChatMessage& message : request.messages) {
        count += static_cast<int>(message.text.size() / 4) + 1;
    }
    return count;
}

void ScriptedVault::setLive(const ConversationId& id, int tokens) {
    const std::lock_guard lock(mutex_);
    live_ = {id, tokens};
}

std::pair<ConversationId, int> ScriptedVault::live() const {
    const std::lock_guard lock(mutex_);
    return live_;
}

EngineStatus ScriptedEngine::status() const {
    EngineStatus status = status_;
    status.memory = vault_->memory();
    std::tie(status.live_conversation, status.context_used) = vault_->live();
    return status;
}

Result<void> ScriptedEngine::apply(const LiveLimits& limits) {
    vault_->apply(limits);
    return {};
}

Result<void> ScriptedEngine::park(const ConversationId& id) {
    return tl::unexpected(Error{ErrorCode::not_found, "nothing is live: " + id});
}

std::vector<ParkedConversation> ScriptedEngine::parked() const {
    return vault_->parked();
}

Result<void> ScriptedEngine::keep(const ConversationId& id, bool kept) {
    if (!vault_->keep(id, kept)) {
        return tl::unexpected(Error{ErrorCode::not_found, "not parked: " + id});
    }
    return {};
}

void ScriptedEngine::forget(const ConversationId& id) {
    vault_->forget(id);
}

StateFingerprint ScriptedEngine::fingerprint() const {
    return {};
}

Result<std::vector<CacheCheckResult>> ScriptedEngine::check_cache(const CacheCheckOptions& options,
                                                                  const CacheCheckProgress& progress,
                                                                  std::stop_token stop) {
    std::vector<CacheCheckResult> results;
    for (const std::string& scenario : options.scenarios) {
        const auto known = std::find_if(check_.results.begin(), check_.results.end(),
                                        [&](const CacheCheckResult& result) { return result.scenario == scenario; });
        if (known == check_.results.end()) {
            return tl::unexpected(Error{ErrorCode::invalid_argument, "no scenario is called " + scenario});
        }
        progress(scenario, 0.5);
        if (check_.gate) {
            check_.gate->pass(stop);
        }
        if (stop.stop_requested()) {
            break;
        }
        progress(scenario, 1.0);
        results.push_back(*known);
    }
    return results;
}

std::function<Result<std::unique_ptr<Engine>>(const LoadOptions&, const LoadProgress&)> loaderOf(
    std::vector<Script> scripts, std::shared_ptr<RequestLog> log, std::shared_ptr<ScriptedVault> vault,
    ScriptedCheck check) {
    return [scripts = std::move(scripts), log = std::move(log), vault = std::move(vault), check = std::move(check)](
               const LoadOptions&, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
        progress(LoadStep{"reading", 1.0});
        return std::make_unique<ScriptedEngine>(scripts, log, vault, check);
    };
}

}  // namespace strata::testing
