#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace strata {

/// Numbers below a limit in the order of their last use. Every call takes the same time however many there are.
class RecencyList {
public:
    explicit RecencyList(std::size_t limit);

    /// Adds a number that is not in the list, as the one that is to stay longest or that is to go first.
    void add_newest(std::size_t number) { insert(number, links_[end()].before, end()); }
    void add_oldest(std::size_t number) { insert(number, end(), links_[end()].after); }
    void remove(std::size_t number);
    bool contains(std::size_t number) const { return links_[number].after != kNowhere; }
    /// None if the list is empty.
    std::optional<std::size_t> oldest() const;

private:
    static constexpr std::uint32_t kNowhere = UINT32_MAX;
    struct Link {
        std::uint32_t before = kNowhere, after = kNowhere;
    };

    std::size_t end() const { return links_.size() - 1; }  // stands before the oldest and behind the newest
    void insert(std::size_t number, std::size_t before, std::size_t after);

    std::vector<Link> links_;
};

}  // namespace strata
