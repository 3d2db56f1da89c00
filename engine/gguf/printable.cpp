#include <fmt/format.h>

#include "gguf/gguf_file.h"

namespace strata {

namespace {

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0;  ///< 0: the text does not start with well-formed UTF-8
};

/// The first character of a text that is not empty.
CodePoint first_code_point(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) {
        return {byte(0), 1};
    }
    const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < bytes) {
        return {};
    }
    char32_t value = byte(0) & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) {
            return {};
        }
        value = value << 6 | (byte(i) & 0x3fU);
    }
    const bool overlong = value < (bytes == 4 ? 0x1'0000U : bytes == 3 ? 0x800U : 0x80U);
    const bool surrogate = value >= 0xd800 && value <= 0xdfff;
    return overlong || surrogate || value > 0x10'ffff ? CodePoint{} : CodePoint{value, bytes};
}

/// Control characters, and those that reorder or hide text around them.
bool is_hidden(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x061c ||
           (c >= 0x200b && c <= 0x200f && c != 0x200d) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff0 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe ||
           (c >= 0xe0000 && c <= 0xe007f);
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string shown;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == most) {
            return shown + "\u2026";
        }
        const CodePoint c = first_code_point(text);
        if (c.bytes == 0) {
            shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        } else if (is_hidden(c.value)) {
            shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.value));
        } else {
            shown += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes == 0 ? 1 : c.bytes);
    }
    return shown;
}

}  // namespace strata
