#include "ui/main_window/rate_meter.h"

namespace strata::ui {
namespace {

constexpr double kMillisecondsPerSecond = 1000.0;

}  // namespace

void RateMeter::restart(std::chrono::milliseconds now, quint64 count) {
    samples_.clear();
    samples_.push_back({now, count});
}

void RateMeter::add(std::chrono::milliseconds now, quint64 count) {
    samples_.push_back({now, count});
    while (samples_.size() > 2 && now - samples_[1].time >= kWindow) {
        samples_.pop_front();
    }
}

std::optional<double> RateMeter::perSecond() const {
    if (samples_.size() < 2) {
        return std::nullopt;
    }
    const auto time = samples_.back().time - samples_.front().time;
    const quint64 count = samples_.back().count - samples_.front().count;
    if (time.count() <= 0 || count == 0) {
        return std::nullopt;
    }
    return static_cast<double>(count) * kMillisecondsPerSecond / static_cast<double>(time.count());
}

}  // namespace strata::ui
