#include "state/token_sequence.h"

#include <algorithm>

namespace strata {

ContentDigest hash_picture(std::uint32_t grid_columns, std::uint32_t grid_rows, std::span<const float> rows) {
    const std::uint64_t seed = (std::uint64_t{grid_columns} << 32) | grid_rows;
    return digest_content(std::as_bytes(rows), seed);
}

void TokenSequence::truncate(std::size_t length) {
    if (length < tokens.size()) {
        tokens.resize(length);
        std::erase_if(pictures, [length](const PictureKey& picture) { return picture.position >= length; });
    }
}

std::size_t common_prefix(const TokenSequence& left, const TokenSequence& right) {
    const auto [tokens, ignored] = std::ranges::mismatch(left.tokens, right.tokens);
    auto length = static_cast<std::size_t>(tokens - left.tokens.begin());
    const auto [a, b] = std::ranges::mismatch(left.pictures, right.pictures);
    // Past this pair the pictures differ: the earlier of the two is where the sequences part.
    if (a != left.pictures.end()) {
        length = std::min(length, a->position);
    }
    if (b != right.pictures.end()) {
        length = std::min(length, b->position);
    }
    return length;
}

}  // namespace strata
