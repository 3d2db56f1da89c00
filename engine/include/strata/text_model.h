#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "strata/request.h"
#include "strata/result.h"

namespace strata {

/// Tokenizer and chat template of a model file, without its weights: counts, renders, previews. Immutable; any thread.
class TextModel {
public:
    static Result<std::unique_ptr<TextModel>> open(const std::filesystem::path& path);
    virtual ~TextModel() = default;

    /// The prompt text of a request.
    virtual Result<std::string> render(const GenerationRequest& request) const = 0;
    /// Tokens of a request's prompt.
    virtual Result<int> count_tokens(const GenerationRequest& request) const = 0;
    /// Tokens of a text that somebody typed.
    virtual int count_tokens(const std::string& text) const = 0;
};

}  // namespace strata
