#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "ui/chat/answer_run.h"
#include "ui/chat/chat_list_model.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/message_saver.h"

namespace strata::ui {

/// Joins the chats with the engine: turns what the person does into requests, and events into messages.
///
/// One chat is on the screen. The answers of others go on and land in their chats; the engine takes one after another.
/// Of each chat one answer runs at a time and one further message may wait for it. Every message is stored before the
/// engine sees it, and a running answer at least once a second.
class ChatController : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kSaving{1000};

    /// All must outlive the controller. `chat` gets the messages of the chat on the screen.
    ChatController(app::EngineThread* engine, app::ChatStore* store, ChatModel* chat, QObject* parent = nullptr);
    /// Stores what is running as it is.
    ~ChatController() override;

    /// Whether the model that answers is the practice model.
    void setBuiltInModel(bool built_in) { built_in_model_ = built_in; }
    void setModelName(const QString& name) { model_name_ = name; }
    /// Whether a model is there; until then messages wait for it.
    void setModelReady(bool ready);

    /// Takes a message. False if it is blank, if another one waits already or if it cannot be stored: then nothing has
    /// happened.
    bool send(const QString& text, Thinking thinking);
    /// Ends the running answer; what was written is kept.
    void stop();
    /// Lets the engine answer the last message again after a stop or an error.
    void answerAgain();

    /// Puts a chat on the screen that begins with its first message. The answer of the one before goes on.
    void newChat();
    void openChat(const ConversationId& id);
    /// Opens the chat that was on the screen when the program ended.
    void openLastChat();
    void renameChat(const ConversationId& id, const QString& title);
    /// Stops its answer and puts the chat into the bin.
    void deleteChat(const ConversationId& id);
    /// Takes a chat out of the bin; one that was on the screen is opened.
    void restoreChat(const ConversationId& id);
    /// The chats in the bin, the last deleted one first.
    std::vector<app::ChatRecord> bin() const;
    /// Deletes for good what is in the bin.
    void emptyBin();
    /// Empty: a chat that has not begun.
    ConversationId currentChat() const { return current_->chat.id; }

    bool isAnswering() const { return current_->running.has_value(); }
    /// The message that waits for the running answer; empty: none.
    QString waitingText() const { return current_->waiting ? current_->waiting->text : QString(); }
    /// Takes the waiting message out again and returns it.
    QString takeBackWaiting();
    /// What was typed into the chat on the screen and not sent.
    QString draft() const { return current_->draft; }
    void setDraft(const QString& text);

    ChatListModel* chatList() { return &list_; }
    MessageSaver* saver() { return &saver_; }

Q_SIGNALS:
    /// The chat on the screen; also when another one comes there.
    void answeringChanged(bool answering);
    void stopRequested();
    /// A message is on the screen and on its way to the engine.
    void sent();
    void waitingChanged(const QString& text);
    /// Another chat comes to the screen: last chance to call setDraft for the one before.
    void leavingChat();
    void chatOpened();
    void chatDeleted(const strata::ConversationId& id, const QString& title);
    /// A chat could not be read, and why.
    void openFailed(const QString& reason);

private:
    /// The answer that the engine works on or will.
    struct Running {
        app::RequestId id = 0;
        AnswerRun answer;
        bool stopping = false;
        bool unsaved = false;  ///< something came since it was stored
    };
    struct Waiting {
        QString text;
        Thinking thinking = Thinking::off;
    };
    /// A chat in memory: the one on the screen, or one with an answer that runs.
    struct Session {
        app::ChatRecord chat;              ///< without id until it begins
        std::unique_ptr<ChatModel> aside;  ///< its messages while another one is on the screen
        std::optional<Running> running;
        std::optional<Waiting> waiting;
        QString draft;
    };

    ChatModel* modelOf(const Session& session) const { return session.aside ? session.aside.get() : chat_; }
    bool isOnScreen(const Session& session) const { return &session == current_.get(); }
    void forEachSession(const std::function<void(Session&)>& action);
    Session* findSession(const std::function<bool(const Session&)>& fits);
    Session* sessionOf(app::RequestId id);
    Session* sessionOf(const ConversationId& id);
    void show(std::unique_ptr<Session> session, std::vector<Message> messages);
    void noteOpenChat();

    bool place(Session& session, const QString& text, Thinking thinking);
    Message newAnswer(Thinking thinking) const;
    void startAnswer(Session& session, const Message& answer);
    void takeEvents(app::RequestId id, const std::vector<EngineEvent>& events);
    void finish(app::RequestId id, const GenerationSummary& summary);
    void fail(app::RequestId id, const Error& error);
    void endAnswer(Session& session);
    void placeWaiting(Session& session);

    void save(Session& session);
    void saveRunning();
    void storeDraft(const Session& session);
    void tick();
    void stopClocksIfIdle();

    app::EngineThread* engine_;
    app::ChatStore* store_;
    ChatModel* chat_;
    ChatListModel list_;
    MessageSaver saver_;
    bool built_in_model_ = false;
    QString model_name_;
    bool model_ready_ = false;
    std::unique_ptr<Session> current_;  ///< never empty
    std::vector<std::unique_ptr<Session>> aside_;
    ConversationId deleted_on_screen_;
    QTimer clock_;   ///< makes waiting times grow
    QTimer saving_;  ///< runs while an answer runs
};

}  // namespace strata::ui
