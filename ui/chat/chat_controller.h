#pragma once

#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/engine_thread.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/chat_request.h"

namespace strata::ui {

/// Joins the chat on the screen with the engine: turns what the person does into requests, and events into messages.
///
/// One answer runs at a time; one further message may wait for it.
class ChatController : public QObject {
    Q_OBJECT

public:
    /// Both must outlive the controller.
    ChatController(app::EngineThread* engine, ChatModel* chat, QObject* parent = nullptr);

    /// Whether the model that answers is the practice model.
    void setBuiltInModel(bool built_in) { built_in_model_ = built_in; }
    /// Whether a model is there; until then messages wait for it.
    void setModelReady(bool ready);

    /// Takes a message. False if it is blank or if another one waits already: then nothing has happened.
    bool send(const QString& text, Thinking thinking);
    /// Ends the running answer; what was written is kept.
    void stop();
    /// Lets the engine answer the last message again after a stop or an error.
    void answerAgain();
    /// Puts the chat away and begins an empty one.
    void newChat();
    /// Brings back the chat that was put away last, as long as the new one is empty.
    void bringBack();

    bool isAnswering() const { return running_.has_value(); }
    /// The message that waits for the running answer; empty: none.
    QString waitingText() const { return waiting_ ? waiting_->text : QString(); }
    /// Takes the waiting message out again and returns it.
    QString takeBackWaiting();

Q_SIGNALS:
    void answeringChanged(bool answering);
    void stopRequested();
    /// A message is on the screen and on its way to the engine.
    void sent();
    void waitingChanged(const QString& text);
    /// A chat with messages was put away and can be brought back.
    void chatPutAway();
    /// The text of a message that could not stay where it was; it belongs back into the composer.
    void textReturned(const QString& text);

private:
    /// The answer that the engine works on.
    struct Running {
        app::RequestId id = 0;
        int row = 0;
        int reused_pieces = 0;
        bool stopping = false;
        QElapsedTimer since_sent;
        QElapsedTimer since_state;
        QElapsedTimer since_thinking;
    };
    struct Waiting {
        QString text;
        Thinking thinking = Thinking::off;
    };
    struct PutAway {
        std::vector<Message> messages;
        ConversationId conversation;
    };

    void place(const QString& text, Thinking thinking);
    void startAnswer(Thinking thinking);
    void takeEvents(app::RequestId id, const std::vector<EngineEvent>& events);
    void takeEvent(const EngineEvent& event);
    void takeReading(int read, int total, double pieces_per_second);
    void takePiece(TurnState state);
    void enterState(TurnState state);
    void endThinking(Message& message) const;
    void finish(app::RequestId id, const GenerationSummary& summary);
    void fail(app::RequestId id, const Error& error);
    void endAnswer();
    void tick();

    app::EngineThread* engine_;
    ChatModel* chat_;
    bool built_in_model_ = false;
    bool model_ready_ = false;
    Thinking last_thinking_ = Thinking::off;
    ConversationId conversation_;
    std::optional<Running> running_;
    std::optional<Waiting> waiting_;
    std::optional<PutAway> put_away_;
    QTimer clock_;  ///< makes waiting times grow
};

}  // namespace strata::ui
