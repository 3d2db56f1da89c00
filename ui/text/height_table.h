#pragma once

#include <vector>

namespace strata::ui {

/// Heights of items that lie below each other, with fast answers to "where does an item begin" and "which item is
/// here": a Fenwick tree of prefix sums. A change and both questions take time that grows with the logarithm of the
/// number of items.
class HeightTable {
public:
    int count() const { return static_cast<int>(heights_.size()); }
    int total() const { return total_; }
    int height(int item) const { return heights_[static_cast<std::size_t>(item)]; }
    /// Where the item begins; count(): where the last one ends.
    int top(int item) const;
    int bottom(int item) const { return top(item) + height(item); }
    /// The item that covers `y`: the first one above all, the last one below all. -1: there are none.
    int itemAt(int y) const;

    void setHeight(int item, int height);
    /// Takes time that grows with the number of items, except at the end.
    void insert(int item, const std::vector<int>& heights);
    void remove(int item, int count);
    void assign(std::vector<int> heights);

private:
    void append(int height);
    void rebuild();

    std::vector<int> heights_;
    std::vector<int> sums_;  ///< sums_[i - 1]: of the heights that node i of the tree stands for
    int total_ = 0;
};

}  // namespace strata::ui
