#include "text/prompt_encoder.h"

#include "base/error.h"

namespace strata {

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
    if (request.raw_prompt) {
        PromptText prompt;
        prompt.append_own(*request.raw_prompt);
        return prompt;
    }
    STRATA_TRY(const nlohmann::ordered_json variables, template_variables(request));
    return template_.render(variables);
}

Result<std::vector<TokenId>> PromptEncoder::encode(const GenerationRequest& request) const {
    STRATA_TRY(const PromptText prompt, render(request));
    return tokenizer_.encode(prompt);
}

}  // namespace strata
