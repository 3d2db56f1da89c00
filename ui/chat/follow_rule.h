#pragma once

#include <optional>

namespace strata::ui {

/// Who decides where a growing chat is scrolled to.
///
/// After sending, the view follows the answer until the answer's first line has reached the top, and then stays, so
/// that it can be read from its beginning. Anything the person does with the view ends that at once. On request it
/// follows the end for good.
class FollowRule {
public:
    void followAnswer() { mode_ = always_end_ ? Mode::end : Mode::answer; }
    void followEnd() { mode_ = Mode::end; }
    void leaveToReader() { mode_ = Mode::reader; }
    /// From the next answer on the end is followed instead of its beginning.
    void setAlwaysEnd(bool always) { always_end_ = always; }

    /// Where to scroll to now; none: stay. end: the lowest position there is; answer_top: where the newest answer
    /// would begin at the upper edge.
    std::optional<int> position(int answer_top, int end);
    /// The same as long as it is not certain where things are: decides nothing.
    std::optional<int> aim(int answer_top, int end) const;

private:
    enum class Mode { reader, answer, end };
    Mode mode_ = Mode::reader;
    bool always_end_ = false;
};

}  // namespace strata::ui
