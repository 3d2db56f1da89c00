#include "ui/chat/chat_sessions.h"

#include <algorithm>
#include <utility>

namespace strata::ui {

ChatSessions::ChatSessions(ChatModel* shown, std::unique_ptr<ChatSession> first)
    : shown_(shown), current_(std::move(first)) {}

ChatSession* ChatSessions::find(app::RequestId request) const {
    return findIf([request](const ChatSession& session) { return session.running && session.running->id == request; });
}

ChatSession* ChatSessions::find(const ConversationId& chat) const {
    return findIf([&chat](const ChatSession& session) { return session.chat.id == chat; });
}

ChatSession* ChatSessions::findRun(quint64 run) const {
    return findIf([run](const ChatSession& session) { return session.running && session.running->run == run; });
}

ChatSession* ChatSessions::findIf(const std::function<bool(const ChatSession&)>& fits) const {
    if (fits(*current_)) {
        return current_.get();
    }
    const auto found = std::find_if(aside_.begin(), aside_.end(), [&fits](const auto& other) { return fits(*other); });
    return found == aside_.end() ? nullptr : found->get();
}

void ChatSessions::forEach(const std::function<void(ChatSession&)>& action) const {
    action(*current_);
    for (const std::unique_ptr<ChatSession>& session : aside_) {
        action(*session);
    }
}

bool ChatSessions::anyRuns() const {
    return findIf([](const ChatSession& session) { return session.running.has_value(); }) != nullptr;
}

void ChatSessions::show(std::unique_ptr<ChatSession> session, std::vector<Message> messages) {
    if (current_->running || current_->waiting) {
        current_->aside = std::make_unique<ChatModel>();
        current_->aside->replaceAll(shown_->messages());
        if (current_->running) {
            current_->running->answer.moveTo(current_->aside.get());
        }
        aside_.push_back(std::move(current_));
    }
    current_ = std::move(session);
    shown_->replaceAll(std::move(messages));
    current_->aside.reset();
    if (current_->running) {
        current_->running->answer.moveTo(shown_);
    }
}

bool ChatSessions::showAside(const ConversationId& chat) {
    const auto found =
        std::find_if(aside_.begin(), aside_.end(), [&chat](const auto& other) { return other->chat.id == chat; });
    if (found == aside_.end()) {
        return false;
    }
    std::unique_ptr<ChatSession> session = std::move(*found);
    aside_.erase(found);
    std::vector<Message> messages = session->aside->messages();
    show(std::move(session), std::move(messages));
    return true;
}

void ChatSessions::drop(const ConversationId& chat) {
    std::erase_if(aside_, [&chat](const auto& other) { return other->chat.id == chat; });
}

void ChatSessions::dropIdle() {
    std::erase_if(aside_, [](const auto& other) { return !other->running && !other->waiting; });
}

}  // namespace strata::ui
