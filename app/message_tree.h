#pragma once

#include <unordered_map>
#include <vector>

#include <QtGlobal>

namespace strata::app {

/// How the messages of one chat hang together. Ids are positive; 0 stands for the place above the first messages.
class MessageTree {
public:
    struct Node {
        qint64 id = 0;
        qint64 parent = 0;
        qint64 last_child = 0;  ///< the one that was on the screen last; 0: unknown
    };

    MessageTree() = default;
    /// nodes: by rising id, so that a parent comes before its children. Those whose parent is not there are left out.
    explicit MessageTree(const std::vector<Node>& nodes);

    bool contains(qint64 id) const { return id != 0 && places_.contains(id); }
    qint64 parentOf(qint64 id) const { return places_.at(id).parent; }
    /// The messages below one, oldest first.
    const std::vector<qint64>& childrenOf(qint64 id) const { return places_.at(id).children; }
    /// All versions at the place of a message, oldest first, itself among them.
    const std::vector<qint64>& versionsOf(qint64 id) const { return childrenOf(parentOf(id)); }
    int versionOf(qint64 id) const { return places_.at(id).version; }

    /// From the first message down to this one.
    std::vector<qint64> pathTo(qint64 id) const;
    /// The end of the way that goes on from a message where it last went on.
    qint64 leafBelow(qint64 id) const;
    /// A message and all below it.
    std::vector<qint64> subtreeOf(qint64 id) const;
    /// The message that was on the screen last below `id`; 0: there is none below.
    qint64 lastChildOf(qint64 id) const;

private:
    struct Place {
        qint64 parent = 0;
        qint64 last_child = 0;
        int version = 0;
        std::vector<qint64> children;
    };

    std::unordered_map<qint64, Place> places_{{0, {}}};
};

}  // namespace strata::app
