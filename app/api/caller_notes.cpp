#include "app/api/caller_notes.h"

#include <algorithm>

namespace strata::app::api {
namespace {

constexpr std::size_t kFreeTries = 10;
constexpr std::chrono::seconds kTriesWindow{60};

/// Makes room for one more by letting go of the oldest.
template <class Map, class When>
void makeRoom(Map& map, std::size_t most, const When& when) {
    if (map.size() >= most) {
        map.erase(std::ranges::min_element(map, {}, when));
    }
}

}  // namespace

bool CallerNotes::isDue(const std::string& about, std::chrono::seconds interval, Time now) {
    const auto found = lines_.find(about);
    if (found != lines_.end()) {
        if (now - found->second < interval) {
            return false;
        }
        found->second = now;
        return true;
    }
    makeRoom(lines_, kMost, [](const auto& line) { return line.second; });
    lines_.emplace(about, now);
    return true;
}

bool CallerNotes::noteWrongKey(const std::string& address, Time now) {
    if (!wrong_keys_.contains(address)) {
        makeRoom(wrong_keys_, kMost, [](const auto& entry) { return entry.second.back(); });
    }
    std::deque<Time>& times = wrong_keys_[address];
    while (!times.empty() && (now - times.front() >= kTriesWindow || times.size() > kFreeTries)) {
        times.pop_front();
    }
    times.push_back(now);
    return times.size() > kFreeTries;
}

}  // namespace strata::app::api
