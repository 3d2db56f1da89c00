#include "app/api/dialects/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace strata::app::api {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::int8_t kNone = -1;

constexpr std::array<std::int8_t, 256> valuesOfAlphabet() {
    std::array<std::int8_t, 256> values{};
    values.fill(kNone);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
    }
    return values;
}

constexpr std::array<std::int8_t, 256> kValues = valuesOfAlphabet();

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

std::optional<std::string> decodeBase64(std::string_view text, std::size_t most_bytes) {
    std::string bytes;
    std::uint32_t bits = 0;
    int bit_count = 0;
    std::size_t digits = 0, padding = 0;
    for (const char c : text) {
        if (isSpace(c)) {
            continue;
        }
        if (c == '=') {
            ++padding;
            continue;
        }
        const std::int8_t value = kValues[static_cast<unsigned char>(c)];
        if (value == kNone || padding > 0) {
            return std::nullopt;
        }
        ++digits;
        bits = ((bits << 6U) | static_cast<std::uint32_t>(value)) & 0xFFFFU;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            bytes += static_cast<char>((bits >> static_cast<unsigned>(bit_count)) & 0xFFU);
            if (bytes.size() > most_bytes) {
                return bytes;
            }
        }
    }
    const bool is_whole = digits % 4 != 1 && (padding == 0 || (padding <= 2 && (digits + padding) % 4 == 0));
    return is_whole ? std::optional(std::move(bytes)) : std::nullopt;
}

std::string encodeBase64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t at) {
            return at < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at])) : 0U;
        };
        const std::uint32_t group = (byte(i) << 16U) | (byte(i + 1) << 8U) | byte(i + 2);
        const std::size_t digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
        for (std::size_t digit = 0; digit < 4; ++digit) {
            text += digit < digits ? kAlphabet[(group >> (18U - 6U * digit)) & 0x3FU] : '=';
        }
    }
    return text;
}

}  // namespace strata::app::api
