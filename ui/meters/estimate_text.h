#pragma once

#include <optional>

#include <QString>

#include "app/estimates/wait_estimate.h"

namespace strata::ui {

/// What there is to say of a message before and while it is read.
struct EstimateFacts {
    std::optional<int> pieces;  ///< of what is typed; none: nothing is, or it is being counted
    bool exact = true;          ///< the count is no guess
    std::optional<int> needed;  ///< of what the model can keep in mind, with what a message costs besides its text
    std::optional<int> left, context_length;
    int new_pieces = 0;  ///< that the model has to read
    app::WaitEstimate wait;

    /// A message is on its way: until its first word, as far as known. Negative: later than expected.
    bool on_its_way = false;
    std::optional<std::chrono::milliseconds> remaining;
};

/// The line under the composer.
struct EstimateLine {
    QString text;
    bool strong = false;     ///< it will take long
    bool attention = false;  ///< what the model can keep in mind is getting full

    bool operator==(const EstimateLine&) const = default;
};

/// From this on the line is bold.
inline constexpr std::chrono::seconds kLongWait{60};

EstimateLine estimateLine(const EstimateFacts& facts);

/// "a moment", "about 4 s", "10 to 30 s", "about 2 min".
QString shownWait(const app::TimeRange& time);

/// "This message needs 41,000 pieces; 12,300 are left."
QString tooBigText(int needed, int left);
/// "instantly", "about 12 s"; for going back to an earlier place.
QString goBackText(const app::TimeRange& time);
/// Whether the message cannot fit.
bool isTooBig(const EstimateFacts& facts);

/// "The shown time was right for 9 of the last 10 messages (within 30 %)."; empty: no experience yet.
QString scoreText(const app::EstimateScore& score);

}  // namespace strata::ui
