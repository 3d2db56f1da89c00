#include "app/api/worker_desk.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace strata::app::api {
namespace {

using std::chrono::steady_clock;

constexpr std::string_view kWindow = "window";
constexpr std::string_view kOwnPart = "api:";

bool isLoading(ModelState state) {
    return state == ModelState::starting || state == ModelState::reloading;
}

ApiError stuckError() {
    return *refusalBy(ModelState::stuck);
}

ApiError loadingError() {
    return *refusalBy(ModelState::starting);
}

/// The engine's sentence without what is nobody's business: whatever looks like a path.
std::string withoutPaths(const std::string& message) {
    return message.find_first_of("/\\") == std::string::npos ? message : "see the program's log";
}

}  // namespace

ApiError apiErrorOf(const Error& error, bool loaded) {
    switch (error.code) {
        case ErrorCode::context_full:
            return {ErrorKind::context_length_exceeded, "context_length_exceeded: " + withoutPaths(error.message)};
        case ErrorCode::no_vision:
            return noPicturesError();
        case ErrorCode::invalid_argument:
        case ErrorCode::bad_template:
            return {ErrorKind::invalid_value, withoutPaths(error.message)};
        case ErrorCode::engine_lost:
            return loaded ? ApiError{ErrorKind::engine_died, "The engine ended during the request. Try again."}
                          : ApiError{ErrorKind::model_load_failed, "The engine ended twice within a minute."};
        default:
            break;
    }
    if (!loaded) {
        return {ErrorKind::model_load_failed, "The model could not be loaded: " + withoutPaths(error.message)};
    }
    return {ErrorKind::internal_error, "The engine could not answer: " + withoutPaths(error.message)};
}

std::shared_ptr<WorkerDesk> WorkerDesk::create(std::shared_ptr<EngineWorker> worker, Owner owner, const Limits& limits,
                                               std::function<void(std::function<void()>)> post, Clock clock) {
    if (!clock) {
        clock = steady_clock::now;
    }
    std::shared_ptr<WorkerDesk> desk(
        new WorkerDesk(std::move(worker), std::move(owner), limits, std::move(post), std::move(clock)));
    desk->self_ = desk;
    desk->listen();
    return desk;
}

WorkerDesk::WorkerDesk(std::shared_ptr<EngineWorker> worker, Owner owner, const Limits& limits,
                       std::function<void(std::function<void()>)> post, Clock clock)
    : worker_(std::move(worker)),
      owner_(std::move(owner)),
      limits_(limits),
      post_(std::move(post)),
      clock_(std::move(clock)),
      state_since_(clock_()),
      last_end_(clock_()) {}

WorkerDesk::~WorkerDesk() {
    mailbox_->close();
}

void WorkerDesk::listen() {
    mailbox_ = std::make_shared<EngineMailbox>([post = post_, self = self_] {
        post([self] {
            if (const auto desk = self.lock()) {
                desk->hear();
            }
        });
    });
    worker_->observe(mailbox_);
    setState(worker_->status() ? ModelState::ready : ModelState::none);
}

void WorkerDesk::setModels(std::optional<ModelEntry> chosen, std::vector<ModelEntry> installed) {
    chosen_ = std::move(chosen);
    installed_ = std::move(installed);
    if (state_ == ModelState::none && chosen_) {
        setState(ModelState::unloaded);
    } else if (state_ == ModelState::unloaded && !chosen_) {
        setState(ModelState::none);
    }
}

void WorkerDesk::setStuck(bool stuck) {
    stuck_ = stuck;
}

void WorkerDesk::setState(ModelState state) {
    if (state != state_) {
        state_ = state;
        state_since_ = clock_();
    }
}

void WorkerDesk::hear() {
    handOn(
        mailbox_->takeAll(), [this](RequestId id, const std::vector<EngineEvent>& events) { takeEvents(id, events); },
        [this](const EngineMessage& message) { take(message); });
}

