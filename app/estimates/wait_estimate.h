#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <QString>

#include "app/estimates/speed_book.h"

namespace strata::app {

/// What has to happen until the first word of an answer.
struct WaitNeeds {
    QString model;
    double load_bytes = 0;            ///< of the model that are still to be loaded; 0: it is there
    bool load_unknown = false;        ///< the model has to be loaded and nobody knows how large it is
    std::uint64_t restore_bytes = 0;  ///< of a parked conversation that comes back; 0: none
    bool restore_from_disk = true;
    std::chrono::milliseconds restore_estimate{0};  ///< of the engine; 0: it does not know
    int new_pieces = 0;                             ///< that the model has to read
    bool waits_for_others = false;                  ///< another answer comes first, and nobody knows how long it gets
};

/// A time between two. With enough experience both are the same.
struct TimeRange {
    std::chrono::milliseconds low{0}, high{0};

    bool isExact() const { return low == high; }
    bool operator==(const TimeRange&) const = default;
};

/// How long each part takes; none: it is not needed or not known. `all` is known if every needed part is.
struct WaitEstimate {
    std::optional<TimeRange> wake, restore, read;
    std::optional<TimeRange> all;
    bool waits_for_others = false;
};

WaitEstimate estimateWait(const SpeedBook& book, const WaitNeeds& needs);

/// Times under this are shown as "a moment".
inline constexpr std::chrono::milliseconds kMoment{2'000};

/// A time as it is honest to show it: whole seconds to ten, then 15, 20, 30, 45, then whole minutes. 0: a moment.
std::chrono::seconds roundedWait(std::chrono::milliseconds time);

/// The same as a range of what the words may mean: "a moment" is everything from 0 to kMoment.
TimeRange shownRange(const TimeRange& time);

}  // namespace strata::app
