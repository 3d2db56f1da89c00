#include "ui/chat/follow_rule.h"

#include <algorithm>

namespace strata::ui {

std::optional<int> FollowRule::position(int answer_top, int end) {
    switch (mode_) {
        case Mode::reader:
            return std::nullopt;
        case Mode::end:
            return end;
        case Mode::answer:
            break;
    }
    if (end > answer_top) {
        mode_ = Mode::reader;  // the first line is at the top: from here on it can be read
    }
    return std::min(answer_top, end);
}

}  // namespace strata::ui