void WorkerDesk::take(const EngineMessage& message) {
    if (const auto* const queued = std::get_if<RequestQueued>(&message)) {
        if (queued->asker == Asker::person) {
            Entry entry;
            entry.standing.api = kWindow;
            entry.standing.streamed = true;
            entry.came = entry.last_sign = clock_();
            entries_.emplace(queued->id, std::move(entry));
        }
    } else if (const auto* const began = std::get_if<RequestBegan>(&message)) {
        if (const auto found = entries_.find(began->id); found != entries_.end()) {
            found->second.standing.phase = RequestStanding::Phase::reading;
            found->second.last_sign = clock_();
        }
    } else if (const auto* const done = std::get_if<RequestDone>(&message)) {
        takeEnd(done->id, done->summary);
    } else if (const auto* const failed = std::get_if<RequestFailed>(&message)) {
        const auto found = entries_.find(failed->id);
        const bool ran = found != entries_.end() && found->second.standing.phase != RequestStanding::Phase::waiting;
        takeEnd(failed->id, tl::unexpected(apiErrorOf(failed->error, ran)));
    } else {
        takeModel(message);
    }
}

void WorkerDesk::takeModel(const EngineMessage& message) {
    if (std::holds_alternative<LoadBegan>(message) || std::holds_alternative<LoadAdvanced>(message)) {
        if (!isLoading(state_)) {
            setState(for_request_ ? ModelState::reloading : ModelState::starting);
        }
    } else if (std::holds_alternative<LoadDone>(message)) {
        for_request_ = false;
        load_error_.reset();
        setState(ModelState::ready);
        finishSwitch(ModelState::ready);
    } else if (const auto* const failed = std::get_if<LoadFailed>(&message)) {
        for_request_ = false;
        load_error_ = failed->error;
        setState(ModelState::failed);
        finishSwitch(ModelState::failed);
    } else if (std::holds_alternative<LoadCancelled>(message) || std::holds_alternative<Unloaded>(message)) {
        for_request_ = false;
        setState(chosen_ ? ModelState::unloaded : ModelState::none);
        finishSwitch(ModelState::unloaded);
    }
}

void WorkerDesk::finishSwitch(ModelState reached) {
    for (const Done& done : std::exchange(reached == ModelState::unloaded ? unloads_ : loads_, {})) {
        if (reached == ModelState::failed) {
            done(tl::unexpected(failure()));
        } else {
            done(Switched{reached == ModelState::unloaded});
        }
    }
    if (reached == ModelState::unloaded) {
        for (const Done& done : std::exchange(loads_, {})) {
            done(refuse(ErrorKind::model_load_failed, "Loading the model was cancelled."));
        }
    }
}

ApiError WorkerDesk::failure() const {
    return apiErrorOf(load_error_.value_or(Error{ErrorCode::internal, "for an unknown reason"}), false);
}

void WorkerDesk::note(Entry& entry, const EngineEvent& event) const {
    using Phase = RequestStanding::Phase;
    RequestStanding& standing = entry.standing;
    if (const auto* const resumed = std::get_if<Resumed>(&event)) {
        standing.cached_tokens = standing.read_tokens = resumed->reused_tokens;
    } else if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
        standing.read_tokens = progress->position;
        standing.prompt_tokens = progress->prompt_tokens;
    } else if (const auto* const read = std::get_if<PromptRead>(&event)) {
        standing.read_tokens = standing.prompt_tokens = read->prompt_tokens;
        standing.phase = Phase::writing;
    } else if (std::holds_alternative<ReasoningDelta>(event)) {
        standing.phase = Phase::thinking;
    } else if (std::holds_alternative<TextDelta>(event)) {
        standing.phase = Phase::writing;
    } else if (std::holds_alternative<ToolCallBegun>(event)) {
        standing.phase = Phase::tool;
    }
}

void WorkerDesk::takeEvents(RequestId id, const std::vector<EngineEvent>& events) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) {
        return;
    }
    Entry& entry = found->second;
    entry.last_sign = clock_();
    for (const EngineEvent& event : events) {
        note(entry, event);
    }
    if (const auto listener = entry.listener) {
        listener->takeEvents(events);
    }
}

