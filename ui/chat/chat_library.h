#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>

#include "app/chat_store.h"
#include "app/settings.h"
#include "ui/chat/chat_list_model.h"
#include "ui/chat/message_saver.h"

namespace strata::ui {

/// All chats: those on disk, the temporary ones in memory, and the list that shows both.
class ChatLibrary : public QObject {
    Q_OBJECT

public:
    /// store must outlive this.
    explicit ChatLibrary(app::ChatStore* store, QObject* parent = nullptr);

    ChatListModel* list() { return &list_; }
    const ChatListModel* list() const { return &list_; }
    /// Of the chats on disk.
    MessageSaver* saver() { return &saver_; }
    /// Of the store where a chat belongs.
    MessageSaver* saverOf(const app::ChatRecord& chat);

    /// Stores what a chat is besides its messages, and lists it so. False: it could not be stored.
    bool put(const app::ChatRecord& chat);
    /// A copy with all branches; none: it could not be made.
    std::optional<app::ChatRecord> duplicate(const app::ChatRecord& chat);
    /// Takes a chat out of the list and into the bin. False: it could not be stored.
    bool moveToBin(const ConversationId& id);
    /// Back into the list. False: it is not there, or it could not be stored.
    bool restore(const ConversationId& id);

    /// Lists a chat that somebody else has put into the store. False: it is not there.
    bool takeStored(const ConversationId& id);

    std::vector<app::ChatRecord> bin() const;
    /// Deletes for good what is in the bin.
    void emptyBin();
    /// Deletes for good what has been in the bin for so many days.
    void emptyBin(int days);
    /// Lets go of what was deleted of temporary chats.
    void forgetTemporary();

private:
    app::ChatStore* storeWith(const ConversationId& id);
    bool listStored(const app::ChatStore& store, const ConversationId& id);

    app::ChatStore* store_;
    MessageSaver saver_;
    std::unique_ptr<app::ChatStore> memory_;  ///< of temporary chats; empty until the first one
    std::unique_ptr<MessageSaver> memory_saver_;
    ChatListModel list_;
};

}  // namespace strata::ui
