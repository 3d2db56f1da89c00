#include "app/engine_worker.h"

#include <exception>
#include <new>
#include <utility>

namespace strata::app {
namespace {

/// Runs `call` and turns whatever it throws into an error: nothing may leave a thread function.
template <class Value, class Call>
Result<Value> withoutExceptions(Call&& call, ErrorCode of_memory = ErrorCode::out_of_memory,
                                ErrorCode of_faults = ErrorCode::internal) {
    try {
        return call();
    } catch (const std::bad_alloc&) {
        return tl::unexpected(Error{of_memory, "memory ran out"});
    } catch (const std::exception& exception) {
        return tl::unexpected(Error{of_faults, exception.what()});
    } catch (...) {
        return tl::unexpected(Error{of_faults, "an unknown fault in the engine"});
    }
}

GenerationSummary cancelledSummary() {
    GenerationSummary summary;
    summary.reason = FinishReason::cancelled;
    return summary;
}

Error noModelError() {
    return Error{ErrorCode::not_found, "no model is loaded"};
}

}  // namespace

EngineWorker::EngineWorker(EngineLoader loader, std::shared_ptr<EngineMailbox> mailbox)
    : loader_(std::move(loader)), mailbox_(std::move(mailbox)) {}

void EngineWorker::run() {
    for (;;) {
        Task task = nextTask();
        if (auto* const load_task = std::get_if<LoadTask>(&task)) {
            runLoad(std::move(*load_task));
        } else if (std::holds_alternative<UnloadTask>(task)) {
            runUnload();
        } else if (const auto* const limits = std::get_if<LiveLimits>(&task)) {
            runLimits(*limits);
        } else if (const auto* const request = std::get_if<QueuedRequest>(&task)) {
            runRequest(*request);
        } else if (const auto* const check_task = std::get_if<CheckTask>(&task)) {
            runCheck(*check_task);
        } else {
            break;
        }
    }
    replaceEngine(nullptr);
}

void EngineWorker::observe(std::shared_ptr<EngineMailbox> mailbox) {
    const std::lock_guard lock(observers_mutex_);
    std::erase_if(observers_, [](const auto& observer) { return observer->isClosed(); });
    observers_.push_back(std::move(mailbox));
}

void EngineWorker::tell(EngineMessage message) {
    {
        const std::lock_guard lock(observers_mutex_);
        for (const auto& observer : observers_) {
            observer->put(message);
        }
    }
    mailbox_->put(std::move(message));
}

void EngineWorker::load(LoadOptions options) {
    {
        const std::lock_guard lock(mutex_);
        running_load_.request_stop();
        waiting_unload_ = false;  // loading lets go of the present model anyway
        waiting_load_ = LoadTask{std::move(options), std::stop_source()};
        tell(LoadBegan{});
    }
    work_arrived_.notify_one();
}

void EngineWorker::cancelLoad() {
    const std::lock_guard lock(mutex_);
    running_load_.request_stop();
    if (waiting_load_) {
        waiting_load_->cancel.request_stop();
    }
}

void EngineWorker::unload() {
    {
        const std::lock_guard lock(mutex_);
        running_load_.request_stop();
        running_stop_.request_stop();
        running_check_.request_stop();
        waiting_load_.reset();
        waiting_unload_ = true;
    }
    work_arrived_.notify_one();
}

void EngineWorker::submit(QueuedRequest request) {
    {
        const std::lock_guard lock(mutex_);
        tell(RequestQueued{request.id, request.asker});
        queue_.add(std::move(request));
    }
    work_arrived_.notify_one();
}

bool EngineWorker::submitIfRoom(QueuedRequest request, std::size_t most_waiting) {
    {
        const std::lock_guard lock(mutex_);
        const bool runs_next = running_request_ == 0 && queue_.isEmpty();  // then it does not count as waiting
        if (closed_ || (!runs_next && queue_.count(Asker::program) >= most_waiting)) {
            return false;
        }
        tell(RequestQueued{request.id, request.asker});
        queue_.add(std::move(request));
    }
    work_arrived_.notify_one();
    return true;
}

void EngineWorker::setOrder(QueueOrder order) {
    const std::lock_guard lock(mutex_);
    queue_.setOrder(order);
}

std::optional<std::size_t> EngineWorker::before(RequestId id) const {
    const std::lock_guard lock(mutex_);
    const auto before = queue_.before(id);
    return before ? std::optional(*before + (running_request_ != 0 ? 1 : 0)) : std::nullopt;
}

Result<int> EngineWorker::countTokens(const GenerationRequest& request) const {
    const std::shared_lock lock(engine_use_);
    return engine_ ? withoutExceptions<int>([&] { return engine_->count_tokens(request); })
                   : tl::unexpected(noModelError());
}

void EngineWorker::stop(RequestId id) {
    const std::lock_guard lock(mutex_);
    if (running_request_ == id) {
        running_stop_.request_stop();
    } else if (queue_.withdraw(id)) {
        tell(RequestDone{id, cancelledSummary()});
    }
}

void EngineWorker::apply(LiveLimits limits) {
    {
        const std::lock_guard lock(mutex_);
        waiting_limits_ = limits;
    }
    work_arrived_.notify_one();
}

void EngineWorker::check(CacheCheckOptions options) {
    {
        const std::lock_guard lock(mutex_);
        if (checking_) {
            tell(CheckFailed{Error{ErrorCode::invalid_argument, "a check is running already"}});
            return;
        }
        checking_ = true;
        waiting_check_ = CheckTask{std::move(options), std::stop_source()};
    }
    work_arrived_.notify_one();
}

void EngineWorker::stopCheck() {
    const std::lock_guard lock(mutex_);
    running_check_.request_stop();
    if (waiting_check_) {
        waiting_check_.reset();
        checking_ = false;
        tell(CheckDone{{}, true});
    }
}

void EngineWorker::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        running_load_.request_stop();
        running_stop_.request_stop();
        running_check_.request_stop();
    }
    work_arrived_.notify_one();
}

