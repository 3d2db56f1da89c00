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

/// What the model is told before the first message; empty: nothing.
QString systemPrompt(const ChatOptions& options) {
    const QString own = options.built_in_model ? QString::fromLatin1(kSystemPromptOfBuiltIn) : QString();
    const QString separator = own.isEmpty() || options.instructions.isEmpty() ? QString() : QStringLiteral("\n\n");
    return own + separator + options.instructions;
}

ChatMessage told(const Message& message, const ReadPictures& pictures) {
    ChatMessage told{message.role, message.text.toStdString(), message.reasoning.toStdString(), {}, {}};
    for (const app::AttachedPicture& picture : message.pictures) {
        if (const auto found = pictures.find(picture.hash); found != pictures.end()) {
            told.pictures.push_back(found->second);
        }
    }
    return told;
}

}  // namespace

GenerationRequest makeRequest(const ChatModel& chat, int answer_row, const ChatOptions& options) {
    GenerationRequest request;
    request.conversation = options.conversation;
    request.title = options.title.toStdString();
    request.may_store_on_disk = !options.temporary;
    request.thinking = options.thinking;
    request.sampling = options.settings.sampling;
    request.limits = options.settings.limits;
    if (const QString prompt = systemPrompt(options); !prompt.isEmpty()) {
        request.messages.push_back(ChatMessage{strata::Role::system, prompt.toStdString(), {}, {}, {}});
    }
    for (int row = 0; row < answer_row; ++row) {
        if (!isLeftOut(chat, row, answer_row)) {
            request.messages.push_back(told(chat.at(row), options.pictures));
        }
    }
    if (options.continues) {
        request.continue_answer = true;
        request.messages.push_back(told(chat.at(answer_row), options.pictures));
    }
    return request;
}

std::vector<app::AttachedPicture> neededPictures(const ChatModel& chat, int answer_row) {
    std::vector<app::AttachedPicture> pictures;
    for (int row = 0; row < answer_row; ++row) {
        const std::vector<app::AttachedPicture>& more = chat.at(row).pictures;
        pictures.insert(pictures.end(), more.begin(), more.end());
    }
    return pictures;
}

}  // namespace strata::ui
