#include "cli/synth/type_choice.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace strata::cli {
namespace {

// The types that quantize_row can write.
constexpr std::array kWritable = {QuantType::F32,    QuantType::F16,   QuantType::BF16,   QuantType::Q8_0,
                                  QuantType::Q4_0,   QuantType::Q4_1,  QuantType::Q5_0,   QuantType::Q5_1,
                                  QuantType::Q4_K,   QuantType::Q5_K,  QuantType::Q6_K,   QuantType::IQ4_NL,
                                  QuantType::IQ4_XS, QuantType::IQ3_S, QuantType::IQ2_XS, QuantType::Q2_0};

constexpr std::array<std::pair<std::string_view, QuantType TypeChoice::*>, 7> kParts = {{
    {"experts", &TypeChoice::experts},
    {"down", &TypeChoice::down},
    {"dense", &TypeChoice::dense},
    {"hyper", &TypeChoice::hyper},
    {"embed", &TypeChoice::embed},
    {"head", &TypeChoice::head},
    {"ngram", &TypeChoice::ngram},
}};

/// The type with blocks of 32 that stands in for a type with longer blocks.
QuantType short_block_type(QuantType type) {
    switch (type) {
        case QuantType::Q4_K:
            return QuantType::Q5_0;
        case QuantType::Q5_K:
            return QuantType::Q5_1;
        case QuantType::Q6_K:
            return QuantType::Q8_0;
        case QuantType::Q2_0:
            return QuantType::Q4_0;
        case QuantType::IQ4_XS:
        case QuantType::IQ3_S:
        case QuantType::IQ2_XS:
            return QuantType::IQ4_NL;
        default:
            return type;
    }
}

Result<QuantType> parse_type(std::string_view word) {
    const std::optional<QuantType> type = parse_quant_type(word);
    if (type && std::ranges::find(kWritable, *type) != kWritable.end()) {
        return *type;
    }
    std::string names;
    for (const QuantType writable : kWritable) {
        names += (names.empty() ? "" : ", ") + std::string(quant_type_info(writable).name);
    }
    return fail(ErrorCode::invalid_argument, fmt::format("'{}' is none of the types {}", word, names));
}

}  // namespace

QuantType TypeChoice::type_for(TensorRole role, std::uint64_t row_values) const {
    QuantType type = QuantType::F32;
    switch (role) {
        case TensorRole::exact:
            return QuantType::F32;
        case TensorRole::gates:
            return QuantType::BF16;
        case TensorRole::hyper:
            type = hyper;
            break;
        case TensorRole::dense:
            type = dense;
            break;
        case TensorRole::experts:
            type = experts;
            break;
        case TensorRole::down:
            type = down;
            break;
        case TensorRole::embed:
            type = embed;
            break;
        case TensorRole::head:
            type = head;
            break;
        case TensorRole::ngram:
            type = ngram;
            break;
    }
    if (row_values % quant_type_info(type).block_values != 0) {
        type = short_block_type(type);
    }
    return row_values % quant_type_info(type).block_values == 0 ? type : QuantType::F16;
}

Result<TypeChoice> parse_types(std::string_view spec, TypeChoice otherwise) {
    if (spec.find('=') == spec.npos) {
        STRATA_TRY(const QuantType all, parse_type(spec));
        for (const auto& [name, part] : kParts) {
            otherwise.*part = all;
        }
        return otherwise;
    }
    bool down_named = false;
    while (!spec.empty()) {
        const std::string_view setting = spec.substr(0, spec.find(','));
        spec.remove_prefix(std::min(spec.size(), setting.size() + 1));
        const std::size_t equals = setting.find('=');
        const auto part = std::ranges::find(kParts, setting.substr(0, equals), &decltype(kParts)::value_type::first);
        if (equals == setting.npos || part == kParts.end()) {
            return fail(
                ErrorCode::invalid_argument,
                fmt::format("'{}' is no setting like experts=Q4_K; there are experts, down, dense, hyper, embed, "
                            "head and ngram",
                            setting));
        }
        STRATA_TRY(const QuantType type, parse_type(setting.substr(equals + 1)));
        otherwise.*(part->second) = type;
        down_named = down_named || part->first == "down";
        if (part->first == "experts" && !down_named) {
            otherwise.down = type;
        }
    }
    return otherwise;
}

}  // namespace strata::cli