std::vector<ParkedConversation> EngineWorker::parked() const {
    const std::shared_lock lock(engine_use_);
    return engine_ ? engine_->parked() : std::vector<ParkedConversation>();
}

Result<void> EngineWorker::keep(const ConversationId& id, bool kept) {
    const std::shared_lock lock(engine_use_);
    return engine_ ? engine_->keep(id, kept) : tl::unexpected(noModelError());
}

void EngineWorker::forget(const ConversationId& id) {
    const std::shared_lock lock(engine_use_);
    if (engine_) {
        engine_->forget(id);
    }
}

std::optional<EngineStatus> EngineWorker::status() const {
    const std::lock_guard lock(mutex_);
    if (!engine_) {
        return std::nullopt;
    }
    return engine_->status();
}

bool EngineWorker::hasWork() const {
    return closed_ || waiting_load_ || waiting_unload_ || waiting_limits_ || canRun() || waiting_check_;
}

bool EngineWorker::canRun() const {
    // What the person asks while there is no model fails at once; programs wait until it has come.
    return engine_ ? !queue_.isEmpty() : queue_.count(Asker::person) > 0;
}

EngineWorker::Task EngineWorker::nextTask() {
    std::unique_lock lock(mutex_);
    running_load_ = std::stop_source(std::nostopstate);
    running_request_ = 0;
    running_stop_ = std::stop_source(std::nostopstate);
    running_check_ = std::stop_source(std::nostopstate);
    work_arrived_.wait(lock, [this] { return hasWork(); });
    if (closed_) {
        return Closed{};
    }
    if (waiting_load_) {
        LoadTask task = *std::exchange(waiting_load_, std::nullopt);
        running_load_ = task.cancel;
        return task;
    }
    if (std::exchange(waiting_unload_, false)) {
        return UnloadTask{};
    }
    if (waiting_limits_) {
        return *std::exchange(waiting_limits_, std::nullopt);
    }
    if (auto request = engine_ ? queue_.takeNext() : queue_.takeNext(Asker::person)) {
        tell(RequestBegan{request->id});
        running_request_ = request->id;
        running_stop_ = request->stop;
        return std::move(*request);
    }
    CheckTask task = *std::exchange(waiting_check_, std::nullopt);
    running_check_ = task.stop;
    return task;
}

void EngineWorker::runLoad(LoadTask task) {
    replaceEngine(nullptr);  // before the new one: two models may not fit at once
    auto engine = callLoader(task);
    if (task.cancel.stop_requested()) {
        engine = nullptr;  // the cancel may have come too late for the loader to notice
        reportCancelledLoad();
    } else if (!engine) {
        tell(LoadFailed{engine.error()});
        const std::lock_guard lock(mutex_);
        failWaiting(engine.error());
    } else {
        const EngineStatus status = (*engine)->status();
        loaded_with_ = std::move(task.options);
        replaceEngine(std::move(*engine));
        tell(LoadDone{status});
    }
}

void EngineWorker::runUnload() {
    replaceEngine(nullptr);
    const std::lock_guard lock(mutex_);
    if (!waiting_load_) {  // else what waits can wait for that
        cancelWaiting();
        tell(Unloaded{});
    }
}

