// What ChatController does with the branches of a chat: choosing one, beginning one, and going back in one.
#include <algorithm>
#include <iterator>

#include "ui/chat/chat_controller.h"
#include "ui/chat/stored_message.h"

namespace strata::ui {

void ChatController::showBranch(int row, int branch) {
    if (isAnswering() || row < 0 || row >= chat_->rowCount()) {
        return;
    }
    const ChatSession& session = sessions_.current();
    if (session.saver->note(session.saver->store()->showVersion(session.chat.id, chat_->at(row).id, branch))) {
        reload();
    }
}

void ChatController::branchFromHere(int row) {
    if (row < 0 || row >= chat_->rowCount()) {
        return;
    }
    const ChatSession& session = sessions_.current();
    app::ChatRecord chat = session.chat;
    chat.id = app::newConversationId();
    chat.title = tr("%1 (branch)").arg(chat.title);
    chat.created = chat.changed = QDateTime::currentDateTime();
    chat.pinned = false;
    std::vector<app::MessageRecord> records;
    std::transform(chat_->messages().begin(), chat_->messages().begin() + row + 1, std::back_inserter(records),
                   recordOf);
    if (records.back().state == app::AnswerState::unfinished) {
        records.back().state = app::AnswerState::stopped;  // it goes on only where it was begun
    }
    if (session.saver->place(chat, 0, records)) {
        chatList()->put(chat);
        openChat(chat.id);
    }
}

void ChatController::deleteMessage(int row) {
    if (row < 0 || row >= chat_->rowCount()) {
        return;
    }
    ChatSession& session = sessions_.current();
    abandonAnswer(session);
    const qint64 message = chat_->at(row).id;
    const bool own = chat_->at(row).role == Role::user;
    if (session.saver->note(
            session.saver->store()->deleteMessage(session.chat.id, message, QDateTime::currentDateTime()))) {
        reload();
        offerUndo({{}, {}, DeletedMessage{session.chat.id, message}},
                  own ? tr("The message and what followed it were deleted.")
                      : tr("The answer and what followed it were deleted."));
    }
}

void ChatController::goBackTo(int row) {
    if (isAnswering() || row < 0 || row >= chat_->lastRow()) {
        return;
    }
    const ChatSession& session = sessions_.current();
    const qint64 message = chat_->at(row).id;
    if (session.saver->note(session.saver->store()->showEndingAt(session.chat.id, message)) && reload()) {
        offerUndo({{}, {}, DeletedMessage{session.chat.id, message, true}},
                  tr("The chat goes on from here. What followed is kept."));
    }
}

void ChatController::showWhatFollowed() {
    if (isAnswering() || chat_->isEmpty()) {
        return;
    }
    const ChatSession& session = sessions_.current();
    const qint64 message = chat_->at(chat_->lastRow()).id;
    if (session.saver->note(session.saver->store()->showMessage(session.chat.id, message))) {
        reload();
    }
}

void ChatController::shortenBefore(int row, const QString& summary) {
    if (isAnswering() || row <= 0 || row >= chat_->rowCount() || chat_->at(row).role != Role::user) {
        return;
    }
    ChatSession& session = sessions_.current();
    std::vector<app::MessageRecord> records;
    std::transform(chat_->messages().begin() + row, chat_->messages().end(), std::back_inserter(records), recordOf);
    records.front().text = tr("What we have talked about so far:\n\n%1\n\n%2").arg(summary, records.front().text);
    for (app::MessageRecord& record : records) {
        record.remembered.reset();  // said of the chat as it was
        record.divergence.reset();
    }
    session.chat.changed = QDateTime::currentDateTime();
    if (session.saver->place(session.chat, 0, records, branchState(session.chat.id)) && reload()) {
        chatList()->put(session.chat);
        Q_EMIT messageWanted(0);
    }
}

ConversationId ChatController::currentConversation() const {
    const ChatSession& session = sessions_.current();
    const qint64 last = chat_->isEmpty() ? 0 : chat_->at(chat_->lastRow()).id;
    return session.chat.id.empty()
               ? ConversationId()
               : session.saver->store()->conversationOf(session.chat.id, last).value_or(session.chat.id);
}

/// Which of how many versions a message is that was stored as the last one at its place.
void ChatController::countVersions(const ChatSession& session, Message& message) const {
    const auto versions = session.saver->store()->versionCount(message.id);
    message.branches = std::max(versions.value_or(1), 1);
    message.branch = message.branches - 1;
}

}  // namespace strata::ui
