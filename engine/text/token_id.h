#pragma once

#include <cstdint>

namespace strata {

using TokenId = std::int32_t;

/// What a vocabulary entry is for (tokenizer.ggml.token_type).
enum class TokenKind : std::uint8_t { normal = 1, unknown = 2, control = 3, user_defined = 4, unused = 5, byte = 6 };

/// Added tokens stand in text by their spelling and are never made of merges.
constexpr bool is_added(TokenKind kind) {
    return kind == TokenKind::control || kind == TokenKind::user_defined;
}

}  // namespace strata
