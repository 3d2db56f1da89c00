#include "text/byte_pair_encoder.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace strata {
namespace {

constexpr TokenId kMergedAway = -1;

/// Heaps keep the largest on top: the candidate that is merged later is the smaller one.
constexpr auto kLater = [](const auto& a, const auto& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.left > b.left;
};

}  // namespace

Result<BytePairEncoder> BytePairEncoder::create(const Vocabulary& vocabulary, MergeTable merges) {
    BytePairEncoder encoder;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const auto token =
            vocabulary.find_mergeable(std::string(1, static_cast<char>(static_cast<unsigned char>(byte))));
        if (!token) {
            return fail(ErrorCode::bad_file, fmt::format("no token for the byte 0x{:02X}", byte));
        }
        encoder.byte_tokens_[byte] = *token;
    }
    encoder.merges_ = std::move(merges);
    return encoder;
}

void BytePairEncoder::encode(std::string_view piece, Workspace& workspace, std::vector<TokenId>& tokens) const {
    auto& symbols = workspace.symbols_;
    auto& candidates = workspace.candidates_;
    symbols.resize(piece.size());
    for (std::size_t i = 0; i < piece.size(); ++i) {
        symbols[i] = {byte_tokens_[static_cast<unsigned char>(piece[i])], i == 0 ? i : i - 1, i + 1};
    }
    candidates.clear();
    for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
        push_pair(workspace, i);
    }
    while (!candidates.empty()) {
        std::pop_heap(candidates.begin(), candidates.end(), kLater);
        const auto next = candidates.back();
        candidates.pop_back();
        auto& left = symbols[next.left];
        // A candidate stays in the heap when one of its tokens is merged with another; it is stale then.
        if (left.token != next.left_token || left.next == symbols.size() ||
            symbols[left.next].token != next.right_token) {
            continue;
        }
        auto& right = symbols[left.next];
        left.token = next.result;
        right.token = kMergedAway;
        left.next = right.next;
        if (left.next < symbols.size()) {
            symbols[left.next].previous = next.left;
            push_pair(workspace, next.left);
        }
        if (next.left > 0) {
            push_pair(workspace, left.previous);
        }
    }
    for (std::size_t i = 0; i < symbols.size(); i = symbols[i].next) {
        tokens.push_back(symbols[i].token);
    }
}

void BytePairEncoder::push_pair(Workspace& workspace, std::size_t left) const {
    const auto& symbols = workspace.symbols_;
    const TokenId left_token = symbols[left].token;
    const TokenId right_token = symbols[symbols[left].next].token;
    if (const auto* merge = merges_.find(left_token, right_token)) {
        workspace.candidates_.push_back({merge->rank, left, left_token, right_token, merge->result});
        std::push_heap(workspace.candidates_.begin(), workspace.candidates_.end(), kLater);
    }
}

}  // namespace strata
