#include "app/api/http_message.h"

#include <algorithm>

namespace strata::app::api {
namespace {

bool sameName(std::string_view a, std::string_view b) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace

const std::string* HttpRequest::header(std::string_view name) const {
    const auto found =
        std::ranges::find_if(headers, [&](const Header& header) { return sameName(header.first, name); });
    return found == headers.end() ? nullptr : &found->second;
}

}  // namespace strata::app::api
