#include "text/utf8.h"

#include <algorithm>

namespace strata {
namespace {

/// What the first byte says: how long the character is, and which second bytes are allowed (Unicode 15, table 3-7).
struct Lead {
    std::size_t length;  ///< 0: no character begins with this byte
    unsigned char lowest_second, highest_second;
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) {
        return {1, 0, 0};
    }
    if (byte < 0xC2) {
        return {0, 0, 0};
    }
    if (byte < 0xE0) {
        return {2, 0x80, 0xBF};
    }
    if (byte < 0xF0) {
        // Narrower second bytes keep out overlong forms (E0) and surrogates (ED).
        return {3, static_cast<unsigned char>(byte == 0xE0 ? 0xA0 : 0x80),
                static_cast<unsigned char>(byte == 0xED ? 0x9F : 0xBF)};
    }
    if (byte < 0xF5) {
        // Narrower second bytes keep out overlong forms (F0) and values above U+10FFFF (F4).
        return {4, static_cast<unsigned char>(byte == 0xF0 ? 0x90 : 0x80),
                static_cast<unsigned char>(byte == 0xF4 ? 0x8F : 0xBF)};
    }
    return {0, 0, 0};
}

}  // namespace

Utf8Unit next_utf8(std::string_view bytes) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    const Lead lead = lead_of(first);
    if (lead.length == 0) {
        return {};
    }
    if (lead.length == 1) {
        return {Utf8Status::character, 1, first};
    }
    constexpr unsigned kLeadBits[] = {0, 0, 0x1F, 0x0F, 0x07};
    char32_t code_point = first & kLeadBits[lead.length];
    const std::size_t available = std::min(lead.length, bytes.size());
    for (std::size_t i = 1; i < available; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        const unsigned char lowest = i == 1 ? lead.lowest_second : 0x80;
        const unsigned char highest = i == 1 ? lead.highest_second : 0xBF;
        if (byte < lowest || byte > highest) {
            return {Utf8Status::invalid, i, 0xFFFD};
        }
        code_point = (code_point << 6) | (byte & 0x3FU);
    }
    if (available < lead.length) {
        return {Utf8Status::unfinished, available, 0xFFFD};
    }
    return {Utf8Status::character, lead.length, code_point};
}

void append_utf8(std::string& text, char32_t code_point) {
    const auto put = [&text](char32_t byte) { text.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0 | (code_point >> 6));
        put(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x10000) {
        put(0xE0 | (code_point >> 12));
        put(0x80 | ((code_point >> 6) & 0x3F));
        put(0x80 | (code_point & 0x3F));
    } else {
        put(0xF0 | (code_point >> 18));
        put(0x80 | ((code_point >> 12) & 0x3F));
        put(0x80 | ((code_point >> 6) & 0x3F));
        put(0x80 | (code_point & 0x3F));
    }
}

}  // namespace strata
