#include "ui/chat/chat_controller.h"

#include <algorithm>
#include <utility>

#include <QUuid>

#include "ui/chat/problem_text.h"

namespace strata::ui {
namespace {

constexpr std::chrono::milliseconds kClockTick{500};

ConversationId newConversation() {
    return QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
}

std::chrono::milliseconds timeOf(const QElapsedTimer& timer) {
    return std::chrono::milliseconds(timer.elapsed());
}

Message newMessage(Role role, const QString& text = QString()) {
    Message message;
    message.role = role;
    message.time = QDateTime::currentDateTime();
    message.text = text;
    return message;
}

TurnState endState(FinishReason reason) {
    switch (reason) {
        case FinishReason::cancelled:
            return TurnState::stopped;
        case FinishReason::length:
            return TurnState::cut_off;
        case FinishReason::stop:
        case FinishReason::tool_calls:
            break;
    }
    return TurnState::done;
}

}  // namespace

ChatController::ChatController(app::EngineThread* engine, ChatModel* chat, QObject* parent)
    : QObject(parent), engine_(engine), chat_(chat), conversation_(newConversation()) {
    clock_.setInterval(kClockTick);
    connect(&clock_, &QTimer::timeout, this, &ChatController::tick);
    connect(engine, &app::EngineThread::events, this, &ChatController::takeEvents);
    connect(engine, &app::EngineThread::finished, this, &ChatController::finish);
    connect(engine, &app::EngineThread::failed, this, &ChatController::fail);
}

void ChatController::setModelReady(bool ready) {
    model_ready_ = ready;
    if (ready && running_ && chat_->at(running_->row).state == TurnState::loading) {
        enterState(TurnState::waiting);
    }
}

bool ChatController::send(const QString& text, Thinking thinking) {
    if (text.trimmed().isEmpty() || waiting_) {
        return false;
    }
    if (running_) {
        waiting_ = Waiting{text, thinking};
        Q_EMIT waitingChanged(text);
    } else {
        place(text, thinking);
    }
    return true;
}

void ChatController::place(const QString& text, Thinking thinking) {
    put_away_.reset();
    chat_->append(newMessage(Role::user, text));
    startAnswer(thinking);
}

void ChatController::startAnswer(Thinking thinking) {
    Message answer = newMessage(Role::assistant);
    answer.state = model_ready_ ? TurnState::waiting : TurnState::loading;
    chat_->append(std::move(answer));

    Running running;
    running.row = chat_->lastRow();
    running.id = engine_->submit(makeRequest(*chat_, running.row, {conversation_, thinking, built_in_model_}));
    running.since_sent.start();
    running.since_state.start();
    running_ = running;
    last_thinking_ = thinking;
    clock_.start();
    Q_EMIT sent();
    Q_EMIT answeringChanged(true);
}

void ChatController::stop() {
    if (running_ && !running_->stopping) {
        running_->stopping = true;
        engine_->stop(running_->id);
        Q_EMIT stopRequested();
    }
}

void ChatController::answerAgain() {
    if (running_ || chat_->isEmpty()) {
        return;
    }
    const int row = chat_->lastRow();
    const Message& last = chat_->at(row);
    if (last.role == Role::assistant && last.text.isEmpty() && last.reasoning.isEmpty()) {
        chat_->removeLast();
    } else if (last.role == Role::assistant) {
        // What was written stays; the error is being seen to.
        chat_->changeState(row, [](Message& message) {
            message.problem.reset();
            message.state = TurnState::stopped;
        });
    }
    startAnswer(last_thinking_);
}

void ChatController::newChat() {
    const QString waiting = takeBackWaiting();
    if (running_) {
        engine_->stop(running_->id);
        chat_->changeState(running_->row, [this](Message& message) {
            endThinking(message);
            message.state = TurnState::stopped;
        });
        endAnswer();
    }
    if (!chat_->isEmpty()) {
        put_away_ = PutAway{chat_->messages(), std::exchange(conversation_, newConversation())};
        chat_->replaceAll({});
        Q_EMIT chatPutAway();
    }
    if (!waiting.isEmpty()) {
        Q_EMIT textReturned(waiting);
    }
}

void ChatController::bringBack() {
    if (put_away_ && chat_->isEmpty()) {
        conversation_ = std::move(put_away_->conversation);
        chat_->replaceAll(std::move(put_away_->messages));
        put_away_.reset();
    }
}

QString ChatController::takeBackWaiting() {
    if (!waiting_) {
        return {};
    }
    const QString text = std::exchange(waiting_, std::nullopt)->text;
    Q_EMIT waitingChanged(QString());
    return text;
}

void ChatController::takeEvents(app::RequestId id, const std::vector<EngineEvent>& events) {
    for (const EngineEvent& event : events) {
        if (!running_ || running_->id != id) {
            return;  // an answer of a chat that was put away
        }
        takeEvent(event);
    }
}

void ChatController::takeEvent(const EngineEvent& event) {
    if (const auto* const resumed = std::get_if<Resumed>(&event)) {
        running_->reused_pieces = resumed->reused_tokens;
        takeReading(0, 0, 0.0);
    } else if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
        takeReading(progress->position - running_->reused_pieces, progress->prompt_tokens - running_->reused_pieces,
                    progress->fresh_tokens_per_second);
    } else if (const auto* const text = std::get_if<TextDelta>(&event)) {
        takePiece(TurnState::writing);
        chat_->appendText(running_->row, QString::fromStdString(text->text));
    } else if (const auto* const reasoning = std::get_if<ReasoningDelta>(&event)) {
        takePiece(TurnState::thinking);
        chat_->appendReasoning(running_->row, QString::fromStdString(reasoning->text));
    }
}

