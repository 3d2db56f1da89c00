#include "app/engine_worker.h"

#include <exception>
#include <new>
#include <utility>

namespace strata::app {
namespace {

/// Runs `call` and turns whatever it throws into an error: nothing may leave a thread function.
template <class Value, class Call>
Result<Value> withoutExceptions(Call&& call) {
    try {
        return call();
    } catch (const std::bad_alloc&) {
        return tl::unexpected(Error{ErrorCode::out_of_memory, "memory ran out"});
    } catch (const std::exception& exception) {
        return tl::unexpected(Error{ErrorCode::internal, exception.what()});
    } catch (...) {
        return tl::unexpected(Error{ErrorCode::internal, "an unknown fault in the engine"});
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

void EngineWorker::load(LoadOptions options) {
    {
        const std::lock_guard lock(mutex_);
        running_load_.request_stop();
        waiting_unload_ = false;  // loading lets go of the present model anyway
        waiting_load_ = LoadTask{std::move(options), std::stop_source()};
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
        queue_.add(std::move(request));
    }
    work_arrived_.notify_one();
}

void EngineWorker::stop(RequestId id) {
    const std::lock_guard lock(mutex_);
    if (running_request_ == id) {
        running_stop_.request_stop();
    } else if (queue_.withdraw(id)) {
        mailbox_->put(RequestDone{id, cancelledSummary()});
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
            mailbox_->put(CheckFailed{Error{ErrorCode::invalid_argument, "a check is running already"}});
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
        mailbox_->put(CheckDone{{}, true});
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
    return closed_ || waiting_load_ || waiting_unload_ || waiting_limits_ || !queue_.isEmpty() || waiting_check_;
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
    if (auto request = queue_.takeNext()) {
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
        mailbox_->put(LoadFailed{engine.error()});
        const std::lock_guard lock(mutex_);
        failWaiting(engine.error());
    } else {
        const EngineStatus status = (*engine)->status();
        replaceEngine(std::move(*engine));
        mailbox_->put(LoadDone{status});
    }
}

void EngineWorker::runUnload() {
    replaceEngine(nullptr);
    const std::lock_guard lock(mutex_);
    if (!waiting_load_) {  // else what waits can wait for that
        cancelWaiting();
        mailbox_->put(Unloaded{});
    }
}

void EngineWorker::reportCancelledLoad() {
    const std::lock_guard lock(mutex_);
    if (!waiting_load_) {  // else another load takes over, and what waits can wait for that
        cancelWaiting();
        mailbox_->put(LoadCancelled{});
    }
}

void EngineWorker::runRequest(const QueuedRequest& task) {
    const auto summary = callEngine(task);
    if (summary) {
        mailbox_->put(RequestDone{task.id, *summary});
    } else {
        mailbox_->put(RequestFailed{task.id, summary.error()});
    }
}

void EngineWorker::runLimits(const LiveLimits& limits) {
    const auto applied = withoutExceptions<void>(
        [&]() -> Result<void> { return engine_ ? engine_->apply(limits) : tl::unexpected(noModelError()); });
    if (applied) {
        mailbox_->put(LimitsApplied{});
    } else {
        mailbox_->put(LimitsFailed{applied.error()});
    }
}

void EngineWorker::runCheck(const CheckTask& task) {
    const auto progress = [this](const std::string& scenario, double fraction) {
        mailbox_->put(CheckAdvanced{scenario, fraction});
    };
    using Results = std::vector<CacheCheckResult>;
    const auto results = withoutExceptions<Results>([&]() -> Result<Results> {
        return engine_ ? engine_->check_cache(task.options, progress, task.stop.get_token())
                       : tl::unexpected(noModelError());
    });
    const std::lock_guard lock(mutex_);
    checking_ = false;
    if (results) {
        mailbox_->put(CheckDone{*results, task.stop.stop_requested()});
    } else {
        mailbox_->put(CheckFailed{results.error()});
    }
}

Result<std::unique_ptr<Engine>> EngineWorker::callLoader(const LoadTask& task) {
    const auto report = [this, &task](const LoadStep& step) {
        mailbox_->put(LoadAdvanced{step});
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
        mailbox_->put(RequestEvent{task.id, event});
    };
    return withoutExceptions<GenerationSummary>(
        [&] { return engine_->generate(task.request, sink, task.stop.get_token()); });
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
        mailbox_->put(RequestDone{request.id, cancelledSummary()});
    }
}

void EngineWorker::failWaiting(const Error& error) {
    for (const QueuedRequest& request : queue_.takeAll()) {
        mailbox_->put(RequestFailed{request.id, error});
    }
}

}  // namespace strata::app
