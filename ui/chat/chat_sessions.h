#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "ui/chat/chat_session.h"

namespace strata::ui {

/// The chats in memory, and which of them is on the screen: its messages are those of the model that is shown.
class ChatSessions {
public:
    /// shown must outlive this. `first`: the chat that is on the screen at the beginning, without messages.
    ChatSessions(ChatModel* shown, std::unique_ptr<ChatSession> first);

    ChatSession& current() const { return *current_; }
    bool isOnScreen(const ChatSession& session) const { return &session == current_.get(); }
    /// The messages of a chat, wherever they are.
    ChatModel* modelOf(const ChatSession& session) const { return session.aside ? session.aside.get() : shown_; }

    /// Null: no such chat is in memory.
    ChatSession* find(app::RequestId request) const;
    ChatSession* find(const ConversationId& chat) const;
    ChatSession* findRun(quint64 run) const;
    void forEach(const std::function<void(ChatSession&)>& action) const;
    bool anyRuns() const;

    /// Brings a chat to the screen; the one before stays in memory while something runs in it.
    void show(std::unique_ptr<ChatSession> session, std::vector<Message> messages);
    /// The same with a chat that waits aside. False: there is none.
    bool showAside(const ConversationId& chat);
    /// Lets go of a chat that is not on the screen.
    void drop(const ConversationId& chat);
    /// Lets go of all that are not on the screen and in which nothing runs or waits.
    void dropIdle();

private:
    ChatSession* findIf(const std::function<bool(const ChatSession&)>& fits) const;

    ChatModel* shown_;
    std::unique_ptr<ChatSession> current_;  ///< never empty
    std::vector<std::unique_ptr<ChatSession>> aside_;
};

}  // namespace strata::ui
