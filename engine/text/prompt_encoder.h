#pragma once

#include <vector>

#include "gguf/gguf_file.h"
#include "strata/request.h"
#include "strata/result.h"
#include "text/chat_template.h"
#include "text/tokenizer.h"

namespace strata {

/// From a request to prompt tokens: the file's chat template (ours where it has none), then its tokenizer. Immutable.
class PromptEncoder {
public:
    static Result<PromptEncoder> from_gguf(const GgufFile& file);

    const Tokenizer& tokenizer() const { return tokenizer_; }
    const ChatTemplate& chat_template() const { return template_; }

    /// The rendered prompt. A raw prompt is all the caller's own: control tokens in it are live. Where the request
    /// wants a call, the prompt ends with its beginning, behind thinking that is closed at once. Errors: of the
    /// template; invalid_argument if the last message is to be continued and is no answer, or for a call of what is not
    /// declared; no_vision for pictures.
    Result<PromptText> render(const GenerationRequest& request) const;
    /// Its tokens; raw ones are passed on as they are, whatever they are.
    Result<std::vector<TokenId>> encode(const GenerationRequest& request) const;

private:
    Result<PromptText> render_turns(const GenerationRequest& request) const;
    Result<PromptText> render_continued(const GenerationRequest& request) const;
    PromptEncoder(Tokenizer tokenizer, ChatTemplate chat_template)
        : tokenizer_(std::move(tokenizer)), template_(std::move(chat_template)) {}

    Tokenizer tokenizer_;
    ChatTemplate template_;
};

}  // namespace strata
