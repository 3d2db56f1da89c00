#include "cli/request_variables.h"

#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::array kPassed = {"tools",         "enable_thinking",      "reasoning_effort", "preserve_thinking",
                                "add_vision_id", "add_generation_prompt"};

/// Templates walk through arguments as an object; clients send its text.
Result<void> open_arguments(ordered_json& call, const std::string& where) {
    if (!call.is_object()) {
        return fail(ErrorCode::invalid_argument, where + " must be an object");
    }
    ordered_json& function = call.contains("function") && call["function"].is_object() ? call["function"] : call;
    if (!function.contains("arguments") || !function["arguments"].is_string()) {
        return {};
    }
    const std::string text = function["arguments"].get<std::string>();
    ordered_json arguments = text.empty() ? ordered_json::object() : ordered_json::parse(text, nullptr, false);
    if (!arguments.is_object()) {
        return fail(ErrorCode::invalid_argument, where + ".function.arguments is no JSON object: " + text);
    }
    function["arguments"] = std::move(arguments);
    return {};
}

Result<void> prepare_message(ordered_json& message, const std::string& where) {
    if (!message.is_object() || !message.contains("role") || !message["role"].is_string()) {
        return fail(ErrorCode::invalid_argument, where + " must be an object with a role");
    }
    if (!message.contains("content") || message["content"].is_null()) {
        message["content"] = "";
    }
    if (!message["content"].is_string() && !message["content"].is_array()) {
        return fail(ErrorCode::invalid_argument, where + ".content must be a string or a list of parts");
    }
    if (!message.contains("tool_calls") || message["tool_calls"].is_null()) {
        message.erase("tool_calls");
        return {};
    }
    if (!message["tool_calls"].is_array()) {
        return fail(ErrorCode::invalid_argument, where + ".tool_calls must be a list");
    }
    for (std::size_t i = 0; i < message["tool_calls"].size(); ++i) {
        STRATA_CHECK(open_arguments(message["tool_calls"][i], fmt::format("{}.tool_calls[{}]", where, i)));
    }
    return {};
}

}  // namespace

Result<ordered_json> request_variables(std::string_view json, const std::string& name) {
    ordered_json request = ordered_json::parse(json, nullptr, false);
    if (request.is_discarded()) {
        return fail(ErrorCode::invalid_argument, name + ": this is no JSON");
    }
    if (!request.is_object() || !request.contains("messages") || !request["messages"].is_array()) {
        return fail(ErrorCode::invalid_argument, name + ": a request is an object with a list \"messages\"");
    }
    ordered_json variables = {{"messages", std::move(request["messages"])}, {"add_generation_prompt", true}};
    for (std::size_t i = 0; i < variables["messages"].size(); ++i) {
        STRATA_CHECK(prepare_message(variables["messages"][i], fmt::format("{}: messages[{}]", name, i)));
    }
    for (const char* key : kPassed) {
        if (request.contains(key) && !request[key].is_null()) {
            variables[key] = request[key];
        }
    }
    if (request.contains("chat_template_kwargs") && request["chat_template_kwargs"].is_object()) {
        for (const auto& [key, value] : request["chat_template_kwargs"].items()) {
            variables[key] = value;
        }
    }
    return variables;
}

}  // namespace strata::cli
