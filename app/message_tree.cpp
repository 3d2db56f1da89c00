#include "app/message_tree.h"

#include <algorithm>

namespace strata::app {

MessageTree::MessageTree(const std::vector<Node>& nodes) {
    places_.reserve(nodes.size() + 1);
    for (const Node& node : nodes) {
        const auto parent = places_.find(node.parent);
        if (parent == places_.end() || node.id == 0) {
            continue;
        }
        const int version = static_cast<int>(parent->second.children.size());
        parent->second.children.push_back(node.id);
        places_.insert_or_assign(node.id, Place{node.parent, node.last_child, version, {}});
    }
}

std::vector<qint64> MessageTree::pathTo(qint64 id) const {
    std::vector<qint64> path;
    for (qint64 next = id; next != 0; next = parentOf(next)) {
        path.push_back(next);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

qint64 MessageTree::lastChildOf(qint64 id) const {
    const Place& place = places_.at(id);
    if (place.children.empty()) {
        return 0;
    }
    const bool known = place.last_child != 0 && contains(place.last_child) && parentOf(place.last_child) == id;
    return known ? place.last_child : place.children.back();
}

qint64 MessageTree::leafBelow(qint64 id) const {
    qint64 leaf = id;
    for (qint64 next = lastChildOf(leaf); next != 0; next = lastChildOf(leaf)) {
        leaf = next;
    }
    return leaf;
}

std::vector<qint64> MessageTree::subtreeOf(qint64 id) const {
    std::vector<qint64> all{id};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<qint64>& children = childrenOf(all[i]);
        all.insert(all.end(), children.begin(), children.end());
    }
    return all;
}

}  // namespace strata::app
