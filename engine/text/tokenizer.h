#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gguf/gguf_file.h"
#include "strata/result.h"
#include "text/prompt_text.h"
#include "text/token_id.h"
#include "text/utf8_stream.h"

namespace strata {

/// Whether text may name control tokens and other added tokens by their spelling.
enum class ControlTokens { plain_text, recognised };

/// Byte-level BPE as the model file describes it (pre-tokenizer `qwen35`), with NFC. Immutable; any thread.
class Tokenizer {
public:
    /// Errors: bad_file for arrays of wrong type or length, merges of unknown tokens, ids outside the vocabulary;
    /// unsupported_format for another tokenizer model or pre-tokenizer.
    static Result<Tokenizer> from_gguf(const GgufFile& file);

    /// Text to ids; nothing is added in front or behind. Valid UTF-8 is composed (NFC) first; bytes that are not valid
    /// UTF-8 stay as they are.
    std::vector<TokenId> encode(std::string_view text, ControlTokens control) const;
    /// The same for a rendered prompt: added tokens are recognised where all of their bytes are the template's own.
    std::vector<TokenId> encode(const PromptText& prompt) const;

    /// The exact bytes of the ids one after another; control tokens appear as their spelling. Unknown ids: nothing.
    std::string decode(std::span<const TokenId> ids) const;
    /// The bytes of one token; none for ids outside the vocabulary and for rows that name no token.
    std::string_view token_bytes(TokenId id) const;

    TokenKind kind(TokenId id) const;
    bool is_control(TokenId id) const { return kind(id) == TokenKind::control; }
    std::size_t vocab_size() const;  ///< rows of the embedding matrix, unused ones included
    bool is_used(TokenId id) const;  ///< names a token (padding rows do not)
    /// A token by its exact spelling as in the file; added tokens first, then the lowest id. Rows that name no token
    /// are not found.
    std::optional<TokenId> find(std::string_view spelling) const;
    /// Ids that end an answer: the file's eos, <|im_end|> and <|endoftext|> where they exist; ascending.
    std::span<const TokenId> stop_ids() const;

private:
    struct Data;
    explicit Tokenizer(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_;  // immutable; shared by copies of the tokenizer
};

}  // namespace strata
