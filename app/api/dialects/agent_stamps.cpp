#include "app/api/dialects/agent_stamps.h"

#include <algorithm>

namespace strata::app::api {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kDigest = "cch="sv;
constexpr std::string_view kVersion = "cc_version="sv;
constexpr std::string_view kFixed = "0"sv;

bool isValueCharacter(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' || c == '+';
}

/// Where a value ends that begins at `at`.
std::size_t endOfValue(std::string_view line, std::size_t at) {
    while (at < line.size() && isValueCharacter(line[at])) {
        ++at;
    }
    return at;
}

/// The line with a fixed word in place of what stands from `begin` to `end`.
std::string withFixed(std::string_view line, std::size_t begin, std::size_t end) {
    std::string fixed(line.substr(0, begin));
    fixed += kFixed;
    fixed += line.substr(end);
    return fixed;
}

std::string withFixedStamps(std::string line) {
    if (const auto at = line.find(kDigest); at != std::string::npos) {
        const auto begin = at + kDigest.size();
        line = withFixed(line, begin, endOfValue(line, begin));
    }
    if (const auto at = line.find(kVersion); at != std::string::npos) {
        const auto begin = at + kVersion.size();
        const auto end = endOfValue(line, begin);
        const auto dot = std::string_view(line).substr(0, end).rfind('.');
        line = withFixed(line, dot != std::string::npos && dot >= begin ? dot + 1 : begin, end);
    }
    return line;
}

}  // namespace

std::string withoutStamps(std::string text) {
    // The billing line has both marks; either alone may be anything.
    const auto digest = text.find(kDigest);
    if (digest == std::string::npos || text.find(kVersion) == std::string::npos) {
        return text;
    }
    std::string out;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        const bool is_stamped = line.find(kDigest) != std::string::npos && line.find(kVersion) != std::string::npos;
        out += is_stamped ? withFixedStamps(std::move(line)) : line;
        if (end < text.size()) {
            out += '\n';
        }
        begin = end + 1;
    }
    return out;
}

}  // namespace strata::app::api
