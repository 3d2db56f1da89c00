#include "text/merge_table.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/error.h"
#include "gguf/gguf_file.h"
#include "text/byte_alphabet.h"

namespace strata {
namespace {

struct LineMerge {
    TokenId left = 0;
    MergeTable::Merge merge;
};

tl::unexpected<Error> unknown_token(std::size_t line, std::string_view text) {
    return fail(ErrorCode::bad_file,
                fmt::format("merge {} ({}) refers to a token that is not in the vocabulary", line, printable(text)));
}

/// Nothing for a merge that has to do with a token that text may not turn into.
Result<std::optional<LineMerge>> read_line(std::string_view line, std::size_t rank, const Vocabulary& vocabulary,
                                           std::string& bytes) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || space == 0 || space + 1 == line.size() ||
        line.find(' ', space + 1) != std::string_view::npos) {
        return fail(ErrorCode::bad_file, fmt::format("merge {} ({}) is not two tokens", rank, printable(line)));
    }
    const std::string_view left_spelling = line.substr(0, space);
    const std::string_view right_spelling = line.substr(space + 1);
    bytes.clear();
    std::optional<TokenId> left;
    std::optional<TokenId> right;
    std::optional<TokenId> result;
    if (append_bytes_of_spelling(bytes, left_spelling)) {
        const std::size_t left_size = bytes.size();
        left = vocabulary.find_mergeable(bytes);
        if (append_bytes_of_spelling(bytes, right_spelling)) {
            right = vocabulary.find_mergeable(std::string_view(bytes).substr(left_size));
            result = vocabulary.find_mergeable(bytes);
        }
    }
    if (left && right && result) {
        return LineMerge{*left, {*right, *result, static_cast<std::int32_t>(rank)}};
    }
    const bool known = (left || vocabulary.find(left_spelling)) && (right || vocabulary.find(right_spelling)) &&
                       (result || vocabulary.find(std::string(left_spelling).append(right_spelling)));
    if (!known) {
        return unknown_token(rank, line);
    }
    return std::nullopt;
}

/// Puts the lines in the order of MergeTable: by left, then right; of equal pairs only the one of lowest rank stays.
void sort_by_pair(std::vector<LineMerge>& lines) {
    std::sort(lines.begin(), lines.end(), [](const LineMerge& a, const LineMerge& b) {
        return std::tie(a.left, a.merge.right, a.merge.rank) < std::tie(b.left, b.merge.right, b.merge.rank);
    });
    const auto same_pair = [](const LineMerge& a, const LineMerge& b) {
        return a.left == b.left && a.merge.right == b.merge.right;
    };
    lines.erase(std::unique(lines.begin(), lines.end(), same_pair), lines.end());
}

}  // namespace

Result<MergeTable> MergeTable::create(std::span<const std::string> lines, const Vocabulary& vocabulary) {
    if (lines.size() > kMostMerges) {
        return fail(ErrorCode::bad_file, fmt::format("{} merges, at most {} are read", lines.size(), kMostMerges));
    }
    std::vector<LineMerge> read;
    read.reserve(lines.size());
    std::string bytes;
    for (std::size_t rank = 0; rank < lines.size(); ++rank) {
        STRATA_TRY(const std::optional<LineMerge> merge, read_line(lines[rank], rank, vocabulary, bytes));
        if (merge) {
            read.push_back(*merge);
        }
    }
    sort_by_pair(read);

    MergeTable table;
    table.begins_.assign(vocabulary.size() + 1, 0);
    table.merges_.reserve(read.size());
    for (const LineMerge& line : read) {
        ++table.begins_[static_cast<std::size_t>(line.left) + 1];
        table.merges_.push_back(line.merge);
    }
    std::partial_sum(table.begins_.begin(), table.begins_.end(), table.begins_.begin());
    return table;
}

const MergeTable::Merge* MergeTable::find(TokenId left, TokenId right) const {
    const auto begin = merges_.begin() + static_cast<std::ptrdiff_t>(begins_[static_cast<std::size_t>(left)]);
    const auto end = merges_.begin() + static_cast<std::ptrdiff_t>(begins_[static_cast<std::size_t>(left) + 1]);
    const auto merge =
        std::lower_bound(begin, end, right, [](const Merge& entry, TokenId token) { return entry.right < token; });
    return merge != end && merge->right == right ? &*merge : nullptr;
}

}  // namespace strata
