#include "ui/chat/chat_controller.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ui/chat/chat_request.h"
#include "ui/chat/chat_title.h"
#include "ui/chat/stored_message.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kClockTick{500};
constexpr int kBinDays = 30;
const QString kOpenChat = QStringLiteral("open_chat");

Message newMessage(Role role, const QString& text = QString()) {
    Message message;
    message.role = role;
    message.time = QDateTime::currentDateTime();
    message.text = text;
    return message;
}

std::vector<Message> messagesOf(const std::vector<app::MessageRecord>& records) {
    std::vector<Message> messages;
    std::transform(records.begin(), records.end(), std::back_inserter(messages), messageOf);
    return messages;
}

}  // namespace

ChatController::ChatController(app::EngineThread* engine, app::ChatStore* store, ChatModel* chat, QObject* parent)
    : QObject(parent),
      engine_(engine),
      store_(store),
      chat_(chat),
      saver_(store),
      current_(std::make_unique<Session>()) {
    clock_.setInterval(kClockTick);
    connect(&clock_, &QTimer::timeout, this, &ChatController::tick);
    saving_.setInterval(kSaving);
    connect(&saving_, &QTimer::timeout, this, &ChatController::saveRunning);
    connect(engine, &app::EngineThread::events, this, &ChatController::takeEvents);
    connect(engine, &app::EngineThread::finished, this, &ChatController::finish);
    connect(engine, &app::EngineThread::failed, this, &ChatController::fail);
    connect(&list_, &ChatListModel::renameWanted, this, &ChatController::renameChat);
    // Queued: it may be told from within the placing of a message.
    connect(
        &saver_, &MessageSaver::recovered, this,
        [this] { forEachSession([this](Session& session) { placeWaiting(session); }); }, Qt::QueuedConnection);
    saver_.note(store_->emptyBin(QDateTime::currentDateTime().addDays(-kBinDays)));
    if (auto chats = store_->chats()) {
        list_.showAll(std::move(*chats));
    }
    current_->draft = store_->draft({}).value_or(QString());
}

ChatController::~ChatController() {
    saveRunning();
}

void ChatController::setModelReady(bool ready) {
    model_ready_ = ready;
    if (ready) {
        forEachSession([](Session& session) {
            if (session.running) {
                session.running->answer.takeModelReady();
            }
        });
    }
}

bool ChatController::send(const QString& text, Thinking thinking) {
    if (text.trimmed().isEmpty() || current_->waiting) {
        return false;
    }
    if (!current_->running) {
        return place(*current_, text, thinking);
    }
    current_->waiting = Waiting{text, thinking};
    storeDraft(*current_);
    Q_EMIT waitingChanged(text);
    return true;
}

/// Stores a message, shows it and lets it be answered. False: it could not be stored.
bool ChatController::place(Session& session, const QString& text, Thinking thinking) {
    app::ChatRecord chat = session.chat;
    const bool begins = chat.id.empty();
    if (begins) {
        chat.id = app::newConversationId();
        chat.title = titleOf(text);
        chat.created = QDateTime::currentDateTime();
    }
    chat.changed = QDateTime::currentDateTime();
    const Message message = newMessage(Role::user, text);
    const Message answer = newAnswer(thinking);
    ChatModel* const model = modelOf(session);
    if (!saver_.place(chat, model->rowCount(), std::array{recordOf(message), recordOf(answer)})) {
        return false;
    }
    session.chat = chat;
    list_.put(chat);
    if (begins) {
        saver_.note(store_->setDraft({}, QString()));
        noteOpenChat();
    }
    model->append(message);
    startAnswer(session, answer);
    return true;
}

Message ChatController::newAnswer(Thinking thinking) const {
    Message answer = newMessage(Role::assistant);
    answer.state = model_ready_ ? TurnState::waiting : TurnState::loading;
    answer.thinking = thinking;
    answer.model = model_name_;
    return answer;
}

/// Appends an answer that is stored already and asks the engine for it.
void ChatController::startAnswer(Session& session, const Message& answer) {
    ChatModel* const model = modelOf(session);
    model->append(answer);
    const int row = model->lastRow();
    const ChatOptions options{session.chat.id, session.chat.title, answer.thinking, built_in_model_};
    session.running.emplace(Running{engine_->submit(makeRequest(*model, row, options)), AnswerRun(model, row)});
    list_.setWriting(session.chat.id, true);
    clock_.start();
    saving_.start();
    if (isOnScreen(session)) {
        Q_EMIT sent();
        Q_EMIT answeringChanged(true);
    }
}

void ChatController::stop() {
    if (current_->running && !current_->running->stopping) {
        current_->running->stopping = true;
        engine_->stop(current_->running->id);
        Q_EMIT stopRequested();
    }
}

