#include "ui/text/height_table.h"

#include <algorithm>
#include <bit>

namespace strata::ui {
namespace {

constexpr int lowestBit(int number) {
    return number & -number;
}

}  // namespace

int HeightTable::top(int item) const {
    int sum = 0;
    for (int node = item; node > 0; node -= lowestBit(node)) {
        sum += sums_[static_cast<std::size_t>(node) - 1];
    }
    return sum;
}

int HeightTable::itemAt(int y) const {
    int item = 0;
    int left = std::max(y, 0);
    for (unsigned step = std::bit_floor(static_cast<unsigned>(count())); step > 0; step /= 2) {
        const int node = item + static_cast<int>(step);
        if (node <= count() && sums_[static_cast<std::size_t>(node) - 1] <= left) {
            item = node;
            left -= sums_[static_cast<std::size_t>(node) - 1];
        }
    }
    return std::min(item, count() - 1);
}

void HeightTable::setHeight(int item, int height) {
    const int difference = height - heights_[static_cast<std::size_t>(item)];
    if (difference == 0) {
        return;
    }
    heights_[static_cast<std::size_t>(item)] = height;
    total_ += difference;
    for (int node = item + 1; node <= count(); node += lowestBit(node)) {
        sums_[static_cast<std::size_t>(node) - 1] += difference;
    }
}

void HeightTable::insert(int item, const std::vector<int>& heights) {
    if (item == count()) {
        std::for_each(heights.begin(), heights.end(), [this](int height) { append(height); });
        return;
    }
    heights_.insert(heights_.begin() + item, heights.begin(), heights.end());
    rebuild();
}

void HeightTable::remove(int item, int count) {
    const auto first = heights_.begin() + item;
    heights_.erase(first, first + count);
    rebuild();
}

void HeightTable::assign(std::vector<int> heights) {
    heights_ = std::move(heights);
    rebuild();
}

void HeightTable::append(int height) {
    heights_.push_back(height);
    total_ += height;
    const int node = count();
    // The new node stands for its own height and for those of the whole nodes right before it.
    int sum = height;
    for (int child = node - 1; child > node - lowestBit(node); child -= lowestBit(child)) {
        sum += sums_[static_cast<std::size_t>(child) - 1];
    }
    sums_.push_back(sum);
}

void HeightTable::rebuild() {
    sums_ = heights_;
    total_ = 0;
    for (int node = 1; node <= count(); ++node) {
        total_ += heights_[static_cast<std::size_t>(node) - 1];
        const int parent = node + lowestBit(node);
        if (parent <= count()) {
            sums_[static_cast<std::size_t>(parent) - 1] += sums_[static_cast<std::size_t>(node) - 1];
        }
    }
}

}  // namespace strata::ui
