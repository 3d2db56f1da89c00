#include "text/tokenizer_metadata.h"

#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"

namespace strata {
namespace {

constexpr std::string_view kPrefix = "tokenizer.ggml.";
constexpr std::string_view kIdSuffix = "_token_id";

Result<const GgufValue*> required(const GgufFile& file, std::string_view name) {
    const GgufValue* value = file.find(fmt::format("{}{}", kPrefix, name));
    if (value == nullptr) {
        return fail(ErrorCode::bad_file, fmt::format("{}{} is missing", kPrefix, name));
    }
    return value;
}

Result<void> check_word(const GgufFile& file, std::string_view name, std::string_view expected) {
    STRATA_TRY(const GgufValue* const value, required(file, name));
    const std::string* word = value->as_string();
    if (word == nullptr) {
        return fail(ErrorCode::bad_file, fmt::format("{}{} is not a string", kPrefix, name));
    }
    if (*word != expected) {
        return fail(ErrorCode::unsupported_format,
                    fmt::format("{}{} is '{}', this program knows '{}'", kPrefix, name, printable(*word), expected));
    }
    return {};
}

Result<std::span<const std::string>> strings(const GgufFile& file, std::string_view name) {
    STRATA_TRY(const GgufValue* const value, required(file, name));
    const GgufValue::Strings* array = value->as_strings();
    if (array == nullptr) {
        return fail(ErrorCode::bad_file, fmt::format("{}{} is not an array of strings", kPrefix, name));
    }
    return std::span<const std::string>(*array);
}

Result<std::vector<std::int64_t>> integers(const GgufFile& file, std::string_view name) {
    STRATA_TRY(const GgufValue* const value, required(file, name));
    auto array = value->as_integers();
    if (!array || std::holds_alternative<GgufValue::Bools>(value->value)) {
        return fail(ErrorCode::bad_file, fmt::format("{}{} is not an array of integers", kPrefix, name));
    }
    return std::move(*array);
}

/// Every "tokenizer.ggml.*_token_id" must name a token, the ones that are not used here too: others read them.
Result<void> check_special_ids(const GgufFile& file, std::size_t token_count) {
    for (const auto& [key, value] : file.metadata()) {
        if (!key.starts_with(kPrefix) || !key.ends_with(kIdSuffix)) {
            continue;
        }
        const auto id = value.as_integer();
        if (!id) {
            return fail(ErrorCode::bad_file, fmt::format("{} is not an integer", printable(key)));
        }
        if (*id < 0 || std::cmp_greater_equal(*id, token_count)) {
            return fail(ErrorCode::bad_file, fmt::format("{} is {}, the vocabulary has the ids 0 to {}", printable(key),
                                                         *id, static_cast<std::int64_t>(token_count) - 1));
        }
    }
    return {};
}

}  // namespace

Result<TokenizerMetadata> read_tokenizer_metadata(const GgufFile& file) {
    STRATA_CHECK(check_word(file, "model", "gpt2"));
    STRATA_CHECK(check_word(file, "pre", "qwen35"));
    TokenizerMetadata metadata;
    STRATA_TRY(metadata.tokens, strings(file, "tokens"));
    STRATA_TRY(metadata.kinds, integers(file, "token_type"));
    STRATA_TRY(metadata.merges, strings(file, "merges"));
    if (metadata.kinds.size() != metadata.tokens.size()) {
        return fail(ErrorCode::bad_file, fmt::format("{}tokens has {} entries, {}token_type has {}", kPrefix,
                                                     metadata.tokens.size(), kPrefix, metadata.kinds.size()));
    }
    STRATA_CHECK(check_special_ids(file, metadata.tokens.size()));
    if (const GgufValue* eos = file.find("tokenizer.ggml.eos_token_id")) {
        metadata.eos = static_cast<TokenId>(*eos->as_integer());
    }
    return metadata;
}

}  // namespace strata
