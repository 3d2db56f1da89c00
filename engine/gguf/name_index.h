#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace strata {

/// Finds names from a file, and names that occur twice, in n log n steps whatever the names are: they are chosen by
/// strangers, who could make all entries of a hash table collide.
class NameIndex {
public:
    NameIndex() = default;

    /// The views must stay valid as long as the index is used. At most 2^32 names.
    explicit NameIndex(std::vector<std::string_view> names);

    /// The place of the name in the list that was given.
    std::optional<std::size_t> find(std::string_view name) const;

    /// Two places of one name, the earlier first; nothing if all differ.
    std::optional<std::pair<std::size_t, std::size_t>> duplicate() const;

private:
    std::vector<std::string_view> names_;
    std::vector<std::uint32_t> order_;  // places, ascending by name, then by place
};

}  // namespace strata
