#include "ui/dialogs/pc_measure.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "app/estimates/measuring_request.h"

namespace strata::ui {
namespace {

constexpr int kShortRead = 64;  ///< pieces; the engine's own choice where a pass over many has a cost of its own

/// How many times faster the second is, reading and writing taken together.
double gain(const PcMeasure::Speed& before, const PcMeasure::Speed& after) {
    if (before.reads <= 0 || before.writes <= 0 || after.reads <= 0 || after.writes <= 0) {
        return 0;
    }
    return std::sqrt(after.reads / before.reads * (after.writes / before.writes));
}

}  // namespace

PcMeasure::PcMeasure(Parts parts, Candidates candidates, QObject* parent)
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

PcMeasure::Candidates PcMeasure::candidatesFor(int processors) {
    std::vector<int> all{0};
    for (const int threads : {processors, processors - 1, processors / 2}) {
        if (threads > 0 && std::find(all.begin(), all.end(), threads) == all.end()) {
            all.push_back(threads);
        }
    }
    return {std::move(all), {0, kShortRead}};
}

PcMeasure::Speed PcMeasure::kept() const {
    return speeds_.empty() ? Speed() : speeds_[kept_];
}

void PcMeasure::start() {
    if (state_ == State::running) {
        return;
    }
    const Setting now = parts_.setting();
    wanted_ = {now};
    for (const int threads : candidates_.threads) {
        if (threads != now.threads) {
            wanted_.push_back({threads, now.short_read});
        }
    }
    const auto more = std::count_if(candidates_.short_reads.begin(), candidates_.short_reads.end(),
                                    [&now](int pieces) { return pieces != now.short_read; });
    count_ = static_cast<int>(wanted_.size()) + static_cast<int>(more);
    all_wanted_ = false;
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
    keepBest();
    if (!std::exchange(all_wanted_, true)) {
        addShortReads();
        next();
        return;
    }
    end(State::done, speeds_[kept_].setting);
}

void PcMeasure::addShortReads() {
    const Setting best = speeds_[kept_].setting;
    for (const int pieces : candidates_.short_reads) {
        if (pieces != best.short_read) {
            wanted_.push_back({best.threads, pieces});
        }
    }
}

void PcMeasure::keepBest() {
    for (std::size_t i = 1; i < speeds_.size(); ++i) {
        const double than_kept = gain(speeds_[kept_], speeds_[i]);
        if (gain(speeds_.front(), speeds_[i]) >= kClearlyFaster && than_kept > 1) {
            kept_ = i;
        }
    }
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

void PcMeasure::end(State state, const Setting& setting) {
    state_ = state;
    if (parts_.setting() != setting) {
        parts_.use(setting);
    }
    Q_EMIT changed();
}

}  // namespace strata::ui
