#include "gguf/name_index.h"

#include <algorithm>
#include <numeric>

namespace strata {

NameIndex::NameIndex(std::vector<std::string_view> names) : names_(std::move(names)), order_(names_.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::sort(order_, [this](std::uint32_t a, std::uint32_t b) {
        const int order = names_[a].compare(names_[b]);
        return order != 0 ? order < 0 : a < b;
    });
}

std::optional<std::size_t> NameIndex::find(std::string_view name) const {
    const auto place = [this](std::uint32_t i) { return names_[i]; };
    const auto found = std::ranges::lower_bound(order_, name, {}, place);
    if (found == order_.end() || names_[*found] != name) {
        return std::nullopt;
    }
    return *found;
}

std::optional<std::pair<std::size_t, std::size_t>> NameIndex::duplicate() const {
    const auto same = [this](std::uint32_t a, std::uint32_t b) { return names_[a] == names_[b]; };
    const auto found = std::ranges::adjacent_find(order_, same);
    if (found == order_.end()) {
        return std::nullopt;
    }
    return std::pair<std::size_t, std::size_t>(*found, *(found + 1));
}

}  // namespace strata
