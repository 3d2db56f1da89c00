#include "ui/chat/chat_controller.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QCoreApplication>

#include "ui/chat/chat_title.h"
#include "ui/chat/stored_message.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kClockTick{500};

Message newMessage(Role role, const QString& text = QString()) {
    Message message;
    message.role = role;
    message.time = QDateTime::currentDateTime();
    message.text = text;
    return message;
}

bool isEmptyAnswer(const Message& message) {
    return message.role == Role::assistant && message.text.isEmpty() && message.reasoning.isEmpty();
}

}  // namespace

ChatController::ChatController(app::EngineThread* engine, app::ChatStore* store, ChatModel* chat, QObject* parent)
    : QObject(parent), engine_(engine), store_(store), chat_(chat), library_(store), sessions_(chat, newSession({})) {
    clock_.setInterval(kClockTick);
    connect(&clock_, &QTimer::timeout, this, &ChatController::tick);
    saving_.setInterval(kSaving);
    connect(&saving_, &QTimer::timeout, this, &ChatController::saveRunning);
    undo_time_.setSingleShot(true);
    undo_time_.setInterval(kUndoTime);
    connect(&undo_time_, &QTimer::timeout, this, [this] {
        deleted_ = {};
        library_.forgetTemporary();
        Q_EMIT undoExpired();
    });
    connect(engine, &app::EngineThread::events, this, &ChatController::takeEvents);
    connect(engine, &app::EngineThread::finished, this, &ChatController::finish);
    connect(engine, &app::EngineThread::failed, this, &ChatController::fail);
    connect(chatList(), &ChatListModel::renameWanted, this, &ChatController::renameChat);
    // Queued: it may be told from within the placing of a message.
    connect(
        saver(), &MessageSaver::recovered, this,
        [this] { sessions_.forEach([this](ChatSession& session) { placeWaiting(session); }); }, Qt::QueuedConnection);
    library_.emptyBin(binDays());
}

ChatController::~ChatController() {
    saveRunning();
}

void ChatController::setSettings(const app::Settings* settings) {
    settings_ = settings;
    library_.emptyBin(binDays());
}

app::ModelSettings ChatController::modelSettings() const {
    return settings_ == nullptr ? app::ModelSettings() : settings_->model();
}

int ChatController::binDays() const {
    return settings_ == nullptr ? app::ParkingSettings().bin_days : settings_->parking().bin_days;
}

void ChatController::setModelReady(bool ready) {
    model_ready_ = ready;
    if (ready) {
        sessions_.forEach([this](ChatSession& session) {
            if (session.running) {
                session.running->answer.takeModelReady(model_name_);
            }
        });
    }
}

void ChatController::setLoadTime(std::optional<int> seconds_left) {
    sessions_.forEach([seconds_left](ChatSession& session) {
        if (session.running) {
            session.running->answer.takeLoadTime(seconds_left);
        }
    });
}

bool ChatController::send(const QString& text, Thinking thinking, std::vector<app::AttachedPicture> pictures) {
    ChatSession& session = sessions_.current();
    if ((text.trimmed().isEmpty() && pictures.empty()) || session.waiting) {
        return false;
    }
    ChatSession::Waiting message{text, std::move(pictures), thinking};
    if (!session.running) {
        return place(session, message);
    }
    session.waiting = std::move(message);
    storeDraft(session);
    Q_EMIT waitingChanged();
    return true;
}

/// Stores a message, shows it and lets it be answered. False: it could not be stored.
bool ChatController::place(ChatSession& session, const ChatSession::Waiting& message) {
    Message own = newMessage(Role::user, message.text);
    own.pictures = message.pictures;
    NewAnswer answer = newAnswer(message.thinking, Pictures::told);
    return placeAt(session, modelOf(session)->rowCount(), {std::move(own), std::move(answer.message)}, answer.settings);
}

