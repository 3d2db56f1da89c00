#include "app/downloads/speed_meter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::app {
namespace {

constexpr SpeedMeter::Time kSpeedWindow{10'000};
constexpr SpeedMeter::Time kSpeedLeast{1'000};
constexpr SpeedMeter::Time kTimeWindow{60'000};
constexpr SpeedMeter::Time kTimeLeast{10'000};

}  // namespace

void SpeedMeter::begin(Time now) {
    samples_.clear();
    sum_ = 0;
    sample(now);
}

void SpeedMeter::sample(Time now) {
    samples_.push_back({now, sum_});
    // One older sample stays, so that the window is always covered.
    while (samples_.size() > 2 && now - samples_[1].time >= kTimeWindow) {
        samples_.pop_front();
    }
}

std::optional<double> SpeedMeter::mean(Time window, Time least) const {
    if (samples_.size() < 2 || samples_.back().time - samples_.front().time < least) {
        return std::nullopt;
    }
    const Sample& last = samples_.back();
    auto first = std::ranges::find_if(samples_, [&](const Sample& s) { return last.time - s.time <= window; });
    if (first->time == last.time) {
        --first;
    }
    const double seconds = std::chrono::duration<double>(last.time - first->time).count();
    return static_cast<double>(last.sum - first->sum) / seconds;
}

std::optional<double> SpeedMeter::bytesPerSecond() const {
    return mean(kSpeedWindow, kSpeedLeast);
}

std::optional<int> SpeedMeter::secondsLeft(qint64 bytes_left) const {
    const auto speed = mean(kTimeWindow, kTimeLeast);
    constexpr double kMost = 30.0 * 24 * 3600;
    if (!speed || *speed <= 0) {
        return std::nullopt;
    }
    return static_cast<int>(std::min(kMost, std::ceil(static_cast<double>(bytes_left) / *speed)));
}

qint64 RateLimit::allowance(Time now) {
    constexpr qint64 kUnlimited = std::numeric_limits<qint64>::max();
    const Time passed = last_ ? now - *last_ : Time(0);
    last_ = now;
    if (per_second_ <= 0) {
        saved_ = 0;
        return kUnlimited;
    }
    // A quarter of a second may be saved up; more would come as a burst after each pause.
    const qint64 gained = per_second_ * std::min<qint64>(passed.count(), 250) / 1'000;
    saved_ = std::min(saved_ + gained, per_second_ / 4 + 1);
    return std::max<qint64>(saved_, 0);
}

}  // namespace strata::app
