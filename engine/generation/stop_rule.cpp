#include "generation/stop_rule.h"

#include <algorithm>
#include <utility>

namespace strata {

bool RepeatStop::feed(TokenId id) {
    count_ = id == last_ ? count_ + 1 : 1;
    last_ = id;
    return most_ > 0 && count_ >= most_;
}

StopText::StopText(std::vector<std::string> stops) : stops_(std::move(stops)) {
    std::erase_if(stops_, [](const std::string& stop) { return stop.empty(); });
}

std::string StopText::feed(std::string_view text) {
    if (hit()) {
        return {};
    }
    held_ += text;
    std::size_t first_end = std::string::npos;
    for (const std::string& stop : stops_) {
        const std::size_t at = held_.find(stop);
        const std::size_t end = at == std::string::npos ? at : at + stop.size();
        if (end < first_end || (end == first_end && end != std::string::npos && stop.size() > found_.size())) {
            first_end = end;
            found_ = stop;
        }
    }
    if (hit()) {
        held_.resize(first_end - found_.size());
        return std::exchange(held_, {});
    }
    // Hold the longest end that may still become a stop text.
    std::size_t hold = 0;
    for (const std::string& stop : stops_) {
        for (std::size_t length = std::min(held_.size(), stop.size() - 1); length > hold; --length) {
            if (std::string_view(held_).ends_with(std::string_view(stop).substr(0, length))) {
                hold = length;
                break;
            }
        }
    }
    std::string sure = held_.substr(0, held_.size() - hold);
    held_.erase(0, held_.size() - hold);
    return sure;
}

std::string StopText::finish() {
    return std::exchange(held_, {});
}

}  // namespace strata