/// Stores messages that stand from `row` on, beside what may stand there already, and lets the last one be answered.
/// False: they could not be stored.
bool ChatController::placeAt(ChatSession& session, int row, std::vector<Message> messages,
                             const AnswerSettings& settings) {
    app::ChatRecord chat = session.chat;
    const bool begins = chat.id.empty();
    if (begins) {
        chat.id = app::newConversationId();
        chat.title = titleOf(messages.front().text);
        chat.created = QDateTime::currentDateTime();
    }
    chat.changed = QDateTime::currentDateTime();
    ChatModel* const model = modelOf(session);
    std::vector<app::MessageRecord> records;
    std::transform(messages.begin(), messages.end(), std::back_inserter(records), recordOf);
    const auto ids = session.saver->place(chat, row == 0 ? 0 : model->at(row - 1).id, records, branchState(chat.id));
    if (!ids) {
        return false;
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
        messages[i].id = (*ids)[i];
    }
    if (row < model->rowCount()) {
        messages.front().branch = model->at(row).branches;
        messages.front().branches = model->at(row).branches + 1;
    } else if (row > 0 && model->at(row - 1).followed) {
        countVersions(session, messages.front());
    }
    session.chat = chat;
    chatList()->put(chat);
    if (begins) {
        session.saver->note(session.saver->store()->setDraft({}, {}));
        if (sessions_.isOnScreen(session)) {
            noteOpenChat();
        }
    }
    model->replaceFrom(row, std::move(messages));
    startAnswer(session, settings, false);
    return true;
}

ChatController::NewAnswer ChatController::newAnswer(Thinking thinking, Pictures pictures) const {
    NewAnswer answer{newMessage(Role::assistant), answerSettings(modelSettings(), thinking, built_in_model_)};
    answer.settings.without_pictures = pictures == Pictures::left_out;
    answer.message.state = model_ready_ ? TurnState::waiting : TurnState::loading;
    answer.message.thinking = thinking;
    answer.message.model = model_name_;
    answer.message.program_version = QCoreApplication::applicationVersion();
    answer.message.settings = textOf(answer.settings);
    return answer;
}

/// A branch that is begun while the engine holds this chat gets a name of its own there, and both stay remembered. Else
/// it takes over the name of the branch that it leaves: under that name the engine finds what both begin with.
app::BranchState ChatController::branchState(const ConversationId& chat) const {
    return app::chatOf(asked_last_) == chat ? app::BranchState::own : app::BranchState::shared;
}

/// Lets the engine write or go on with the last message of a chat, which is stored already.
void ChatController::startAnswer(ChatSession& session, const AnswerSettings& settings, bool continues) {
    ChatModel* const model = modelOf(session);
    session.running.emplace(
        ChatSession::Running{AnswerRun(model, model->lastRow()), settings, ++last_run_, 0, continues, false, false});
    chatList()->setWriting(session.chat.id, true);
    clock_.start();
    saving_.start();
    askEngine(session);
    if (sessions_.isOnScreen(session)) {
        Q_EMIT sent();
        Q_EMIT answeringChanged(true);
    }
}

/// Asks the engine for the running answer, as soon as the pictures are read.
void ChatController::askEngine(ChatSession& session) {
    const auto pictures = session.running->settings.without_pictures
                              ? std::vector<app::AttachedPicture>()
                              : neededPictures(*modelOf(session), session.running->answer.row());
    const auto take = [this, run = session.running->run](Result<ReadPictures> read) {
        if (ChatSession* const waiting = sessions_.findRun(run)) {
            submit(*waiting, std::move(read));
        }
    };
    const auto then = [this, take](Result<ReadPictures> read) {
        if (read) {
            take(std::move(read));
        } else {  // queued: an answer must not end while it is being begun
            QMetaObject::invokeMethod(
                this, [take, read = std::move(read)] { take(read); }, Qt::QueuedConnection);
        }
    };
    if (pictures.empty()) {
        then(ReadPictures());
    } else if (read_pictures_) {
        read_pictures_(pictures, then);
    } else {
        then(tl::unexpected(Error{ErrorCode::no_vision, "this program cannot read pictures"}));
    }
}

