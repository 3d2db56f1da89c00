#include "support/scripted_engine.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
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

ScriptedEngine::ScriptedEngine(std::vector<Script> scripts, std::shared_ptr<RequestLog> log)
    : scripts_(std::move(scripts)), log_(std::move(log)), status_(scriptedStatus()) {}

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

EngineStatus ScriptedEngine::status() const {
    return status_;
}

std::function<Result<std::unique_ptr<Engine>>(const LoadOptions&, const LoadProgress&)> loaderOf(
    std::vector<Script> scripts, std::shared_ptr<RequestLog> log) {
    return [scripts = std::move(scripts), log = std::move(log)](
               const LoadOptions&, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
        progress(LoadStep{"reading", 1.0});
        return std::make_unique<ScriptedEngine>(scripts, log);
    };
}

}  // namespace strata::testing
