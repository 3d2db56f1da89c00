#include "app/engine_watch.h"

#include <algorithm>
#include <utility>

namespace strata::app {
namespace {

constexpr int kSlowdown = 3;  ///< a report may take so many times as long as the longest one before

std::chrono::milliseconds steadyTime() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

EngineWatch::EngineWatch(EngineThread* engine, Patience patience, Clock clock, QObject* parent)
    : QObject(parent), patience_(patience), clock_(clock ? std::move(clock) : Clock(steadyTime)) {
    looking_.setInterval(patience.look);
    connect(&looking_, &QTimer::timeout, this, &EngineWatch::look);
    connect(engine, &EngineThread::submitted, this, &EngineWatch::begin);
    connect(engine, &EngineThread::stopping, this, &EngineWatch::askStop);
    connect(engine, &EngineThread::events, this,
            [this](RequestId id, const std::vector<EngineEvent>& /*events*/) { report(id); });
    connect(engine, &EngineThread::finished, this, &EngineWatch::end);
    connect(engine, &EngineThread::failed, this, &EngineWatch::end);
    // While a model loads, requests wait for it; that is no hanging.
    connect(engine, &EngineThread::loadProgress, this, &EngineWatch::proveAlive);
    connect(engine, &EngineThread::lettingGo, this, &EngineWatch::askLetGo);
    connect(engine, &EngineThread::loaded, this, &EngineWatch::takeLetGo);
    connect(engine, &EngineThread::loadFailed, this, &EngineWatch::takeLetGo);
    connect(engine, &EngineThread::loadCancelled, this, &EngineWatch::takeLetGo);
    connect(engine, &EngineThread::unloaded, this, &EngineWatch::takeLetGo);
}

void EngineWatch::begin(RequestId id) {
    requests_[id].last_report = clock_();
    looking_.start();
}

void EngineWatch::report(RequestId id) {
    const auto found = requests_.find(id);
    if (found == requests_.end()) {
        return;
    }
    Request& request = found->second;
    const auto now = clock_();
    request.longest_pause = std::max(request.longest_pause, now - request.last_report);
    request.last_report = now;
    for (auto& [other, waiting] : requests_) {
        if (other != id) {
            waiting.last_report = now;  // its turn has not come
        }
    }
    look();
}

void EngineWatch::askStop(RequestId id) {
    const auto found = requests_.find(id);
    if (found != requests_.end() && found->second.stop_asked.count() < 0) {
        found->second.stop_asked = clock_();
    }
}

void EngineWatch::end(RequestId id) {
    requests_.erase(id);
    const auto now = clock_();
    for (auto& [other, waiting] : requests_) {
        waiting.last_report = now;
    }
    look();
    stopIfIdle();
}

void EngineWatch::askLetGo() {
    let_go_asked_ = clock_();
    looking_.start();
}

void EngineWatch::takeLetGo() {
    let_go_asked_.reset();
    proveAlive();
    stopIfIdle();
}

/// What waits has been waiting for something that moves.
void EngineWatch::proveAlive() {
    for (auto& [id, request] : requests_) {
        request.last_report = clock_();
    }
    look();
}

void EngineWatch::stopIfIdle() {
    if (requests_.empty() && !let_go_asked_) {
        looking_.stop();
    }
}

bool EngineWatch::hangs(const Request& request, std::chrono::milliseconds now) const {
    if (request.stop_asked.count() >= 0 && now - request.stop_asked > patience_.stop) {
        return true;
    }
    return now - request.last_report > std::max(patience_.silence, kSlowdown * request.longest_pause);
}

void EngineWatch::look() {
    const auto now = clock_();
    const bool stuck =
        (let_go_asked_ && now - *let_go_asked_ > patience_.let_go) ||
        std::any_of(requests_.begin(), requests_.end(), [&](const auto& entry) { return hangs(entry.second, now); });
    if (stuck != stuck_) {
        stuck_ = stuck;
        Q_EMIT stuckChanged(stuck);
    }
}

}  // namespace strata::app
