#include "text/prompt_encoder.h"

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "text/begun_call.h"

namespace strata {
namespace {

bool has_pictures(const GenerationRequest& request) {
    return std::ranges::any_of(request.messages, [](const ChatMessage& message) { return !message.pictures.empty(); });
}

// True if the template ended its own text inside a think block.
bool opens_thinking(const PromptText& prompt) {
    const std::size_t open = prompt.text.rfind("<think>");
    return open != std::string::npos && prompt.is_own(open, open + 1) &&
           prompt.text.find("</think>", open) == std::string::npos;
}

// The mark that ends the thinking is ours: the text of the model has none.
constexpr std::string_view kThinkingEnd = "\n</think>\n\n";

}  // namespace

Result<PromptEncoder> PromptEncoder::from_gguf(const GgufFile& file) {
    STRATA_TRY(Tokenizer tokenizer, Tokenizer::from_gguf(file));
    const GgufValue* value = file.find("tokenizer.chat_template");
    const std::string* source = value == nullptr ? nullptr : value->as_string();
    if (source == nullptr) {
        return PromptEncoder(std::move(tokenizer), ChatTemplate::built_in());
    }
    STRATA_TRY(ChatTemplate chat_template, ChatTemplate::parse(*source));
    return PromptEncoder(std::move(tokenizer), std::move(chat_template));
}

Result<PromptText> PromptEncoder::render(const GenerationRequest& request) const {
    if (!request.raw_tokens.empty()) {
        PromptText prompt;
        prompt.append_own(tokenizer_.decode(request.raw_tokens));
        return prompt;
    }
    if (request.raw_prompt) {
        PromptText prompt;
        prompt.append_own(*request.raw_prompt);
        return prompt;
    }
    if (has_pictures(request)) {
        return fail(ErrorCode::no_vision, "the loaded model has no part that looks at pictures");
    }
    if (begins_call(request)) {
        STRATA_CHECK(check_begun_call(request));
    }
    STRATA_TRY(PromptText prompt, request.continue_answer ? render_continued(request) : render_turns(request));
    if (begins_call(request)) {
        // The template was told of the thinking all the same: what it says of that stands at the beginning of the
        // prompt, and all of it would have to be read again for this one turn.
        if (!request.continue_answer && opens_thinking(prompt)) {
            prompt.append_own(kThinkingEnd);
        }
        append_begun_call(prompt, request.tool_choice);
    }
    return prompt;
}

Result<PromptText> PromptEncoder::render_turns(const GenerationRequest& request) const {
    STRATA_TRY(const nlohmann::ordered_json variables, template_variables(request));
    return template_.render(variables);
}

// The turn that the template opens for an answer, with what was written of it.
Result<PromptText> PromptEncoder::render_continued(const GenerationRequest& request) const {
    if (request.messages.size() < 2 || request.messages.back().role != Role::assistant ||
        !request.messages.back().tool_calls.empty()) {
        return fail(ErrorCode::invalid_argument, "only a last message that is an answer in words can be continued");
    }
    GenerationRequest before = request;
    before.messages.pop_back();
    STRATA_TRY(PromptText prompt, render_turns(before));
    const ChatMessage& begun = request.messages.back();
    const bool is_answered = !begun.text.empty() || begins_call(request);
    if (opens_thinking(prompt)) {
        prompt.append_foreign(begun.reasoning);
        if (is_answered) {
            prompt.append_own(kThinkingEnd);
        }
    }
    prompt.append_foreign(begun.text);
    if (begins_call(request) && !begun.text.empty()) {
        prompt.append_own("\n\n");
    }
    return prompt;
}

Result<std::vector<TokenId>> PromptEncoder::encode(const GenerationRequest& request) const {
    if (!request.raw_tokens.empty()) {
        return request.raw_tokens;
    }
    STRATA_TRY(const PromptText prompt, render(request));
    return tokenizer_.encode(prompt);
}

}  // namespace strata
