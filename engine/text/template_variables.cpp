#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "text/chat_template.h"

namespace strata {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 64;
/// Keys keep their order in a list that is searched from the start, so very many of them would take minutes.
constexpr std::size_t kMaxKeys = 2000;

/// Watches over a JSON text while it is read.
class JsonLimits {
public:
    /// What the parser asks for every part; false drops the part.
    bool accept(int depth, Json::parse_event_t event) {
        if (depth > kMaxDepth) {
            too_deep_ = true;
        } else if (event == Json::parse_event_t::object_start) {
            keys_[static_cast<std::size_t>(depth) + 1] = 0;
        } else if (event == Json::parse_event_t::key) {
            too_many_keys_ = too_many_keys_ || ++keys_[static_cast<std::size_t>(depth)] > kMaxKeys;
        }
        return !too_deep_ && !too_many_keys_;
    }

    Result<void> check(const std::string& what) const {
        if (too_deep_) {
            return fail(ErrorCode::invalid_argument,
                        fmt::format("{}: nested more than {} levels deep", what, kMaxDepth));
        }
        if (too_many_keys_) {
            return fail(ErrorCode::invalid_argument,
                        fmt::format("{}: an object has more than {} keys", what, kMaxKeys));
        }
        return {};
    }

private:
    std::vector<std::size_t> keys_ = std::vector<std::size_t>(static_cast<std::size_t>(kMaxDepth) + 2);
    bool too_deep_ = false;
    bool too_many_keys_ = false;
};

Result<Json> parse_json(const std::string& text, const std::string& what) {
    JsonLimits limits;
    Json json = Json::parse(
        text, [&limits](int depth, Json::parse_event_t event, Json&) { return limits.accept(depth, event); }, false);
    STRATA_CHECK(limits.check(what));
    if (json.is_discarded()) {
        return fail(ErrorCode::invalid_argument, fmt::format("{}: not valid JSON", what));
    }
    return json;
}

bool is_blank(const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::string role_name(Role role) {
    switch (role) {
        case Role::system:
            return "system";
        case Role::user:
            return "user";
        case Role::assistant:
            return "assistant";
        case Role::tool:
            break;
    }
    return "tool";
}

Result<Json> call_variables(const ToolCall& call) {
    const std::string what = fmt::format("arguments of the call of '{}'", call.name);
    Json arguments = Json::object();  // clients send nothing for a function without arguments
    if (!is_blank(call.arguments)) {
        STRATA_TRY(arguments, parse_json(call.arguments, what));
    }
    if (!arguments.is_object()) {
        return fail(ErrorCode::invalid_argument,
                    fmt::format("{}: {}, expected an object", what, arguments.type_name()));
    }
    Json function = Json::object();
    function["name"] = call.name;
    function["arguments"] = std::move(arguments);
    Json variables = Json::object();
    variables["id"] = call.id;
    variables["type"] = "function";
    variables["function"] = std::move(function);
    return variables;
}

Result<Json> message_variables(const ChatMessage& message) {
    Json variables = Json::object();
    variables["role"] = role_name(message.role);
    variables["content"] = message.text;
    if (message.role == Role::assistant && !message.reasoning.empty()) {
        variables["reasoning_content"] = message.reasoning;
    }
    if (message.role == Role::assistant && !message.tool_calls.empty()) {
        Json calls = Json::array();
        for (const ToolCall& call : message.tool_calls) {
            STRATA_TRY(Json one, call_variables(call));
            calls.push_back(std::move(one));
        }
        variables["tool_calls"] = std::move(calls);
    }
    if (message.role == Role::tool && !message.tool_call_id.empty()) {
        variables["tool_call_id"] = message.tool_call_id;
    }
    return variables;
}

/// The declared functions; null if there are none.
Result<Json> tool_variables(const std::string& tools) {
    if (is_blank(tools)) {
        return Json();
    }
    STRATA_TRY(Json list, parse_json(tools, "tools"));
    if (!list.is_array()) {
        return fail(ErrorCode::invalid_argument, fmt::format("tools: {}, expected an array", list.type_name()));
    }
    return list.empty() ? Json() : list;
}

void add_thinking(Json& variables, Thinking thinking) {
    variables["enable_thinking"] = thinking != Thinking::off;
    switch (thinking) {
        case Thinking::off:
            break;
        case Thinking::low:
            variables["reasoning_effort"] = "low";
            break;
        case Thinking::medium:
            variables["reasoning_effort"] = "medium";
            break;
        case Thinking::high:
            variables["reasoning_effort"] = "xhigh";
            break;
    }
}

}  // namespace

Result<nlohmann::ordered_json> template_variables(const GenerationRequest& request) {
    Json messages = Json::array();
    for (const ChatMessage& message : request.messages) {
        STRATA_TRY(Json variables, message_variables(message));
        messages.push_back(std::move(variables));
    }
    STRATA_TRY(Json tools, tool_variables(request.tools));

    Json variables = Json::object();
    variables["messages"] = std::move(messages);
    if (!tools.is_null()) {
        variables["tools"] = std::move(tools);
    }
    add_thinking(variables, request.thinking);
    variables["preserve_thinking"] = request.preserve_thinking;
    variables["add_generation_prompt"] = true;
    return variables;
}

}  // namespace strata
