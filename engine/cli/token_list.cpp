#include "cli/token_list.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "gguf/gguf_file.h"

namespace strata::cli {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

}  // namespace

Result<std::vector<std::int32_t>> parse_token_list(std::string_view text) {
    std::vector<std::int32_t> ids;
    if (trimmed(text).empty()) {
        return ids;
    }
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        more = comma != std::string_view::npos;
        const std::string_view word = trimmed(text.substr(0, comma));
        std::int32_t id = -1;
        const auto end = std::from_chars(word.data(), word.data() + word.size(), id);
        if (end.ec != std::errc() || end.ptr != word.data() + word.size() || id < 0) {
            return fail(ErrorCode::invalid_argument, fmt::format("'{}' is no token id", printable(word)));
        }
        ids.push_back(id);
        text.remove_prefix(more ? comma + 1 : text.size());
    }
    return ids;
}

}  // namespace strata::cli