void WorkerDesk::takeEnd(RequestId id, const ApiResult<GenerationSummary>& end) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) {
        return;
    }
    const Entry entry = std::move(found->second);
    entries_.erase(found);
    last_end_ = clock_();
    if (entry.given_up) {
        stuck_ = false;  // it let go after all
    }
    if (!entry.listener) {
        return;
    }
    if (!end) {
        entry.listener->takeFailure(end.error());
    } else if (end->reason == FinishReason::cancelled) {
        // Whoever cancels does not listen any more: somebody else took the model away.
        entry.listener->takeFailure({ErrorKind::engine_died, "The model was unloaded in the meantime. Try again."});
    } else {
        entry.listener->takeEnd(*end);
    }
}

ModelView WorkerDesk::models() const {
    ModelView view;
    view.state = state();
    view.chosen = chosen_;
    view.installed = installed_;
    if (const auto status = worker_->status(); status && view.chosen && status->context_length > 0) {
        view.chosen->context_length = status->context_length;
        view.chosen->sees_pictures = status->sees_pictures;
    }
    if (state_ == ModelState::failed) {
        view.failure = failure().message;
    }
    return view;
}

ApiResult<int> WorkerDesk::countTokens(const GenerationRequest& request) const {
    Result<int> count = worker_->countTokens(request);
    if (!count && count.error().code == ErrorCode::not_found && owner_.text) {
        if (const auto text = owner_.text()) {
            count = (*text)->count_tokens(request);
        } else {
            return tl::unexpected(loadingError());
        }
    }
    if (!count) {
        return tl::unexpected(count.error().code == ErrorCode::not_found ? loadingError()
                                                                         : apiErrorOf(count.error(), true));
    }
    return *count;
}

std::optional<ApiError> WorkerDesk::refusal() const {
    if (closed_) {
        return ApiError{ErrorKind::shutting_down, "The server is being turned off."};
    }
    if (const auto refusal = refusalBy(state())) {
        return refusal;
    }
    const bool failed_just_now = state_ == ModelState::failed && clock_() - state_since_ < limits_.try_again;
    return failed_just_now ? std::optional(failure()) : std::nullopt;
}

void WorkerDesk::loadForRequest() {
    if (state_ == ModelState::unloaded || state_ == ModelState::failed) {
        for_request_ = true;
        setState(ModelState::reloading);
        owner_.load({});
    }
}

ApiResult<RequestId> WorkerDesk::submit(GenerationRequest request, std::string api, bool streamed,
                                        std::shared_ptr<DeskListener> listener) {
    if (const auto refused = refusal()) {
        return tl::unexpected(*refused);
    }
    if (!request.conversation.empty()) {
        request.conversation.insert(0, kOwnPart);  // never one of the window's chats
    }
    const RequestId id = worker_->newId();
    Entry entry;
    entry.standing.api = std::move(api);
    entry.standing.streamed = streamed;
    entry.listener = std::move(listener);
    entry.came = entry.last_sign = clock_();
    entries_.emplace(id, std::move(entry));
    if (!worker_->submitIfRoom(QueuedRequest{id, std::move(request), {}, Asker::program}, limits_.waiting_requests)) {
        entries_.erase(id);
        return refuse(ErrorKind::queue_full, "Too many requests wait already. Try again in a few seconds.");
    }
    loadForRequest();
    return id;
}

void WorkerDesk::cancel(RequestId id) {
    if (const auto found = entries_.find(id); found != entries_.end()) {
        found->second.listener.reset();
        worker_->stop(id);
    }
}

int WorkerDesk::queuedBefore(RequestId id) const {
    const auto before = worker_->before(id);
    return before ? static_cast<int>(*before) : -1;
}

