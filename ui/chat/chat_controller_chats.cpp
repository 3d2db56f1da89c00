// What ChatController does with whole chats: opening, changing and deleting them.
#include "ui/chat/chat_controller.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QLocale>

#include "ui/attachments/attachment_list.h"
#include "ui/chat/chat_title.h"
#include "ui/chat/stored_message.h"

namespace strata::ui {
namespace {

const QString kOpenChat = QStringLiteral("open_chat");

bool isSame(const Message& one, const Message& other) {
    return one.id == other.id && one.branch == other.branch && one.branches == other.branches;
}

}  // namespace

std::unique_ptr<ChatSession> ChatController::newSession(const app::ChatRecord& chat) {
    auto session = std::make_unique<ChatSession>();
    session->chat = chat;
    session->saver = library_.saverOf(chat);
    session->draft = session->saver->store()->draft(chat.id).value_or(app::Draft());
    return session;
}

void ChatController::newChat() {
    const app::ChatRecord& chat = sessions_.current().chat;
    if (!chat.id.empty() || chat.temporary) {
        show(newSession({}), {});
    }
}

void ChatController::newTemporaryChat() {
    const app::ChatRecord& chat = sessions_.current().chat;
    if (!chat.id.empty() || !chat.temporary) {
        app::ChatRecord temporary;
        temporary.temporary = true;
        show(newSession(temporary), {});
    }
}

void ChatController::openChat(const ConversationId& id) {
    if (id == currentChat()) {
        return;
    }
    if (sessions_.find(id) != nullptr) {
        Q_EMIT leavingChat();
        sessions_.showAside(id);
        reportShown();
        return;
    }
    const app::ChatRecord* const chat = chatList()->find(id);
    if (chat == nullptr) {
        return;
    }
    const auto records = library_.saverOf(*chat)->store()->messages(id);
    if (!records) {
        reportUnreadable(records.error());
        return;
    }
    show(newSession(*chat), messagesOf(*records));
}

void ChatController::openMessage(const ConversationId& id, qint64 message) {
    openChat(id);
    const auto rowOf = [this, message] {
        const std::vector<Message>& all = chat_->messages();
        const auto found =
            std::find_if(all.begin(), all.end(), [message](const Message& other) { return other.id == message; });
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    };
    if (currentChat() != id || message == 0) {
        return;
    }
    const ChatSession& session = sessions_.current();
    if (rowOf() < 0 && !session.running && session.saver->note(session.saver->store()->showMessage(id, message))) {
        reload();
    }
    if (const int row = rowOf(); row >= 0) {
        Q_EMIT messageWanted(row);
    }
}

void ChatController::openLastChat() {
    if (const auto last = store_->state(kOpenChat); last && *last) {
        openChat((*last)->toStdString());
    }
}

/// Brings a chat to the screen; what runs in the one before goes on.
void ChatController::show(std::unique_ptr<ChatSession> session, std::vector<Message> messages) {
    Q_EMIT leavingChat();
    sessions_.show(std::move(session), std::move(messages));
    reportShown();
}

void ChatController::reportShown() {
    ChatSession& session = sessions_.current();
    if (session.chat.unread) {
        session.chat.unread = false;
        session.saver->note(session.saver->store()->setUnread(session.chat.id, false));
        chatList()->put(session.chat);
    }
    noteOpenChat();
    Q_EMIT chatOpened();
    Q_EMIT answeringChanged(isAnswering());
    if (session.running && session.running->stopping) {
        Q_EMIT stopRequested();
    }
    Q_EMIT waitingChanged();
}

/// What is damaged is read piece by piece at the next start.
void ChatController::reportUnreadable(const Error& error) {
    if (error.code == ErrorCode::bad_file) {
        store_->checkAtNextOpening();
    }
    Q_EMIT openFailed(error);
}

void ChatController::noteOpenChat() {
    const app::ChatRecord& chat = sessions_.current().chat;
    chatList()->setOpen(chat.id);
    saver()->note(store_->setState(kOpenChat, chat.temporary ? QString() : QString::fromStdString(chat.id)));
}

bool ChatController::reload() {
    const ChatSession& session = sessions_.current();
    const auto records = session.saver->store()->messages(session.chat.id);
    if (!records) {
        reportUnreadable(records.error());
        return false;
    }
    std::vector<Message> messages = messagesOf(*records);
    const bool followed = !messages.empty() && messages.back().followed;
    const auto [shown, stored] =
        std::mismatch(chat_->messages().begin(), chat_->messages().end(), messages.begin(), messages.end(), isSame);
    const int row = static_cast<int>(shown - chat_->messages().begin());
    messages.erase(messages.begin(), stored);
    chat_->replaceFrom(row, std::move(messages));
    if (!chat_->isEmpty() && chat_->at(chat_->lastRow()).followed != followed) {
        chat_->changeState(chat_->lastRow(), [followed](Message& message) { message.followed = followed; });
    }
    return true;
}

void ChatController::changeChat(const ConversationId& id, const std::function<void(app::ChatRecord&)>& change) {
    const app::ChatRecord* const listed = chatList()->find(id);
    if (listed == nullptr) {
        return;
    }
    app::ChatRecord chat = *listed;
    change(chat);
    if (library_.put(chat)) {
        if (ChatSession* const session = sessions_.find(id)) {
            change(session->chat);
        }
    }
}

void ChatController::renameChat(const ConversationId& id, const QString& title) {
    changeChat(id, [&title](app::ChatRecord& chat) { chat.title = title; });
}

void ChatController::pinChat(const ConversationId& id, bool pinned) {
    changeChat(id, [pinned](app::ChatRecord& chat) { chat.pinned = pinned; });
}

void ChatController::setInstructions(const QString& text) {
    app::ChatRecord& chat = sessions_.current().chat;
    if (chat.id.empty()) {
        chat.instructions = text;  // stored with the first message
    } else {
        changeChat(chat.id, [&text](app::ChatRecord& changed) { changed.instructions = text; });
    }
    Q_EMIT instructionsChanged();
}

std::optional<GenerationRequest> ChatController::requestAbout(const ConversationId& chat, const QString& question,
                                                              std::optional<int> messages) const {
    const app::ChatRecord* const listed = chatList()->find(chat);
    auto records =
        listed == nullptr || listed->temporary ? Result<std::vector<app::MessageRecord>>() : store_->messages(chat);
    if (!records || records->empty()) {
        return std::nullopt;
    }
    if (messages && *messages < static_cast<int>(records->size())) {
        records->resize(static_cast<std::size_t>(std::max(*messages, 1)));
    }
    Message asked;
    asked.role = Role::user;
    asked.text = question;
    Message answer;
    answer.role = Role::assistant;
    ChatModel model;
    model.replaceAll(messagesOf(*records));
    model.replaceFrom(model.rowCount(), {std::move(asked), std::move(answer)});
    if (!neededPictures(model, model.lastRow()).empty()) {
        return std::nullopt;
    }
    ChatOptions options;
    // Under the name of the chat itself: the model then has read all but the question.
    options.conversation = store_->conversationOf(chat, records->back().id).value_or(chat);
    options.title = listed->title;
    options.built_in_model = built_in_model_;
    options.instructions = listed->instructions;
    return makeRequest(model, model.lastRow(), options);
}

void ChatController::improveTitle(const ConversationId& chat, const QString& title) {
    const app::ChatRecord* const listed = chatList()->find(chat);
    const auto records = store_->messages(chat);
    if (listed != nullptr && records && !records->empty() && listed->title == titleOf(records->front().text)) {
        renameChat(chat, title);
    }
}

void ChatController::duplicateChat(const ConversationId& id) {
    if (const app::ChatRecord* const chat = chatList()->find(id)) {
        library_.duplicate(app::ChatRecord(*chat));
    }
}

app::ChatDocument ChatController::documentOnScreen() const {
    const ChatSession& session = sessions_.current();
    app::ChatDocument document{session.chat, {}, 0};
    const auto add = [&document](app::MessageRecord record) {
        record.id = document.leaf + 1;  // what could not be stored has no number of its own
        const qint64 parent = std::exchange(document.leaf, record.id);
        document.messages.push_back({parent, std::move(record)});
    };
    for (const Message& message : chat_->messages()) {
        add(recordOf(message));
    }
    if (!session.draft.isEmpty()) {
        app::MessageRecord typed;
        typed.time = QDateTime::currentDateTime();
        typed.text = messageText(session.draft);
        typed.pictures = session.draft.pictures;
        add(std::move(typed));
    }
    return document;
}

void ChatController::takeImported(const ConversationId& id) {
    library_.takeStored(id);
    if (id == currentChat() && !isAnswering()) {
        reload();
    }
}

void ChatController::deleteChats(const std::vector<ConversationId>& ids) {
    Deleted deleted;
    QString title;
    for (const ConversationId& id : ids) {
        const app::ChatRecord* const listed = chatList()->find(id);
        if (listed == nullptr) {
            continue;
        }
        const QString its_title = listed->title;
        if (ChatSession* const session = sessions_.find(id)) {
            abandonAnswer(*session);
            session->waiting.reset();  // it is stored with the draft
        }
        if (!library_.moveToBin(id)) {
            continue;
        }
        title = its_title;
        deleted.chats.push_back(id);
        if (id == currentChat()) {
            deleted.on_screen = id;
            newChat();
        }
        sessions_.drop(id);
        std::vector<ConversationId> forgotten;
        std::copy_if(temporary_conversations_.begin(), temporary_conversations_.end(), std::back_inserter(forgotten),
                     [&id](const ConversationId& other) { return app::chatOf(other) == id; });
        if (!forgotten.empty()) {
            engine_->forget(std::move(forgotten));
        }
        Q_EMIT chatDeleted(id);
    }
    const int count = static_cast<int>(deleted.chats.size());
    if (count == 0) {
        return;
    }
    const QString days = QLocale().toString(binDays());
    const QString what =
        count == 1 ? tr("“%1” was deleted.").arg(title) : tr("%1 chats were deleted.").arg(QLocale().toString(count));
    const QString kept = binDays() == 0 ? QString()
                         : count == 1   ? u' ' + tr("It stays in the bin for %1 days.").arg(days)
                                        : u' ' + tr("They stay in the bin for %1 days.").arg(days);
    offerUndo(std::move(deleted), what + kept);
}

void ChatController::deleteAllChats(bool for_good) {
    std::vector<ConversationId> all;
    for (int row = 0; row < chatList()->rowCount(); ++row) {
        all.push_back(chatList()->idAt(row));
    }
    deleteChats(all);
    if (for_good) {
        undo_time_.stop();
        deleted_ = {};
        library_.forgetTemporary();
        emptyBin();
        Q_EMIT undoExpired();
    }
}

void ChatController::emptyBin() {
    library_.emptyBin();
    Q_EMIT binEmptied();
}

void ChatController::offerUndo(Deleted deleted, const QString& text) {
    deleted_ = std::move(deleted);
    undo_time_.start();
    Q_EMIT undoOffered(text);
}

void ChatController::undoDelete() {
    if (!undo_time_.isActive()) {
        return;
    }
    undo_time_.stop();
    const Deleted deleted = std::exchange(deleted_, {});
    for (const ConversationId& id : deleted.chats) {
        restore(id, id == deleted.on_screen);
    }
    if (const auto& message = deleted.message) {
        openChat(message->chat);
        ChatSession& session = sessions_.current();
        if (session.chat.id == message->chat) {
            abandonAnswer(session);
            session.saver->note(message->kept
                                    ? session.saver->store()->showMessage(message->chat, message->message)
                                    : session.saver->store()->restoreMessage(message->chat, message->message));
            reload();
        }
    }
    Q_EMIT undoExpired();
}

void ChatController::restore(const ConversationId& id, bool opens) {
    if (library_.restore(id) && opens) {
        openChat(id);
    }
}

void ChatController::restoreChat(const ConversationId& id) {
    restore(id, id == deleted_.on_screen);
}

std::optional<app::ReadingPlace> ChatController::readingPlace() const {
    const ChatSession& session = sessions_.current();
    return session.saver->store()->readingPlace(session.chat.id).value_or(std::nullopt);
}

void ChatController::setReadingPlace(const std::optional<app::ReadingPlace>& place) {
    const ChatSession& session = sessions_.current();
    if (!session.chat.id.empty() && place != readingPlace()) {
        session.saver->note(
            session.saver->store()->setReadingPlace(session.chat.id, place.value_or(app::ReadingPlace())));
    }
}

app::Draft ChatController::waiting() const {
    const auto& waiting = sessions_.current().waiting;
    return waiting ? app::Draft{waiting->text, waiting->pictures} : app::Draft();
}

app::Draft ChatController::takeBackWaiting() {
    app::Draft taken = waiting();
    if (!taken.isEmpty()) {
        sessions_.current().waiting.reset();
        Q_EMIT waitingChanged();
    }
    return taken;
}

void ChatController::setDraft(app::Draft draft) {
    ChatSession& session = sessions_.current();
    if (draft != session.draft) {
        session.draft = std::move(draft);
        storeDraft(session);
    }
}

/// A message that waits is stored as part of the draft: it was not sent yet, and it must not be lost.
void ChatController::storeDraft(const ChatSession& session) {
    app::Draft draft = session.draft;
    if (session.waiting) {
        draft.text = session.waiting->text + u'\n' + draft.text;
        draft.pictures.insert(draft.pictures.begin(), session.waiting->pictures.begin(),
                              session.waiting->pictures.end());
    }
    if (draft.text.trimmed().isEmpty()) {
        draft.text.clear();
    }
    session.saver->note(session.saver->store()->setDraft(session.chat.id, draft));
}

}  // namespace strata::ui
