#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text/token_id.h"

namespace strata {

/// Tokens by their bytes. Sorted rather than hashed, so that no vocabulary can be made that is slow to look up.
///
/// Borrows the bytes: whoever builds it keeps them where they are.
class SpellingIndex {
public:
    struct Entry {
        std::string_view bytes;
        TokenId id = 0;
    };

    SpellingIndex() = default;
    explicit SpellingIndex(const std::vector<Entry>& entries);

    /// The token with these bytes; of several the one with the lowest id.
    std::optional<TokenId> find(std::string_view bytes) const;

private:
    struct Key {
        std::uint64_t start =
            0;  ///< the first eight bytes, big-endian, zeros behind the end: most comparisons end here
        std::string_view bytes;
    };
    struct Row {
        Key key;
        TokenId id = 0;
    };

    static Key key_of(std::string_view bytes);
    static int compare(const Key& a, const Key& b);

    std::vector<Row> rows_;  // ascending by bytes, no bytes twice
};

}  // namespace strata
