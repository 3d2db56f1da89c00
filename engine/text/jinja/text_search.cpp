#include "text/jinja/text_search.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace strata::jinja {
namespace {

/// For each beginning of `what` the length of the longest shorter beginning that it ends with.
template <class Iterator>
std::vector<std::uint32_t> borders_of(Iterator what, std::size_t length) {
    std::vector<std::uint32_t> borders(length);
    std::uint32_t border = 0;
    for (std::size_t i = 1; i < length; ++i) {
        while (border > 0 && what[static_cast<std::ptrdiff_t>(i)] != what[border]) {
            border = borders[border - 1];
        }
        border += what[static_cast<std::ptrdiff_t>(i)] == what[border] ? 1 : 0;
        borders[i] = border;
    }
    return borders;
}

/// Where `what` first begins in [first, last), or last. Knuth, Morris, Pratt, "Fast pattern matching in strings"
/// (1977).
template <class Iterator>
Iterator search(Iterator first, Iterator last, Iterator what, std::size_t length) {
    const std::vector<std::uint32_t> borders = borders_of(what, length);
    std::uint32_t matched = 0;
    for (Iterator at = first; at != last; ++at) {
        while (matched > 0 && *at != what[matched]) {
            matched = borders[matched - 1];
        }
        matched += *at == what[matched] ? 1 : 0;
        if (matched == length) {
            return std::prev(at, static_cast<std::ptrdiff_t>(length) - 1);
        }
    }
    return last;
}

}  // namespace

std::size_t find_forwards(std::string_view text, std::string_view what, std::size_t begin) {
    if (what.size() <= kShortSearch || begin > text.size() || what.size() > text.size() - begin) {
        return text.find(what, begin);
    }
    const auto found = search(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), what.begin(), what.size());
    return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

std::size_t find_backwards(std::string_view text, std::string_view what, std::size_t end) {
    const std::string_view searched = text.substr(0, end);
    if (what.size() <= kShortSearch || what.size() > searched.size()) {
        return searched.rfind(what);
    }
    const auto found = search(searched.rbegin(), searched.rend(), what.rbegin(), what.size());
    if (found == searched.rend()) {
        return std::string_view::npos;
    }
    return static_cast<std::size_t>(searched.rend() - found) - what.size();
}

}  // namespace strata::jinja
