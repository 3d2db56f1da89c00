#include "text/json_text.h"

namespace strata {
namespace {

constexpr int kDeepest = 128;

/// True if the brackets outside of strings never open more than kDeepest levels.
bool is_shallow(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char byte = text[i];
        if (in_string) {
            if (byte == '\\') {
                ++i;
            } else if (byte == '"') {
                in_string = false;
            }
        } else if (byte == '"') {
            in_string = true;
        } else if (byte == '[' || byte == '{') {
            if (++depth > kDeepest) {
                return false;
            }
        } else if (byte == ']' || byte == '}') {
            --depth;
        }
    }
    return true;
}

}  // namespace

std::optional<nlohmann::ordered_json> parse_json(std::string_view text) {
    if (!is_shallow(text)) {
        return std::nullopt;
    }
    auto value = nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
    return value.is_discarded() ? std::nullopt : std::optional(std::move(value));
}

std::string to_json_text(const nlohmann::ordered_json& value) {
    return value.dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string to_json_string(std::string_view text) {
    return to_json_text(nlohmann::ordered_json(text));
}

}  // namespace strata