std::vector<RequestStanding> WorkerDesk::standings() const {
    std::vector<RequestStanding> standings;
    const auto status = worker_->status();
    for (const auto& [id, entry] : entries_) {
        RequestStanding standing = entry.standing;
        standing.queued_before = queuedBefore(id);
        standing.seconds = std::chrono::duration<double>(clock_() - entry.came).count();
        if (standing.queued_before >= 0) {
            standing.phase = isLoading(state_) ? RequestStanding::Phase::loading : RequestStanding::Phase::waiting;
        } else if (status && standing.phase != RequestStanding::Phase::reading) {
            standing.generated_tokens = std::max(0, status->context_used - standing.prompt_tokens);
            standing.tokens_per_second = status->tokens_per_second;
        }
        standings.push_back(std::move(standing));
    }
    return standings;
}

void WorkerDesk::load(const std::string& id, std::function<void(ApiResult<Switched>)> done) {
    const bool is_chosen = id.empty() || (chosen_ && chosen_->isCalled(id));
    const auto other = std::ranges::find_if(installed_, [&id](const ModelEntry& entry) { return entry.isCalled(id); });
    if (closed_) {
        return done(refuse(ErrorKind::shutting_down, "The server is being turned off."));
    }
    if (!is_chosen && other == installed_.end()) {
        return done(
            refuse(ErrorKind::model_not_found, fmt::format("No installed model is called {}.", quotable(id)), "model"));
    }
    if (isBusy()) {
        return done(refuse(ErrorKind::model_busy, "A request runs or waits. Try again when it has ended."));
    }
    if (stuck_) {
        return done(tl::unexpected(stuckError()));
    }
    if (is_chosen && !chosen_) {
        return done(tl::unexpected(*refusalBy(ModelState::none)));
    }
    if (is_chosen && state_ == ModelState::ready) {
        return done(Switched{true});
    }
    loads_.push_back(std::move(done));
    if (!is_chosen || !isLoading(state_)) {
        owner_.load(is_chosen ? std::string() : other->id);
    }
}

void WorkerDesk::unload(std::function<void(ApiResult<Switched>)> done) {
    if (isBusy()) {
        return done(refuse(ErrorKind::model_busy, "A request runs or waits. Try again when it has ended."));
    }
    if (stuck_) {
        return done(tl::unexpected(stuckError()));
    }
    if (state_ != ModelState::ready) {
        return done(Switched{false});
    }
    unloads_.push_back(std::move(done));
    owner_.unload();
}

void WorkerDesk::tick() {
    const auto now = clock_();
    std::vector<std::pair<RequestId, ApiError>> ended;
    for (auto& [id, entry] : entries_) {
        if (!entry.listener) {
            continue;
        }
        const bool waits = entry.standing.phase == RequestStanding::Phase::waiting;
        if (waits && isLoading(state_) && now - entry.came >= limits_.load_wait) {
            ended.emplace_back(id, loadingError());
        } else if (!waits && limits_.engine_silence.count() > 0 && now - entry.last_sign >= limits_.engine_silence) {
            entry.given_up = true;
            stuck_ = true;  // until it lets go
            ended.emplace_back(id, stuckError());
        }
    }
    for (const auto& [id, error] : ended) {
        const auto listener = std::exchange(entries_.at(id).listener, nullptr);
        worker_->stop(id);
        listener->takeFailure(error);
    }
}

void WorkerDesk::close() {
    closed_ = true;
    std::vector<std::shared_ptr<DeskListener>> listeners;
    for (auto& [id, entry] : entries_) {
        if (auto listener = std::exchange(entry.listener, nullptr)) {
            worker_->stop(id);
            listeners.push_back(std::move(listener));
        }
    }
    for (const auto& listener : listeners) {
        listener->takeFailure({ErrorKind::shutting_down, "The server is being turned off."});
    }
    for (auto* const switches : {&loads_, &unloads_}) {
        for (const Done& done : std::exchange(*switches, {})) {
            done(refuse(ErrorKind::shutting_down, "The server is being turned off."));
        }
    }
}

std::chrono::steady_clock::duration WorkerDesk::idleFor() const {
    return entries_.empty() ? clock_() - std::max(last_end_, state_since_) : steady_clock::duration::zero();
}

}  // namespace strata::app::api