void ChatController::takeReading(int read, int total, double pieces_per_second) {
    if (chat_->at(running_->row).state != TurnState::reading) {
        enterState(TurnState::reading);
    }
    chat_->changeState(running_->row, [&](Message& message) { message.reading = {read, total, pieces_per_second}; });
}

/// Notes that the first or a further piece of text or thinking has come.
void ChatController::takePiece(TurnState state) {
    const Message& answer = chat_->at(running_->row);
    if (!answer.first_word) {
        const auto first_word = timeOf(running_->since_sent);
        chat_->changeState(running_->row, [first_word](Message& message) { message.first_word = first_word; });
    }
    if (answer.state != state) {
        enterState(state);
    }
}

void ChatController::enterState(TurnState state) {
    running_->since_state.restart();
    if (state == TurnState::thinking && !running_->since_thinking.isValid()) {
        running_->since_thinking.start();
    }
    chat_->changeState(running_->row, [this, state](Message& message) {
        if (message.state == TurnState::thinking) {
            endThinking(message);
        }
        message.state = state;
        message.state_time = {};
    });
}

void ChatController::endThinking(Message& message) const {
    if (running_->since_thinking.isValid() && !message.thinking_time) {
        message.thinking_time = timeOf(running_->since_thinking);
    }
}

void ChatController::finish(app::RequestId id, const GenerationSummary& summary) {
    if (!running_ || running_->id != id) {
        return;
    }
    chat_->changeState(running_->row, [&](Message& message) {
        endThinking(message);
        message.state = endState(summary.reason);
        message.pieces = summary.generated_tokens;
        if (const double speed = summary.decode_tokens_per_second(); speed > 0) {
            message.pieces_per_second = speed;
        }
    });
    endAnswer();
}

void ChatController::fail(app::RequestId id, const Error& error) {
    if (!running_ || running_->id != id) {
        return;
    }
    chat_->changeState(running_->row, [&](Message& message) {
        endThinking(message);
        message.state = TurnState::failed;
        message.problem = answerProblem(error, !message.text.isEmpty());
    });
    endAnswer();
}

void ChatController::endAnswer() {
    running_.reset();
    clock_.stop();
    Q_EMIT answeringChanged(false);
    if (auto next = std::exchange(waiting_, std::nullopt)) {
        Q_EMIT waitingChanged(QString());
        place(next->text, next->thinking);
    }
}

void ChatController::tick() {
    if (running_ && chat_->at(running_->row).state != TurnState::writing) {
        const auto time = timeOf(running_->since_state);
        chat_->changeState(running_->row, [time](Message& message) { message.state_time = time; });
    }
}

}  // namespace strata::ui
