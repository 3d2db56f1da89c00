#include "memory/recency_list.h"

#include "base/assert.h"

namespace strata {

RecencyList::RecencyList(std::size_t limit) : links_(limit + 1) {
    STRATA_ASSERT(limit < kNowhere, "the numbers fit their links");
    links_[end()] = {static_cast<std::uint32_t>(end()), static_cast<std::uint32_t>(end())};
}

void RecencyList::insert(std::size_t number, std::size_t before, std::size_t after) {
    STRATA_ASSERT(!contains(number), "a number is in the list once");
    links_[number] = {static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after)};
    links_[before].after = static_cast<std::uint32_t>(number);
    links_[after].before = static_cast<std::uint32_t>(number);
}

void RecencyList::remove(std::size_t number) {
    const Link link = links_[number];
    links_[link.before].after = link.after;
    links_[link.after].before = link.before;
    links_[number] = {};
}

std::optional<std::size_t> RecencyList::oldest() const {
    const std::size_t number = links_[end()].after;
    return number == end() ? std::nullopt : std::optional(number);
}

}  // namespace strata
