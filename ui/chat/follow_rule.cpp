#include "ui/chat/follow_rule.h"

#include <algorithm>

namespace strata::ui {

std::optional<int> FollowRule::aim(int answer_top, int end) const {
    switch (mode_) {
        case Mode::reader:
            return std::nullopt;
        case Mode::end:
            return end;
        case Mode::answer:
            break;
    }
    return std::min(answer_top, end);
}

std::optional<int> FollowRule::position(int answer_top, int end) {
    const auto aimed = aim(answer_top, end);
    if (mode_ == Mode::answer && end > answer_top) {
        mode_ = Mode::reader;  // the first line is at the top: from here on it can be read
    }
    return aimed;
}

}  // namespace strata::ui