void ChatController::submit(ChatSession& session, Result<ReadPictures> pictures) {
    ChatSession::Running& running = *session.running;
    if (!pictures) {
        running.answer.fail(pictures.error(), LoadedBy::engine);
        endAnswer(session);
        return;
    }
    ChatOptions options;
    options.conversation =
        session.saver->store()->conversationOf(session.chat.id, running.answer.message().id).value_or(session.chat.id);
    options.title = session.chat.temporary ? QString() : session.chat.title;
    options.thinking = running.answer.message().thinking;
    options.built_in_model = built_in_model_;
    options.instructions = session.chat.instructions;
    options.settings = running.settings;
    options.temporary = session.chat.temporary;
    options.continues = running.continues;
    options.pictures = std::move(*pictures);
    if (options.temporary) {
        temporary_conversations_.push_back(options.conversation);
    }
    asked_last_ = options.conversation;
    running.id = engine_->submit(makeRequest(*modelOf(session), running.answer.row(), options));
}

void ChatController::stop() {
    ChatSession& session = sessions_.current();
    if (!session.running || session.running->stopping) {
        return;
    }
    session.running->stopping = true;
    Q_EMIT stopRequested();
    if (session.running->id == 0) {  // its pictures are being read
        session.running->answer.abandon();
        endAnswer(session);
    } else {
        engine_->stop(session.running->id);
    }
}

/// Ends the running answer of a chat without waiting for the engine; what was written is kept.
void ChatController::abandonAnswer(ChatSession& session) {
    if (!session.running) {
        return;
    }
    if (session.running->id != 0) {
        engine_->stop(session.running->id);
    }
    session.running->answer.abandon();
    saveAnswer(session);
    session.running.reset();
    chatList()->setWriting(session.chat.id, false);
    stopClocksIfIdle();
    if (sessions_.isOnScreen(session)) {
        Q_EMIT answeringChanged(false);
    }
}

void ChatController::endAnswers() {
    sessions_.forEach([this](ChatSession& session) { abandonAnswer(session); });
}

bool ChatController::edit(int row, const QString& text, Thinking thinking) {
    if (row < 0 || row >= chat_->rowCount() || chat_->at(row).role != Role::user) {
        return false;
    }
    Message own = newMessage(Role::user, text);
    own.pictures = chat_->at(row).pictures;
    if (text.trimmed().isEmpty() && own.pictures.empty()) {
        return false;
    }
    abandonAnswer(sessions_.current());
    NewAnswer answer = newAnswer(thinking, Pictures::told);
    return placeAt(sessions_.current(), row, {std::move(own), std::move(answer.message)}, answer.settings);
}

void ChatController::answerAgain(int row, Pictures pictures) {
    if (isAnswering() || row < 0 || row >= chat_->rowCount()) {
        return;
    }
    ChatSession& session = sessions_.current();
    Message old = chat_->at(row);
    if (old.role != Role::assistant) {
        NewAnswer answer = newAnswer(modelSettings().thinking, pictures);
        placeAt(session, row + 1, {std::move(answer.message)}, answer.settings);
        return;
    }
    if (isEmptyAnswer(old) && row == chat_->lastRow()) {
        placeAgain(old, pictures);
        return;
    }
    if (old.problem) {  // it is being seen to
        old.problem.reset();
        old.state = TurnState::stopped;
        session.saver->save(session.chat.id, recordOf(old));
    }
    NewAnswer answer = newAnswer(old.thinking, pictures);
    placeAt(session, row, {std::move(answer.message)}, answer.settings);
}

/// Lets the engine write the last answer, which has no word yet.
bool ChatController::placeAgain(const Message& old, Pictures pictures) {
    ChatSession& session = sessions_.current();
    NewAnswer answer = newAnswer(old.thinking, pictures);
    answer.message.id = old.id;
    answer.message.branch = old.branch;
    answer.message.branches = old.branches;
    if (!session.saver->note(session.saver->store()->saveMessage(recordOf(answer.message)))) {
        return false;
    }
    chat_->replaceFrom(chat_->lastRow(), {std::move(answer.message)});
    startAnswer(session, answer.settings, false);
    return true;
}

