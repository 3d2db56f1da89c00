#include "ui/dialogs/pc_measure.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "app/estimates/measuring_request.h"

namespace strata::ui {
namespace {

/// How many times faster the second is, reading and writing taken together.
double gain(const PcMeasure::Speed& before, const PcMeasure::Speed& after) {
    if (before.reads <= 0 || before.writes <= 0 || after.reads <= 0 || after.writes <= 0) {
        return 0;
    }
    return std::sqrt(after.reads / before.reads * (after.writes / before.writes));
}

}  // namespace

PcMeasure::PcMeasure(Parts parts, std::vector<int> candidates, QObject* parent)
    : QObject(parent), parts_(std::move(parts)), candidates_(std::move(candidates)) {
    connect(parts_.engine, &app::EngineThread::loaded, this, [this] {
        if (std::exchange(loading_, false)) {
            measure();
        }
    });
    const auto not_loaded = [this] {
        if (std::exchange(loading_, false)) {
            speeds_.push_back({wanted_[speeds_.size()], 0, 0});
            next();
        }
    };
    connect(parts_.engine, &app::EngineThread::loadFailed, this, not_loaded);
    connect(parts_.engine, &app::EngineThread::loadCancelled, this, not_loaded);
    connect(parts_.engine, &app::EngineThread::finished, this,
            [this](app::RequestId id, const GenerationSummary& summary) {
                if (request_ == id) {
                    takeSummary(summary);
                }
            });
    connect(parts_.engine, &app::EngineThread::failed, this, [this](app::RequestId id, const Error& error) {
        if (request_ == id) {
            request_.reset();
            reason_ = QString::fromStdString(error.message);
            end(State::failed, wanted_.front());
        }
    });
}

std::vector<int> PcMeasure::candidatesFor(int processors) {
    std::vector<int> all{0};
    for (const int threads : {processors, processors - 1, processors / 2}) {
        if (threads > 0 && std::find(all.begin(), all.end(), threads) == all.end()) {
            all.push_back(threads);
        }
    }
    return all;
}

PcMeasure::Speed PcMeasure::kept() const {
    return speeds_.empty() ? Speed() : speeds_[kept_];
}

void PcMeasure::start() {
    if (state_ == State::running) {
        return;
    }
    wanted_ = {parts_.threads()};
    std::copy_if(candidates_.begin(), candidates_.end(), std::back_inserter(wanted_),
                 [this](int threads) { return threads != wanted_.front(); });
    speeds_.clear();
    kept_ = 0;
    reason_.clear();
    state_ = State::running;
    measure();
    Q_EMIT changed();
}

void PcMeasure::measure() {
    request_ = parts_.engine->submit(app::measuringRequest(
        "Write a short story about a harbour.",
        " The boats come in with the tide, the gulls cry, and somebody mends a net on the quay."));
}

void PcMeasure::takeSummary(const GenerationSummary& summary) {
    request_.reset();
    speeds_.push_back(
        {wanted_[speeds_.size()], summary.prompt_tokens_per_second(), summary.decode_tokens_per_second()});
    next();
}

void PcMeasure::next() {
    if (state_ != State::running) {
        return;
    }
    if (speeds_.size() < wanted_.size()) {
        loading_ = true;
        parts_.use(wanted_[speeds_.size()]);
        Q_EMIT changed();
        return;
    }
    for (std::size_t i = 1; i < speeds_.size(); ++i) {
        const double than_kept = gain(speeds_[kept_], speeds_[i]);
        if (gain(speeds_.front(), speeds_[i]) >= kClearlyFaster && than_kept > 1) {
            kept_ = i;
        }
    }
    end(State::done, speeds_[kept_].threads);
}

void PcMeasure::cancel() {
    if (state_ != State::running) {
        return;
    }
    if (const auto request = std::exchange(request_, std::nullopt)) {
        parts_.engine->stop(*request);
    }
    loading_ = false;
    end(State::cancelled, wanted_.front());
}

void PcMeasure::end(State state, int threads) {
    state_ = state;
    if (parts_.threads() != threads) {
        parts_.use(threads);
    }
    Q_EMIT changed();
}

}  // namespace strata::ui
