#include "app/estimates/wait_estimate.h"

#include <array>
#include <cmath>

namespace strata::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kEnoughObservations = 3;
constexpr double kUncertainty = 1.7;  ///< with little data the time is taken to lie within this factor
constexpr double kMillisecondsPerSecond = 1000.0;

milliseconds scaled(milliseconds time, double factor) {
    return milliseconds(static_cast<milliseconds::rep>(static_cast<double>(time.count()) * factor));
}

TimeRange rangeAround(milliseconds time, int observations) {
    if (observations >= kEnoughObservations) {
        return {time, time};
    }
    return {scaled(time, 1 / kUncertainty), scaled(time, kUncertainty)};
}

std::optional<TimeRange> timeFor(const SpeedBook& book, Work work, const QString& model, double amount) {
    const auto speed = book.speed(work, model, amount);
    if (!speed || speed->per_second <= 0) {
        return std::nullopt;
    }
    const double time = amount / speed->per_second * kMillisecondsPerSecond;
    return rangeAround(milliseconds(static_cast<milliseconds::rep>(std::llround(time))), speed->observations);
}

}  // namespace

WaitEstimate estimateWait(const SpeedBook& book, const WaitNeeds& needs) {
    WaitEstimate estimate;
    estimate.waits_for_others = needs.waits_for_others;
    bool complete = !needs.load_unknown && !needs.waits_for_others;
    TimeRange all;
    const auto add = [&](const std::optional<TimeRange>& part) {
        complete = complete && part;
        if (part) {
            all.low += part->low;
            all.high += part->high;
        }
    };
    if (needs.load_bytes > 0) {
        estimate.wake = timeFor(book, Work::loading, needs.model, needs.load_bytes);
        add(estimate.wake);
    }
    if (needs.restore_bytes > 0) {
        const Work work = needs.restore_from_disk ? Work::restoring_from_disk : Work::restoring_from_memory;
        estimate.restore = timeFor(book, work, needs.model, static_cast<double>(needs.restore_bytes));
        if (needs.restore_estimate.count() > 0) {
            estimate.restore = TimeRange{needs.restore_estimate, needs.restore_estimate};
        }
        add(estimate.restore);
    }
    if (needs.new_pieces > 0) {
        estimate.read = timeFor(book, Work::reading, needs.model, needs.new_pieces);
        add(estimate.read);
    }
    if (complete) {
        estimate.all = all;
    }
    return estimate;
}

seconds roundedWait(milliseconds time) {
    constexpr std::array kSteps{2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 45};
    constexpr double kSecondsPerMinute = 60;
    if (time < kMoment) {
        return seconds(0);
    }
    const double exact = static_cast<double>(time.count()) / kMillisecondsPerSecond;
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
        const double next = i + 1 < kSteps.size() ? kSteps[i + 1] : kSecondsPerMinute;
        if (exact < (kSteps[i] + next) / 2) {
            return seconds(kSteps[i]);
        }
    }
    const auto minutes = std::llround(exact / kSecondsPerMinute);
    return std::chrono::minutes(minutes < 1 ? 1 : minutes);
}

TimeRange shownRange(const TimeRange& time) {
    const seconds low = roundedWait(time.low);
    const seconds high = roundedWait(time.high);
    return {low, high.count() == 0 ? kMoment : milliseconds(high)};
}

}  // namespace strata::app
