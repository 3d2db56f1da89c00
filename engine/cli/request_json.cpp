#include "cli/request_json.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/error.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

std::optional<Role> role_of(const std::string& word) {
    if (word == "system") {
        return Role::system;
    }
    if (word == "user") {
        return Role::user;
    }
    if (word == "assistant") {
        return Role::assistant;
    }
    return word == "tool" ? std::optional(Role::tool) : std::nullopt;
}

std::string text_of(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<ToolCall> read_call(const ordered_json& json) {
    const ordered_json& function = json.is_object() && json.contains("function") ? json["function"] : json;
    if (!function.is_object() || !function.contains("name")) {
        return fail(ErrorCode::invalid_argument, "a tool call has no function name");
    }
    ToolCall call;
    call.id = json.is_object() ? text_of(json, "id") : std::string();
    call.name = text_of(function, "name");
    const auto arguments = function.find("arguments");
    if (arguments != function.end()) {
        call.arguments = arguments->is_string() ? arguments->get<std::string>() : arguments->dump();
    }
    return call;
}

Result<ChatMessage> read_message(const ordered_json& json, std::size_t index) {
    if (!json.is_object()) {
        return fail(ErrorCode::invalid_argument, fmt::format("message {} is not an object", index + 1));
    }
    const auto role = role_of(text_of(json, "role"));
    if (!role) {
        return fail(ErrorCode::invalid_argument, fmt::format("message {} has no known role", index + 1));
    }
    ChatMessage message;
    message.role = *role;
    message.text = text_of(json, "content");
    message.reasoning = text_of(json, "reasoning_content");
    message.tool_call_id = text_of(json, "tool_call_id");
    if (const auto calls = json.find("tool_calls"); calls != json.end() && calls->is_array()) {
        for (const ordered_json& one : *calls) {
            STRATA_TRY(ToolCall call, read_call(one));
            message.tool_calls.push_back(std::move(call));
        }
    }
    return message;
}

}  // namespace

Result<GenerationRequest> request_from_json(const ordered_json& json) {
    GenerationRequest request;
    const auto messages = json.is_object() ? json.find("messages") : json.end();
    if (!json.is_object() || messages == json.end() || !messages->is_array()) {
        return fail(ErrorCode::invalid_argument, "there is no list of messages");
    }
    for (std::size_t i = 0; i < messages->size(); ++i) {
        STRATA_TRY(ChatMessage message, read_message((*messages)[i], i));
        request.messages.push_back(std::move(message));
    }
    if (const auto tools = json.find("tools"); tools != json.end() && tools->is_array() && !tools->empty()) {
        request.tools = tools->dump();
    }
    const auto thinking = json.find("enable_thinking");
    const bool think = thinking != json.end() && thinking->is_boolean() && thinking->get<bool>();
    request.thinking = think ? Thinking::high : Thinking::off;
    return request;
}

}  // namespace strata::cli