void ChatController::answerAgain() {
    if (current_->running || chat_->isEmpty()) {
        return;
    }
    Message last = chat_->at(chat_->lastRow());
    std::vector<app::MessageRecord> records;
    const bool empty = last.role == Role::assistant && last.text.isEmpty() && last.reasoning.isEmpty();
    const bool keeps = last.role == Role::assistant && !empty;
    if (keeps) {
        // What was written stays; the error is being seen to.
        last.problem.reset();
        last.state = TurnState::stopped;
        records.push_back(recordOf(last));
    }
    const Message answer = newAnswer(last.thinking);
    records.push_back(recordOf(answer));
    current_->chat.changed = QDateTime::currentDateTime();
    const int first = chat_->lastRow() + (empty || keeps ? 0 : 1);
    if (!saver_.place(current_->chat, first, records)) {
        return;
    }
    list_.put(current_->chat);
    if (empty) {
        chat_->removeLast();
    } else if (keeps) {
        chat_->changeState(chat_->lastRow(), [&last](Message& message) { message = last; });
    }
    startAnswer(*current_, answer);
}

void ChatController::newChat() {
    if (current_->chat.id.empty()) {
        return;
    }
    auto session = std::make_unique<Session>();
    session->draft = store_->draft({}).value_or(QString());
    show(std::move(session), {});
}

void ChatController::openChat(const ConversationId& id) {
    if (id == current_->chat.id) {
        return;
    }
    const auto running = std::find_if(aside_.begin(), aside_.end(), [&id](const std::unique_ptr<Session>& session) {
        return session->chat.id == id;
    });
    if (running != aside_.end()) {
        std::unique_ptr<Session> session = std::move(*running);
        aside_.erase(running);
        std::vector<Message> messages = session->aside->messages();
        show(std::move(session), std::move(messages));
        return;
    }
    const app::ChatRecord* const chat = list_.find(id);
    if (chat == nullptr) {
        return;
    }
    const auto records = store_->messages(id);
    if (!records) {
        Q_EMIT openFailed(QString::fromStdString(records.error().message));
        return;
    }
    auto session = std::make_unique<Session>();
    session->chat = *chat;
    session->draft = store_->draft(id).value_or(QString());
    show(std::move(session), messagesOf(*records));
}

void ChatController::openLastChat() {
    if (const auto last = store_->state(kOpenChat); last && *last) {
        openChat((*last)->toStdString());
    }
}

/// Brings a chat to the screen; what runs in the one before goes on.
void ChatController::show(std::unique_ptr<Session> session, std::vector<Message> messages) {
    Q_EMIT leavingChat();
    if (current_->running || current_->waiting) {
        current_->aside = std::make_unique<ChatModel>();
        current_->aside->replaceAll(chat_->messages());
        if (current_->running) {
            current_->running->answer.moveTo(current_->aside.get());
        }
        aside_.push_back(std::move(current_));
    }
    current_ = std::move(session);
    chat_->replaceAll(std::move(messages));
    current_->aside.reset();
    if (current_->running) {
        current_->running->answer.moveTo(chat_);
    }
    if (current_->chat.unread) {
        current_->chat.unread = false;
        saver_.note(store_->setUnread(current_->chat.id, false));
        list_.put(current_->chat);
    }
    noteOpenChat();
    Q_EMIT chatOpened();
    Q_EMIT answeringChanged(isAnswering());
    if (current_->running && current_->running->stopping) {
        Q_EMIT stopRequested();
    }
    Q_EMIT waitingChanged(waitingText());
}

void ChatController::noteOpenChat() {
    list_.setOpen(current_->chat.id);
    saver_.note(store_->setState(kOpenChat, QString::fromStdString(current_->chat.id)));
}

void ChatController::renameChat(const ConversationId& id, const QString& title) {
    const app::ChatRecord* const listed = list_.find(id);
    if (listed == nullptr) {
        return;
    }
    const auto renamed = store_->rename(id, title);
    saver_.note(renamed);
    if (renamed) {
        app::ChatRecord chat = *listed;
        chat.title = title;
        list_.put(chat);
        if (Session* const session = sessionOf(id)) {
            session->chat.title = title;
        }
    }
}

void ChatController::deleteChat(const ConversationId& id) {
    const app::ChatRecord* const listed = list_.find(id);
    if (listed == nullptr) {
        return;
    }
    const QString title = listed->title;
    const auto moved = store_->moveToBin(id, QDateTime::currentDateTime());
    saver_.note(moved);
    if (!moved) {
        return;
    }
    Session* const session = sessionOf(id);
    if (session != nullptr) {
        if (session->running) {
            engine_->stop(session->running->id);
            session->running->answer.abandon();
            save(*session);
            session->running.reset();
        }
        session->waiting.reset();  // it is stored with the draft
    }
    list_.remove(id);
    const bool on_screen = session == current_.get();
    deleted_on_screen_ = on_screen ? id : ConversationId();
    if (on_screen) {
        newChat();
    } else {
        std::erase_if(aside_, [session](const std::unique_ptr<Session>& other) { return other.get() == session; });
    }
    stopClocksIfIdle();
    Q_EMIT chatDeleted(id, title);
}

