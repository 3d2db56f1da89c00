#include <map>
#include <tuple>

#include "app/chat_store.h"

namespace strata::app {
namespace {

/// What tells a message from the others below the same parent.
using Likeness = std::tuple<qint64, Role, qint64, QString>;

Likeness likenessOf(qint64 parent, const MessageRecord& message) {
    return {parent, message.role, message.time.toMSecsSinceEpoch(), message.text};
}

}  // namespace

Result<int> ChatStore::merge(const ChatRecord& chat, const std::vector<Stored>& messages, qint64 leaf) {
    const auto known = numberOf(chat.id);
    if (!known) {
        return tl::unexpected(known.error());
    }
    const bool is_new = *known == 0;
    const auto present =
        is_new ? Result<std::vector<Stored>>() : takeFromBin(chat.id).and_then([&] { return allMessages(chat.id); });
    if (!present) {
        return tl::unexpected(present.error());
    }
    std::map<Likeness, qint64> ids;
    for (const Stored& stored : *present) {
        ids.emplace(likenessOf(stored.parent, stored.message), stored.message.id);
    }
    ChatTransaction transaction(*database_);
    const auto number = (is_new ? save(chat) : Result<void>()).and_then([&] { return numberOf(chat.id); });
    if (!number) {
        return tl::unexpected(number.error());
    }
    std::map<qint64, qint64> own_id{{0, 0}};
    int added = 0;
    for (const Stored& stored : messages) {
        const auto parent = own_id.find(stored.parent);
        if (parent == own_id.end()) {
            continue;  // it hangs on nothing
        }
        const Likeness likeness = likenessOf(parent->second, stored.message);
        if (const auto found = ids.find(likeness); found != ids.end()) {
            own_id.emplace(stored.message.id, found->second);
            continue;
        }
        const auto id = rows_.add(*number, parent->second, {&stored.message, 1}, BranchState::shared);
        if (!id) {
            return tl::unexpected(id.error());
        }
        ids.emplace(likeness, id->front());
        own_id.emplace(stored.message.id, id->front());
        ++added;
    }
    const auto shown = own_id.find(leaf);
    if (is_new && shown != own_id.end() && shown->second != 0) {
        const auto tree = rows_.tree(*number);
        auto done = tree ? rows_.showLeaf(*number, *tree, shown->second) : tl::unexpected(tree.error());
        if (!done) {
            return tl::unexpected(done.error());
        }
    }
    return transaction.commit().map([added] { return added; });
}

}  // namespace strata::app
