#include "ui/chat/stored_message.h"

#include "ui/chat/problem_text.h"

namespace strata::ui {
namespace {

app::AnswerState storedState(TurnState state) {
    switch (state) {
        case TurnState::done:
            return app::AnswerState::done;
        case TurnState::cut_off:
            return app::AnswerState::cut_off;
        case TurnState::stopped:
            return app::AnswerState::stopped;
        case TurnState::failed:
            return app::AnswerState::failed;
        case TurnState::loading:
        case TurnState::waiting:
        case TurnState::reading:
        case TurnState::thinking:
        case TurnState::writing:
            break;
    }
    return app::AnswerState::unfinished;
}

TurnState shownState(app::AnswerState state) {
    switch (state) {
        case app::AnswerState::done:
            return TurnState::done;
        case app::AnswerState::cut_off:
            return TurnState::cut_off;
        case app::AnswerState::failed:
            return TurnState::failed;
        case app::AnswerState::stopped:
        case app::AnswerState::unfinished:
            break;
    }
    return TurnState::stopped;
}

}  // namespace

app::MessageRecord recordOf(const Message& message) {
    app::MessageRecord record;
    record.role = message.role;
    record.time = message.time;
    record.text = message.text;
    record.reasoning = message.reasoning;
    record.state = storedState(message.state);
    record.thinking = message.thinking;
    record.model = message.model;
    if (message.problem) {
        record.error = message.problem->error;
    }
    record.thinking_time = message.thinking_time;
    record.first_word = message.first_word;
    record.pieces = message.pieces;
    record.pieces_per_second = message.pieces_per_second;
    record.remembered = message.remembered;
    record.divergence = message.divergence;
    return record;
}

Message messageOf(const app::MessageRecord& record) {
    Message message;
    message.role = record.role;
    message.time = record.time;
    message.text = record.text;
    message.reasoning = record.reasoning;
    message.state = shownState(record.state);
    message.thinking = record.thinking;
    message.model = record.model;
    if (record.error) {
        message.problem = answerProblem(*record.error, !record.text.isEmpty());
    }
    message.thinking_time = record.thinking_time;
    message.first_word = record.first_word;
    message.pieces = record.pieces;
    message.pieces_per_second = record.pieces_per_second;
    message.remembered = record.remembered;
    message.divergence = record.divergence;
    return message;
}

}  // namespace strata::ui
