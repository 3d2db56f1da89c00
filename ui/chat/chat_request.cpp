#include "ui/chat/chat_request.h"

namespace strata::ui {
namespace {

constexpr const char* kSystemPromptOfBuiltIn = "You are a helpful assistant.";

/// An answer that another one took the place of, or that never came to a word.
bool isLeftOut(const ChatModel& chat, int row, int answer_row) {
    const Message& message = chat.at(row);
    if (message.role != Role::assistant) {
        return false;
    }
    const bool answered_again = row + 1 == answer_row || chat.at(row + 1).role == Role::assistant;
    return message.text.isEmpty() || answered_again;
}

}  // namespace

GenerationRequest makeRequest(const ChatModel& chat, int answer_row, const ChatOptions& options) {
    GenerationRequest request;
    request.conversation = options.conversation;
    request.title = options.title.toStdString();
    request.thinking = options.thinking;
    if (options.built_in_model) {
        request.sampling = SamplingOptions::greedy();
        request.messages.push_back(ChatMessage{strata::Role::system, kSystemPromptOfBuiltIn, {}, {}, {}});
    } else {
        request.sampling = SamplingOptions::for_thinking(options.thinking);
    }
    for (int row = 0; row < answer_row; ++row) {
        if (!isLeftOut(chat, row, answer_row)) {
            const Message& message = chat.at(row);
            request.messages.push_back(
                ChatMessage{message.role, message.text.toStdString(), message.reasoning.toStdString(), {}, {}});
        }
    }
    return request;
}

}  // namespace strata::ui