void EngineWorker::reportCancelledLoad() {
    const std::lock_guard lock(mutex_);
    if (!waiting_load_) {  // else another load takes over, and what waits can wait for that
        cancelWaiting();
        tell(LoadCancelled{});
    }
}

void EngineWorker::runRequest(const QueuedRequest& task) {
    const auto summary = callEngine(task);
    {
        // Before anybody hears of it: who asks again at once is not to find the place taken.
        const std::lock_guard lock(mutex_);
        running_request_ = 0;
        running_stop_ = std::stop_source(std::nostopstate);
    }
    if (summary) {
        tell(RequestDone{task.id, *summary});
    } else {
        tell(RequestFailed{task.id, summary.error()});
        if (summary.error().code == ErrorCode::engine_lost) {
            loseEngine();
        }
    }
}

void EngineWorker::loseEngine() {
    constexpr std::chrono::seconds kTooSoon{60};
    replaceEngine(nullptr);
    const auto now = std::chrono::steady_clock::now();
    const bool again = last_loss_ && now - *last_loss_ < kTooSoon;
    last_loss_ = now;
    const std::lock_guard lock(mutex_);
    if (waiting_load_ || waiting_unload_ || closed_) {
        return;  // somebody else decides what comes
    }
    if (again || !loaded_with_) {
        const Error error{ErrorCode::engine_lost, "the engine ended twice within a minute"};
        tell(LoadFailed{error});
        failWaiting(error);
    } else {
        waiting_load_ = LoadTask{*loaded_with_, std::stop_source()};
        tell(LoadBegan{});
    }
}

void EngineWorker::runLimits(const LiveLimits& limits) {
    const auto applied = withoutExceptions<void>(
        [&]() -> Result<void> { return engine_ ? engine_->apply(limits) : tl::unexpected(noModelError()); });
    if (applied) {
        tell(LimitsApplied{});
    } else {
        tell(LimitsFailed{applied.error()});
    }
}

void EngineWorker::runCheck(const CheckTask& task) {
    const auto progress = [this](const std::string& scenario, double fraction) {
        tell(CheckAdvanced{scenario, fraction});
    };
    using Results = std::vector<CacheCheckResult>;
    const auto results = withoutExceptions<Results>([&]() -> Result<Results> {
        return engine_ ? engine_->check_cache(task.options, progress, task.stop.get_token())
                       : tl::unexpected(noModelError());
    });
    const std::lock_guard lock(mutex_);
    checking_ = false;
    if (results) {
        tell(CheckDone{*results, task.stop.stop_requested()});
    } else {
        tell(CheckFailed{results.error()});
    }
}

Result<std::unique_ptr<Engine>> EngineWorker::callLoader(const LoadTask& task) {
    const auto report = [this, &task](const LoadStep& step) {
        tell(LoadAdvanced{step});
        return !task.cancel.stop_requested();
    };
    auto engine = withoutExceptions<std::unique_ptr<Engine>>([&] { return loader_(task.options, report); });
    if (engine && !*engine) {
        return tl::unexpected(Error{ErrorCode::internal, "loading gave no engine"});
    }
    return engine;
}

Result<GenerationSummary> EngineWorker::callEngine(const QueuedRequest& task) {
    if (!engine_) {
        return tl::unexpected(noModelError());
    }
    const auto sink = [this, &task](const EngineEvent& event) {
        if (std::holds_alternative<TextDelta>(event) || std::holds_alternative<ReasoningDelta>(event)) {
            written_pieces_.fetch_add(1, std::memory_order_relaxed);
        }
        tell(RequestEvent{task.id, event});
    };
    // What threw in the middle of an answer cannot be trusted any more, whatever it was.
    return withoutExceptions<GenerationSummary>(
        [&] { return engine_->generate(task.request, sink, task.stop.get_token()); }, ErrorCode::engine_lost,
        ErrorCode::engine_lost);
}

void EngineWorker::replaceEngine(std::unique_ptr<Engine> engine) {
    std::unique_ptr<Engine> old;
    {
        const std::scoped_lock lock(engine_use_, mutex_);
        old = std::exchange(engine_, std::move(engine));
    }
    // The old one is destroyed here, outside the lock: giving back gigabytes takes a while.
}

void EngineWorker::cancelWaiting() {
    for (const QueuedRequest& request : queue_.takeAll()) {
        tell(RequestDone{request.id, cancelledSummary()});
    }
}

void EngineWorker::failWaiting(const Error& error) {
    for (const QueuedRequest& request : queue_.takeAll()) {
        tell(RequestFailed{request.id, error});
    }
}

}  // namespace strata::app
