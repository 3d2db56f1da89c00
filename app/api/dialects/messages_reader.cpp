#include "app/api/dialects/messages_reader.h"

#include <fmt/format.h>

#include <utility>

#include "app/api/dialects/tool_arguments.h"

namespace strata::app::api {
namespace {

std::vector<ToolCall> readCalls(const Fields& message) {
    std::vector<ToolCall> calls;
    const Json* list = message.array("tool_calls");
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const Fields call((*list)[i], pathOfItem(message.pathOf("tool_calls"), i), message.refusal());
        if (!call.whole().is_object()) {
            call.refuseType("", "an object");
            continue;
        }
        const auto function = call.inside("function");
        if (!function) {
            call.refuseMissing("function");
            continue;
        }
        const std::string* name = function->text("name");
        if (name == nullptr) {
            function->refuseMissing("name");
            continue;
        }
        calls.push_back({call.textOrEmpty("id"), *name, argumentsOfCall(function->find("arguments"))});
    }
    return calls;
}

void readAssistant(const Fields& message, ContentReader& contents, ConversationBuilder& conversation) {
    Content content = contents.read(message, "content", ContentOf::assistant);
    const char* name = message.has("reasoning_content") ? "reasoning_content" : "reasoning";
    if (const std::string* reasoning = message.text(name)) {
        content.reasoning = *reasoning;
    }
    conversation.addAssistant(std::move(content), readCalls(message));
}

void readMessage(const Fields& message, ContentReader& contents, ConversationBuilder& conversation) {
    const std::string* role = message.text("role");
    if (role == nullptr) {
        message.refuseMissing("role");
        return;
    }
    const bool is_instructions = *role == "system" || *role == "developer";
    if ((is_instructions || *role == "user") && !message.has("content")) {
        message.refuseMissing("content");
        return;
    }
    if (is_instructions) {
        conversation.addInstructions(contents.read(message, "content", ContentOf::instructions).text);
    } else if (*role == "user") {
        conversation.addUser(contents.read(message, "content", ContentOf::user));
    } else if (*role == "assistant") {
        readAssistant(message, contents, conversation);
    } else if (*role == "tool" || *role == "function") {
        conversation.addToolResult(message.textOrEmpty("tool_call_id"),
                                   contents.read(message, "content", ContentOf::tool));
    } else {
        message.refuse(ErrorKind::invalid_value, "role",
                       fmt::format("\"{}\" is none of system, developer, user, assistant and tool", quotable(*role)));
    }
}

}  // namespace

void readChatMessages(const Fields& request, ContentReader& contents, ConversationBuilder& conversation) {
    Json decoded;
    const Json* messages = arrayOrItsText(request, "messages", decoded);
    if (messages == nullptr) {
        request.refuseMissing("messages");  // counts only if it was not of another type
        return;
    }
    for (std::size_t i = 0; i < messages->size() && !request.refusal(); ++i) {
        const Fields message((*messages)[i], pathOfItem("messages", i), request.refusal());
        if (message.whole().is_object()) {
            readMessage(message, contents, conversation);
        } else {
            message.refuseType("", "an object");
        }
    }
    if (!conversation.hasUser()) {
        request.refuse(ErrorKind::invalid_value, "messages", "expected at least one message of the user");
    }
}

bool wantsContinuation(const Fields& request, const ConversationBuilder& conversation) {
    const auto goes_on = request.boolean("continue_final_message");
    const auto begins_anew = request.boolean("add_generation_prompt");
    if (goes_on.value_or(false) && begins_anew.value_or(false)) {
        request.refuse(ErrorKind::invalid_value, "continue_final_message",
                       "excludes add_generation_prompt; only one of them can be true");
    }
    return goes_on.value_or(true) && !begins_anew.value_or(false) && conversation.begunAnswer() != nullptr;
}

}  // namespace strata::app::api