void ChatController::restoreChat(const ConversationId& id) {
    const auto restored = store_->takeFromBin(id);
    saver_.note(restored);
    const auto chats = store_->chats();
    if (!restored || !chats) {
        return;
    }
    const auto chat =
        std::find_if(chats->begin(), chats->end(), [&id](const app::ChatRecord& listed) { return listed.id == id; });
    if (chat != chats->end()) {
        list_.put(*chat);
        if (id == std::exchange(deleted_on_screen_, {})) {
            openChat(id);
        }
    }
}

std::vector<app::ChatRecord> ChatController::bin() const {
    return store_->bin().value_or(std::vector<app::ChatRecord>());
}

void ChatController::emptyBin() {
    for (const app::ChatRecord& chat : bin()) {
        saver_.drop(chat.id);
    }
    saver_.note(store_->emptyBin(QDateTime::currentDateTime().addSecs(1)));
}

QString ChatController::takeBackWaiting() {
    if (!current_->waiting) {
        return {};
    }
    const QString text = std::exchange(current_->waiting, std::nullopt)->text;
    Q_EMIT waitingChanged(QString());
    return text;
}

void ChatController::setDraft(const QString& text) {
    if (text != current_->draft) {
        current_->draft = text;
        storeDraft(*current_);
    }
}

/// A message that waits is stored as part of the draft: it was not sent yet, and it must not be lost.
void ChatController::storeDraft(const Session& session) {
    const QString text = session.waiting ? session.waiting->text + u'\n' + session.draft : session.draft;
    saver_.note(store_->setDraft(session.chat.id, text.trimmed().isEmpty() ? QString() : text));
}

void ChatController::takeEvents(app::RequestId id, const std::vector<EngineEvent>& events) {
    Session* const session = sessionOf(id);
    if (session == nullptr) {
        return;  // an answer of a chat that was deleted
    }
    for (const EngineEvent& event : events) {
        session->running->answer.takeEvent(event);
    }
    session->running->unsaved = true;
}

void ChatController::finish(app::RequestId id, const GenerationSummary& summary) {
    if (Session* const session = sessionOf(id)) {
        session->running->answer.finish(summary);
        endAnswer(*session);
    }
}

void ChatController::fail(app::RequestId id, const Error& error) {
    if (Session* const session = sessionOf(id)) {
        session->running->answer.fail(error);
        endAnswer(*session);
    }
}

void ChatController::endAnswer(Session& session) {
    save(session);
    session.running.reset();
    session.chat.changed = QDateTime::currentDateTime();
    session.chat.unread = !isOnScreen(session);
    saver_.note(store_->save(session.chat, 0, {}));
    list_.put(session.chat);
    list_.setWriting(session.chat.id, false);
    stopClocksIfIdle();
    if (isOnScreen(session)) {
        Q_EMIT answeringChanged(false);
    }
    placeWaiting(session);
    std::erase_if(aside_, [](const std::unique_ptr<Session>& other) { return !other->running && !other->waiting; });
}

/// Sends the message that waited, if there is one and it can be stored.
void ChatController::placeWaiting(Session& session) {
    if (session.running || !session.waiting) {
        return;
    }
    const Waiting waiting = *session.waiting;
    if (place(session, waiting.text, waiting.thinking)) {
        session.waiting.reset();
        storeDraft(session);
        if (isOnScreen(session)) {
            Q_EMIT waitingChanged(QString());
        }
    }
}

void ChatController::save(Session& session) {
    saver_.save(session.chat.id, session.running->answer.row(), recordOf(session.running->answer.message()));
    session.running->unsaved = false;
}

void ChatController::saveRunning() {
    forEachSession([this](Session& session) {
        if (session.running && session.running->unsaved) {
            save(session);
        }
    });
}

void ChatController::tick() {
    forEachSession([](Session& session) {
        if (session.running) {
            session.running->answer.tick();
        }
    });
}

void ChatController::stopClocksIfIdle() {
    bool runs = false;
    forEachSession([&runs](Session& session) { runs = runs || session.running; });
    if (!runs) {
        clock_.stop();
        saving_.stop();
    }
}

void ChatController::forEachSession(const std::function<void(Session&)>& action) {
    action(*current_);
    for (const std::unique_ptr<Session>& session : aside_) {
        action(*session);
    }
}

ChatController::Session* ChatController::sessionOf(app::RequestId id) {
    return findSession([id](const Session& session) { return session.running && session.running->id == id; });
}

ChatController::Session* ChatController::sessionOf(const ConversationId& id) {
    return findSession([&id](const Session& session) { return session.chat.id == id; });
}

ChatController::Session* ChatController::findSession(const std::function<bool(const Session&)>& fits) {
    Session* found = nullptr;
    forEachSession([&](Session& session) {
        if (found == nullptr && fits(session)) {
            found = &session;
        }
    });
    return found;
}

}  // namespace strata::ui
