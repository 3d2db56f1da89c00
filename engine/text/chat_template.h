#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "strata/request.h"
#include "strata/result.h"
#include "text/prompt_text.h"

namespace strata {

/// The Jinja chat template of a model file, read once, rendered many times. Interprets the subset that chat templates
/// use (docs/guides/chat_template.md); has no way to files, network or environment; bounded in depth, steps and output.
class ChatTemplate {
public:
    /// Errors: bad_template, naming line and construct.
    static Result<ChatTemplate> parse(std::string_view source);
    /// Plain ChatML with thinking and tool calls, for files without a template.
    static const ChatTemplate& built_in();

    /// Renders with these variables (messages, tools, enable_thinking, reasoning_effort, preserve_thinking,
    /// add_generation_prompt, …). Text that comes out of `variables` is marked as foreign, however the template cuts or
    /// joins it; the template's own literals are its own. Errors: bad_template with line; raise_exception's text.
    Result<PromptText> render(const nlohmann::ordered_json& variables) const;

private:
    struct Program;
    explicit ChatTemplate(std::shared_ptr<const Program> program);
    std::shared_ptr<const Program> program_;  // immutable; shared by copies
};

/// The variables of a request as chat templates name them. Errors: invalid_argument for tools or tool call arguments
/// that are not JSON.
Result<nlohmann::ordered_json> template_variables(const GenerationRequest& request);

}  // namespace strata
