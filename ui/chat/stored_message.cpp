#include "ui/chat/stored_message.h"

#include <algorithm>
#include <iterator>

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
    record.id = message.id;
    record.branch = message.branch;
    record.branches = message.branches;
    record.followed = message.followed;
    record.role = message.role;
    record.time = message.time;
    record.text = message.text;
    record.reasoning = message.reasoning;
    record.pictures = message.pictures;
    record.state = storedState(message.state);
    record.thinking = message.thinking;
    record.model = message.model;
    record.program_version = message.program_version;
    record.settings = message.settings;
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
    message.id = record.id;
    message.branch = record.branch;
    message.branches = record.branches;
    message.followed = record.followed;
    message.role = record.role;
    message.time = record.time;
    message.text = record.text;
    message.reasoning = record.reasoning;
    message.pictures = record.pictures;
    message.state = shownState(record.state);
    message.thinking = record.thinking;
    message.model = record.model;
    message.program_version = record.program_version;
    message.settings = record.settings;
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

std::vector<Message> messagesOf(const std::vector<app::MessageRecord>& records) {
    std::vector<Message> messages;
    std::transform(records.begin(), records.end(), std::back_inserter(messages), messageOf);
    return messages;
}

}  // namespace strata::ui
