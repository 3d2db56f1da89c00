#include "ui/chat/answer_run.h"

#include "ui/chat/problem_text.h"

namespace strata::ui {
namespace {

std::chrono::milliseconds timeOf(const QElapsedTimer& timer) {
    return std::chrono::milliseconds(timer.elapsed());
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

app::Divergence divergenceOf(const Diverged& diverged) {
    return {diverged.reason, diverged.position, QString::fromStdString(diverged.live_text),
            QString::fromStdString(diverged.prompt_text)};
}

}  // namespace

AnswerRun::AnswerRun(ChatModel* chat, int row)
    : chat_(chat),
      row_(row),
      begun_pieces_(chat->at(row).pieces.value_or(0)),
      begun_thinking_(chat->at(row).thinking_time.value_or(std::chrono::milliseconds(0))) {
    since_sent_.start();
    since_state_.start();
}

void AnswerRun::takeModelReady(const QString& model) {
    if (message().state == TurnState::loading) {
        chat_->changeState(row_, [&model](Message& answer) { answer.model = model; });
        enterState(TurnState::waiting);
    }
}

void AnswerRun::takeLoadTime(std::optional<int> seconds_left) {
    if (message().state == TurnState::loading && message().load_seconds_left != seconds_left) {
        chat_->changeState(row_, [seconds_left](Message& answer) { answer.load_seconds_left = seconds_left; });
    }
}

void AnswerRun::takeEvent(const EngineEvent& event) {
    if (const auto* const diverged = std::get_if<Diverged>(&event)) {
        chat_->changeState(row_, [&](Message& answer) { answer.divergence = divergenceOf(*diverged); });
    } else if (const auto* const resumed = std::get_if<Resumed>(&event)) {
        reused_pieces_ = resumed->reused_tokens;
        takeReading(0, 0, 0.0);
    } else if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
        takeReading(progress->position - reused_pieces_, progress->prompt_tokens - reused_pieces_,
                    progress->fresh_tokens_per_second);
    } else if (const auto* const text = std::get_if<TextDelta>(&event)) {
        takePiece(TurnState::writing);
        chat_->appendText(row_, QString::fromStdString(text->text));
    } else if (const auto* const reasoning = std::get_if<ReasoningDelta>(&event)) {
        takePiece(TurnState::thinking);
        chat_->appendReasoning(row_, QString::fromStdString(reasoning->text));
    }
}

void AnswerRun::takeReading(int read, int total, double pieces_per_second) {
    if (message().state != TurnState::reading) {
        enterState(TurnState::reading);
    }
    chat_->changeState(row_, [&](Message& answer) { answer.reading = {read, total, pieces_per_second}; });
}

/// Notes that the first or a further piece of text or thinking has come.
void AnswerRun::takePiece(TurnState state) {
    if (!message().first_word) {
        const auto first_word = timeOf(since_sent_);
        chat_->changeState(row_, [first_word](Message& answer) { answer.first_word = first_word; });
    }
    if (message().state != state) {
        enterState(state);
    }
}

void AnswerRun::enterState(TurnState state) {
    since_state_.restart();
    if (state == TurnState::thinking && !since_thinking_.isValid()) {
        since_thinking_.start();
    }
    chat_->changeState(row_, [this, state](Message& answer) {
        if (answer.state == TurnState::thinking) {
            endThinking(answer);
        }
        answer.state = state;
        answer.state_time = {};
    });
}

void AnswerRun::endThinking(Message& answer) {
    if (since_thinking_.isValid()) {
        answer.thinking_time = begun_thinking_ + timeOf(since_thinking_);
        since_thinking_.invalidate();
    }
}

void AnswerRun::finish(const GenerationSummary& summary) {
    chat_->changeState(row_, [&](Message& answer) {
        endThinking(answer);
        answer.state = endState(summary.reason);
        answer.pieces = begun_pieces_ + summary.generated_tokens;
        if (const double speed = summary.decode_tokens_per_second(); speed > 0) {
            answer.pieces_per_second = speed;
        }
        if (const double speed = summary.prompt_tokens_per_second(); speed > 0) {
            answer.reading.pieces_per_second = speed;
        }
        if (summary.prompt_tokens > 0) {
            answer.remembered = app::rememberedOf(summary);
        }
    });
}

void AnswerRun::fail(const Error& error, LoadedBy by) {
    chat_->changeState(row_, [&](Message& answer) {
        endThinking(answer);
        answer.state = TurnState::failed;
        answer.problem = answerProblem(error, !answer.text.isEmpty(), by);
    });
}

void AnswerRun::abandon() {
    chat_->changeState(row_, [this](Message& answer) {
        endThinking(answer);
        answer.state = TurnState::stopped;
    });
}

void AnswerRun::tick() {
    if (message().state != TurnState::writing) {
        const auto time = timeOf(since_state_);
        chat_->changeState(row_, [time](Message& answer) { answer.state_time = time; });
    }
}

}  // namespace strata::ui