void ChatController::continueAnswer() {
    ChatSession& session = sessions_.current();
    if (isAnswering() || chat_->isEmpty() || chat_->at(chat_->lastRow()).role != Role::assistant) {
        return;
    }
    Message answer = chat_->at(chat_->lastRow());
    if (isEmptyAnswer(answer)) {
        placeAgain(answer, Pictures::told);
        return;
    }
    answer.state = model_ready_ ? TurnState::waiting : TurnState::loading;
    answer.state_time = {};
    answer.problem.reset();
    if (!session.saver->note(session.saver->store()->saveMessage(recordOf(answer)))) {
        return;
    }
    chat_->changeState(chat_->lastRow(), [&answer](Message& message) { message = answer; });
    startAnswer(session, answerSettings(modelSettings(), answer.thinking, built_in_model_), true);
}

void ChatController::takeEvents(app::RequestId id, const std::vector<EngineEvent>& events) {
    ChatSession* const session = sessions_.find(id);
    if (session == nullptr) {
        return;  // an answer of a chat that was deleted
    }
    for (const EngineEvent& event : events) {
        session->running->answer.takeEvent(event);
    }
    session->running->unsaved = true;
}

void ChatController::finish(app::RequestId id, const GenerationSummary& summary) {
    if (ChatSession* const session = sessions_.find(id)) {
        session->running->answer.finish(summary);
        endAnswer(*session);
    }
}

void ChatController::fail(app::RequestId id, const Error& error) {
    ChatSession* const session = sessions_.find(id);
    if (session == nullptr) {
        return;
    }
    GenerationLimits& limits = session->running->settings.limits;
    if (error.code == ErrorCode::context_full && limits.max_tokens > 0) {
        limits.max_tokens = 0;  // less than the longest answer is left: then that
        askEngine(*session);
        return;
    }
    session->running->answer.fail(error, answered_by_);
    endAnswer(*session);
}

void ChatController::endAnswer(ChatSession& session) {
    saveAnswer(session);
    const std::chrono::milliseconds took = session.running->answer.sinceSent();
    const bool stopped = session.running->answer.message().state == TurnState::stopped;
    session.running.reset();
    session.chat.changed = QDateTime::currentDateTime();
    session.chat.unread = !sessions_.isOnScreen(session);
    session.saver->note(session.saver->store()->save(session.chat));
    chatList()->put(session.chat);
    chatList()->setWriting(session.chat.id, false);
    stopClocksIfIdle();
    if (sessions_.isOnScreen(session)) {
        Q_EMIT answeringChanged(false);
    }
    const ChatModel& messages = *modelOf(session);
    if (messages.rowCount() == 2 && messages.at(1).state == TurnState::done && !session.chat.temporary) {
        Q_EMIT firstAnswered(session.chat.id);
    }
    if (!stopped) {
        Q_EMIT answerEnded(session.chat.id, session.chat.title, took);
    }
    placeWaiting(session);
    sessions_.dropIdle();
}

/// Sends the message that waited, if there is one and it can be stored.
void ChatController::placeWaiting(ChatSession& session) {
    if (session.running || !session.waiting) {
        return;
    }
    const ChatSession::Waiting waiting = *session.waiting;
    if (place(session, waiting)) {
        session.waiting.reset();
        storeDraft(session);
        if (sessions_.isOnScreen(session)) {
            Q_EMIT waitingChanged();
        }
    }
}

void ChatController::saveAnswer(ChatSession& session) {
    session.saver->save(session.chat.id, recordOf(session.running->answer.message()));
    session.running->unsaved = false;
}

void ChatController::saveRunning() {
    sessions_.forEach([this](ChatSession& session) {
        if (session.running && session.running->unsaved) {
            saveAnswer(session);
        }
    });
}

void ChatController::tick() {
    sessions_.forEach([](ChatSession& session) {
        if (session.running) {
            session.running->answer.tick();
        }
    });
}

void ChatController::stopClocksIfIdle() {
    if (!sessions_.anyRuns()) {
        clock_.stop();
        saving_.stop();
        Q_EMIT allAnswered();
    }
}

}  // namespace strata::ui
