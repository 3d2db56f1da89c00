#include "ui/chat/chat_library.h"

#include <algorithm>
#include <utility>

namespace strata::ui {

ChatLibrary::ChatLibrary(app::ChatStore* store, QObject* parent) : QObject(parent), store_(store), saver_(store) {
    if (auto chats = store_->chats()) {
        list_.showAll(std::move(*chats));
    }
}

MessageSaver* ChatLibrary::saverOf(const app::ChatRecord& chat) {
    if (!chat.temporary) {
        return &saver_;
    }
    if (!memory_) {
        auto memory = app::ChatStore::openInMemory();
        if (!memory) {
            return &saver_;  // it opened the other store, so this cannot be
        }
        memory_ = std::move(*memory);
        memory_saver_ = std::make_unique<MessageSaver>(memory_.get());
    }
    return memory_saver_.get();
}

bool ChatLibrary::put(const app::ChatRecord& chat) {
    MessageSaver* const saver = saverOf(chat);
    const bool stored = saver->note(saver->store()->save(chat));
    if (stored) {
        list_.put(chat);
    }
    return stored;
}

std::optional<app::ChatRecord> ChatLibrary::duplicate(const app::ChatRecord& chat) {
    app::ChatRecord copy = chat;
    copy.id = app::newConversationId();
    copy.title = tr("%1 (copy)").arg(chat.title);
    copy.changed = QDateTime::currentDateTime();
    copy.pinned = false;
    copy.unread = false;
    MessageSaver* const saver = saverOf(chat);
    if (!saver->note(saver->store()->duplicate(chat.id, copy))) {
        return std::nullopt;
    }
    list_.put(copy);
    return copy;
}

bool ChatLibrary::moveToBin(const ConversationId& id) {
    const app::ChatRecord* const chat = list_.find(id);
    if (chat == nullptr) {
        return false;
    }
    MessageSaver* const saver = saverOf(*chat);
    const bool moved = saver->note(saver->store()->moveToBin(id, QDateTime::currentDateTime()));
    if (moved) {
        list_.remove(id);
    }
    return moved;
}

bool ChatLibrary::restore(const ConversationId& id) {
    app::ChatStore* const store = storeWith(id);
    if (store == nullptr || !saver_.note(store->takeFromBin(id))) {
        return false;
    }
    return listStored(*store, id);
}

bool ChatLibrary::takeStored(const ConversationId& id) {
    return listStored(*store_, id);
}

/// Lists a chat as its store has it. False: it does not.
bool ChatLibrary::listStored(const app::ChatStore& store, const ConversationId& id) {
    auto chat = store.chat(id).value_or(std::nullopt);
    if (chat) {
        chat->temporary = &store == memory_.get();
        list_.put(*chat);
    }
    return chat.has_value();
}

/// The store that has a chat in its bin; null: none.
app::ChatStore* ChatLibrary::storeWith(const ConversationId& id) {
    for (app::ChatStore* const store : {store_, memory_.get()}) {
        if (store == nullptr) {
            continue;
        }
        const auto bin = store->bin();
        if (bin && std::any_of(bin->begin(), bin->end(), [&id](const auto& chat) { return chat.id == id; })) {
            return store;
        }
    }
    return nullptr;
}

std::vector<app::ChatRecord> ChatLibrary::bin() const {
    return store_->bin().value_or(std::vector<app::ChatRecord>());
}

void ChatLibrary::emptyBin() {
    for (const app::ChatRecord& chat : bin()) {
        saver_.drop(chat.id);
    }
    saver_.note(store_->emptyBin(QDateTime::currentDateTime().addSecs(1)));
}

void ChatLibrary::emptyBin(int days) {
    saver_.note(store_->emptyBin(QDateTime::currentDateTime().addDays(-days)));
}

void ChatLibrary::forgetTemporary() {
    if (memory_) {
        static_cast<void>(memory_->emptyBin(QDateTime::currentDateTime().addSecs(1)));
    }
}

}  // namespace strata::ui
