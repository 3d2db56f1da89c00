#pragma once

#include <chrono>
#include <deque>
#include <optional>

#include <QtGlobal>

namespace strata::ui {

/// How fast a counter grows now: over the last two seconds.
class RateMeter {
public:
    static constexpr std::chrono::milliseconds kWindow{2000};

    /// Forgets everything before this.
    void restart(std::chrono::milliseconds now, quint64 count);
    void add(std::chrono::milliseconds now, quint64 count);
    /// Per second; none while nothing has been counted or too little time has passed.
    std::optional<double> perSecond() const;

private:
    struct Sample {
        std::chrono::milliseconds time;
        quint64 count;
    };
    std::deque<Sample> samples_;  ///< oldest first; the first is at least as old as the window if there is one
};

}  // namespace strata::ui
