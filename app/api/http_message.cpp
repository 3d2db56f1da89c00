#include "app/api/http_message.h"

#include <algorithm>

#include "app/api/header_text.h"

namespace strata::app::api {

const std::string* HttpRequest::header(std::string_view name) const {
    const auto found =
        std::ranges::find_if(headers, [&](const Header& header) { return sameText(header.first, name); });
    return found == headers.end() ? nullptr : &found->second;
}

}  // namespace strata::app::api
