#include "text/byte_alphabet.h"

#include <array>
#include <cstdint>

#include "text/utf8.h"

namespace strata {
namespace {

constexpr bool stands_for_itself(unsigned byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr std::array<char16_t, 256> kCharacters = [] {
    std::array<char16_t, 256> characters{};
    char16_t next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) {
        characters[byte] = stands_for_itself(byte) ? static_cast<char16_t>(byte) : next++;
    }
    return characters;
}();

constexpr int kNoByte = -1;

/// By character; U+0143 is the last one in use.
constexpr std::array<std::int16_t, 0x144> kBytes = [] {
    std::array<std::int16_t, 0x144> bytes{};
    bytes.fill(kNoByte);
    for (unsigned byte = 0; byte < 256; ++byte) {
        bytes[kCharacters[byte]] = static_cast<std::int16_t>(byte);
    }
    return bytes;
}();

}  // namespace

char32_t character_of_byte(unsigned char byte) {
    return kCharacters[byte];
}

bool append_bytes_of_spelling(std::string& bytes, std::string_view spelling) {
    const std::size_t size_before = bytes.size();
    while (!spelling.empty()) {
        const Utf8Unit unit = next_utf8(spelling);
        if (unit.code_point >= kBytes.size() || kBytes[unit.code_point] == kNoByte) {
            bytes.resize(size_before);
            return false;
        }
        bytes.push_back(static_cast<char>(static_cast<unsigned char>(kBytes[unit.code_point])));
        spelling.remove_prefix(unit.length);
    }
    return true;
}

}  // namespace strata
