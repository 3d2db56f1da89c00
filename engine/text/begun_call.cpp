#include "text/begun_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "text/tool_schemas.h"

namespace strata {
namespace {

constexpr std::string_view kCallOpen = "<tool_call>";
constexpr std::string_view kFunctionOpen = "\n<function";
constexpr std::string_view kNameOpen = "=";
constexpr std::string_view kTagClose = ">\n";

bool can_be_written(std::string_view name) {
    return !name.empty() && std::ranges::none_of(name, [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F || byte == '<' || byte == '>';
    });
}

}  // namespace

bool begins_call(const GenerationRequest& request) {
    return request.tool_choice.kind != ToolChoice::Kind::automatic && !request.raw_prompt && request.raw_tokens.empty();
}

Result<void> check_begun_call(const GenerationRequest& request) {
    const ToolSchemas declared(request.tools);
    if (!declared.any()) {
        return fail(ErrorCode::invalid_argument, "a call is asked for, but no functions are declared");
    }
    const std::string& name = request.tool_choice.name;
    if (request.tool_choice.kind == ToolChoice::Kind::named && (!declared.declares(name) || !can_be_written(name))) {
        return fail(ErrorCode::invalid_argument,
                    fmt::format("a call of '{}' is asked for, which is not declared", name));
    }
    return {};
}

// Where the model picks the function, the prompt ends before the sign that the name follows: in text the sign and the
// first letters are one token, and a model that finds it alone may write anything (the built-in one does).
void append_begun_call(PromptText& prompt, const ToolChoice& choice) {
    prompt.append_own(kCallOpen);
    prompt.append_own(kFunctionOpen);
    if (choice.kind == ToolChoice::Kind::named) {
        prompt.append_own(kNameOpen);
        prompt.append_foreign(choice.name);
        prompt.append_own(kTagClose);
    }
}

std::string begun_call_markup(const ToolChoice& choice) {
    std::string markup(kFunctionOpen);
    if (choice.kind == ToolChoice::Kind::named) {
        markup += kNameOpen;
        markup += choice.name;
        markup += kTagClose;
    }
    return markup;
}

}  // namespace strata
