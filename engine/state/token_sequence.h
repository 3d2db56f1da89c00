#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "state/content_digest.h"

namespace strata {

/// Which picture stands at a place: pad tokens are the same for all pictures, so tokens alone do not tell.
struct PictureKey {
    std::size_t position = 0;  ///< of its first pad token
    ContentDigest hash{};      ///< of its grid and its embedding rows

    bool operator==(const PictureKey&) const = default;
};

/// 128-bit hash of a picture as the model sees it. rows: [columns × rows of the merged grid × hidden size].
ContentDigest hash_picture(std::uint32_t grid_columns, std::uint32_t grid_rows, std::span<const float> rows);

/// What a sequence consists of, and so what its state stands for: ids and pictures. Two states of one model are
/// interchangeable exactly if these are equal.
struct TokenSequence {
    std::vector<std::int32_t> tokens;
    std::vector<PictureKey> pictures;  ///< by position

    std::size_t size() const { return tokens.size(); }
    /// Drops tokens from `length` on, and the pictures that begin there or later.
    void truncate(std::size_t length);

    bool operator==(const TokenSequence&) const = default;
};

/// How many leading tokens both have in common, pictures included: a picture that differs ends it at its first pad.
std::size_t common_prefix(const TokenSequence& left, const TokenSequence& right);

}  // namespace strata
