#include "text/tokenizer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "text/added_tokens.h"
#include "text/byte_pair_encoder.h"
#include "text/merge_table.h"
#include "text/nfc.h"
#include "text/pre_tokenizer.h"
#include "text/tokenizer_metadata.h"
#include "text/vocabulary.h"

namespace strata {

struct Tokenizer::Data {
    Vocabulary vocabulary;
    BytePairEncoder encoder;
    std::vector<TokenId> stop_ids;

    static Result<Data> read(const GgufFile& file);
    std::vector<TokenId> encode(std::string_view text, const AddedTokens::Allowed& allowed) const;
    void append_plain(std::string_view text, BytePairEncoder::Workspace& workspace, std::vector<TokenId>& tokens) const;
};

namespace {

/// The names that the family's vocabularies have for the two tokens that end an answer. Files name only one of them as
/// eos.
constexpr std::string_view kEndNames[] = {"<|im_end|>", "<|endoftext|>"};

std::vector<TokenId> find_stop_ids(const Vocabulary& vocabulary, std::optional<TokenId> eos) {
    std::vector<TokenId> ids;
    if (eos) {
        ids.push_back(*eos);
    }
    for (const auto name : kEndNames) {
        if (const auto id = vocabulary.find(name)) {
            ids.push_back(*id);
        }
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

}  // namespace

Result<Tokenizer::Data> Tokenizer::Data::read(const GgufFile& file) {
    STRATA_TRY(const TokenizerMetadata metadata, read_tokenizer_metadata(file));
    STRATA_TRY(Vocabulary vocabulary, Vocabulary::create(metadata.tokens, metadata.kinds));
    STRATA_TRY(MergeTable merges, MergeTable::create(metadata.merges, vocabulary));
    STRATA_TRY(BytePairEncoder encoder, BytePairEncoder::create(vocabulary, std::move(merges)));
    std::vector<TokenId> stop_ids = find_stop_ids(vocabulary, metadata.eos);
    return Data{std::move(vocabulary), std::move(encoder), std::move(stop_ids)};
}

/// The text is cut at the added tokens first; what lies between is composed, cut into pieces and merged.
std::vector<TokenId> Tokenizer::Data::encode(std::string_view text, const AddedTokens::Allowed& allowed) const {
    BytePairEncoder::Workspace workspace;
    std::vector<TokenId> tokens;
    std::size_t begin = 0;
    while (const auto match = vocabulary.added().find(text, begin, allowed)) {
        append_plain(text.substr(begin, match->begin - begin), workspace, tokens);
        tokens.push_back(match->id);
        begin = match->end;
    }
    append_plain(text.substr(begin), workspace, tokens);
    return tokens;
}

void Tokenizer::Data::append_plain(std::string_view text, BytePairEncoder::Workspace& workspace,
                                   std::vector<TokenId>& tokens) const {
    const std::string composed = compose_nfc(text);
    std::string_view rest = composed;
    while (!rest.empty()) {
        const std::size_t length = first_piece(rest);
        encoder.encode(rest.substr(0, length), workspace, tokens);
        rest.remove_prefix(length);
    }
}

Tokenizer::Tokenizer(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Result<Tokenizer> Tokenizer::from_gguf(const GgufFile& file) {
    auto data = Data::read(file);
    if (!data) {
        return fail(data.error().code, fmt::format("{}: {}: {}", printable(file.path().filename().string()),
                                                   to_string(GgufFault::bad_model), data.error().message));
    }
    return Tokenizer(std::make_shared<const Data>(std::move(*data)));
}

std::vector<TokenId> Tokenizer::encode(std::string_view text, ControlTokens control) const {
    const bool recognised = control == ControlTokens::recognised;
    return data_->encode(text, [recognised](std::size_t, std::size_t) { return recognised; });
}

std::vector<TokenId> Tokenizer::encode(const PromptText& prompt) const {
    return data_->encode(prompt.text,
                         [&prompt](std::size_t begin, std::size_t end) { return prompt.is_own(begin, end); });
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
    std::string bytes;
    for (const TokenId id : ids) {
        bytes.append(token_bytes(id));
    }
    return bytes;
}

std::string_view Tokenizer::token_bytes(TokenId id) const {
    return data_->vocabulary.bytes(id);
}

TokenKind Tokenizer::kind(TokenId id) const {
    return data_->vocabulary.kind(id);
}

std::size_t Tokenizer::vocab_size() const {
    return data_->vocabulary.size();
}

bool Tokenizer::is_used(TokenId id) const {
    return kind(id) != TokenKind::unused;
}

std::optional<TokenId> Tokenizer::find(std::string_view spelling) const {
    return data_->vocabulary.find(spelling);
}

std::span<const TokenId> Tokenizer::stop_ids() const {
    return data_->stop_ids;
}

}  // namespace strata
