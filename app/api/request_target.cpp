#include "app/api/request_target.h"

#include <algorithm>
#include <utility>

#include "app/api/header_text.h"

namespace strata::app::api {
namespace {

int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char small = static_cast<char>(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// Percent escapes decoded once; what is no escape stays as it is.
std::string decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
            out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string withSingleSlashes(std::string_view path) {
    std::string out;
    out.reserve(path.size());
    for (const char c : path) {
        if (c != '/' || out.empty() || out.back() != '/') {
            out += c;
        }
    }
    if (out.size() > 1 && out.back() == '/') {
        out.pop_back();
    }
    return out;
}

bool isStrange(std::string_view path) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    return path.find("..") != std::string_view::npos || path.find('\\') != std::string_view::npos ||
           std::ranges::any_of(path, is_control);
}

/// Cuts "http://authority" off; none: another form.
std::optional<std::string> takeAuthority(std::string_view& target) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (target.size() >= scheme.size() && sameText(target.substr(0, scheme.size()), scheme)) {
            const std::string_view rest = target.substr(scheme.size());
            const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
            target = rest.substr(end);
            return std::string(rest.substr(0, end));
        }
    }
    return std::nullopt;
}

}  // namespace

ApiResult<RequestTarget> parseTarget(std::string_view method, std::string_view target) {
    RequestTarget out;
    if (method == "CONNECT") {
        return out;  // its target is no path, and it is refused whatever it names
    }
    if (target == "*") {
        if (method != "OPTIONS") {
            return refuse(ErrorKind::bad_request, "the target * goes with OPTIONS only");
        }
        out.is_everything = true;
        return out;
    }
    out.authority = takeAuthority(target);
    if (!out.authority && !target.starts_with('/')) {
        return refuse(ErrorKind::bad_request, "the request's target must be a path that begins with /");
    }
    const std::size_t question = std::min(target.find('?'), target.size());
    if (question < target.size()) {
        out.query = target.substr(question + 1);
    }
    const std::string path = decoded(target.substr(0, question));
    if (path.find('\0') != std::string::npos) {
        return refuse(ErrorKind::bad_request, "the request's path contains a NUL character");
    }
    out.path = path.empty() ? "/" : withSingleSlashes(path);
    out.is_strange = isStrange(out.path);
    return out;
}

Style styleOf(std::string_view path) {
    constexpr std::string_view kMessages = "/v1/messages";
    const bool is_below = path.size() == kMessages.size() || path.substr(0, kMessages.size() + 1).ends_with('/');
    return path.starts_with(kMessages) && is_below ? Style::anthropic : Style::openai;
}

}  // namespace strata::app::api
