#include "cli/terminal_text.h"

#include <cstddef>

namespace strata::cli {

std::string without_controls(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
        // U+0080 … U+009F, among them a second way to begin escape sequences, are C2 80 … C2 9F.
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
        if (byte == 0xC2 && next >= 0x80 && next <= 0x9F) {
            ++i;
        } else if (!control) {
            shown.push_back(text[i]);
        }
    }
    return shown;
}

}  // namespace strata::cli
