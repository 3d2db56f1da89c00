#include "app/api/dialects/conversation_builder.h"

#include <algorithm>
#include <utility>

#include "app/api/dialects/agent_stamps.h"

namespace strata::app::api {

void ConversationBuilder::add(Role role, Content content) {
    for (EncodedPicture& picture : content.pictures) {
        picture.message = messages_.size();
        pictures_.push_back(std::move(picture));
    }
    ChatMessage message;
    message.role = role;
    message.text = std::move(content.text);
    message.reasoning = std::move(content.reasoning);
    messages_.push_back(std::move(message));
}

void ConversationBuilder::addInstructions(std::string text) {
    text = withoutStamps(std::move(text));
    if (messages_.size() == 1 && messages_.front().role == Role::system) {
        messages_.front().text += "\n\n" + text;
        return;
    }
    add(messages_.empty() ? Role::system : Role::user, {std::move(text), {}, {}});
}

void ConversationBuilder::addUser(Content content) {
    has_user_ = true;
    add(Role::user, std::move(content));
}

void ConversationBuilder::addAssistant(Content content, std::vector<ToolCall> calls) {
    add(Role::assistant, std::move(content));
    messages_.back().tool_calls = std::move(calls);
}

void ConversationBuilder::addToolResult(std::string call_id, Content content) {
    add(Role::tool, std::move(content));
    messages_.back().tool_call_id = std::move(call_id);
}

void ConversationBuilder::askForForm(const std::string& sentence) {
    const auto last =
        std::find_if(messages_.rbegin(), messages_.rend(), [](const auto& one) { return one.role == Role::user; });
    if (last != messages_.rend()) {
        last->text += "\n\n" + sentence;
    }
}

const ChatMessage* ConversationBuilder::begunAnswer() const {
    const bool is_begun =
        messages_.size() > 1 && messages_.back().role == Role::assistant && messages_.back().tool_calls.empty();
    return is_begun ? &messages_.back() : nullptr;
}

void ConversationBuilder::moveTo(ApiCall& call) {
    call.request.messages = std::move(messages_);
    call.pictures = std::move(pictures_);
}

}  // namespace strata::app::api
