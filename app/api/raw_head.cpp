#include "app/api/raw_head.h"

#include <algorithm>
#include <utility>

#include "app/api/header_text.h"

namespace strata::app::api {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kLineEnd = "\r\n";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// As "HTTP/1.1": a version, whichever.
bool isVersion(std::string_view word) {
    constexpr auto kPrefix = "HTTP/"sv;
    return word.size() == kPrefix.size() + 3 && word.starts_with(kPrefix) && isDigit(word[5]) && word[6] == '.' &&
           isDigit(word[7]);
}

}  // namespace

std::string_view targetIn(std::string_view head) {
    const std::string_view line = head.substr(0, std::min(head.find(kLineEnd), head.size()));
    const std::size_t first = line.find(' ');
    if (first == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = line.substr(first + 1);
    return rest.substr(0, std::min(rest.find(' '), rest.size()));
}

RawHead::State RawHead::scan(std::string_view received) {
    for (; seen_ < received.size() && !is_complete_ && !fault_; ++seen_) {
        checkByte(received, seen_);
        if (!fault_ && received[seen_] == '\n') {
            takeLine(received.substr(line_start_, seen_ + 1 - kLineEnd.size() - line_start_));
            line_start_ = seen_ + 1;
        }
        checkSizes(seen_ + 1);
    }
    if (fault_) {
        return State::faulty;
    }
    return is_complete_ ? State::complete : State::incomplete;
}

void RawHead::refuse(ErrorKind kind, std::string message) {
    if (!fault_) {
        fault_ = ApiError{kind, std::move(message)};
    }
}

void RawHead::checkByte(std::string_view received, std::size_t at) {
    const char byte = received[at];
    const bool after_return = at > line_start_ && received[at - 1] == '\r';
    if (after_return != (byte == '\n')) {
        refuse(ErrorKind::bad_request, "every line of the request's head must end with CR LF");
    } else if (static_cast<unsigned char>(byte) < 0x20 && byte != '\t' && byte != '\r' && byte != '\n') {
        refuse(ErrorKind::bad_request, "the request's head contains a control character");
    }
}

void RawHead::checkSizes(std::size_t received) {
    if (is_complete_) {
        return;
    }
    if (!has_line_) {
        if (received - line_start_ > kLineLimit + kLineEnd.size()) {
            refuse(ErrorKind::uri_too_long, "the request line is longer than 8 KiB");
        }
    } else if (received - fields_start_ > kHeadersLimit + kLineEnd.size()) {
        refuse(ErrorKind::headers_too_large, "the header lines are larger than 32 KiB together");
    }
}

void RawHead::takeLine(std::string_view line) {
    if (!has_line_) {
        takeRequestLine(line);
        has_line_ = true;
        fields_start_ = seen_ + 1;
    } else if (line.empty()) {
        takeEnd();
    } else {
        takeField(line);
    }
}

void RawHead::takeRequestLine(std::string_view line) {
    if (line.size() > kLineLimit) {
        refuse(ErrorKind::uri_too_long, "the request line is longer than 8 KiB");
        return;
    }
    const std::size_t last = line.rfind(' ');
    const std::string_view version = last == std::string_view::npos ? std::string_view() : line.substr(last + 1);
    if (!isVersion(version)) {
        refuse(ErrorKind::bad_request, "the request line must be: method, target, HTTP/1.1");
    } else if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        refuse(ErrorKind::http_version_not_supported, "this server speaks HTTP/1.1");
    }
    is_http10_ = version == "HTTP/1.0";
}

void RawHead::takeField(std::string_view line) {
    if (++fields_ > kFieldsLimit) {
        refuse(ErrorKind::headers_too_large, "the request has more than 100 header fields");
        return;
    }
    if (line.front() == ' ' || line.front() == '\t') {
        refuse(ErrorKind::bad_request, "a header line must not be continued on the next line");
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        refuse(ErrorKind::bad_request, "a header line must be: name, colon, value");
        return;
    }
    const std::string_view name = line.substr(0, colon);
    if (name.find_first_of(" \t") != std::string_view::npos) {
        refuse(ErrorKind::bad_request, "a header's name must be followed by its colon at once");
        return;
    }
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (sameText(name, "host")) {
        if (std::exchange(has_host_, true)) {
            refuse(ErrorKind::bad_request, "the request has more than one Host header");
        }
    } else if (sameText(name, "content-length")) {
        takeLength(value);
    } else if (sameText(name, "transfer-encoding")) {
        has_coding_ = true;
        if (!sameText(value, "chunked")) {
            refuse(ErrorKind::not_implemented, "Transfer-Encoding: only chunked is supported");
        }
    }
}

void RawHead::takeLength(std::string_view value) {
    // 18 digits fit into 64 bits, and are far above every limit.
    if (value.empty() || value.size() > 18 || !std::ranges::all_of(value, isDigit)) {
        refuse(ErrorKind::bad_request, "Content-Length must be a plain decimal number");
    } else if (length_ && *length_ != value) {
        refuse(ErrorKind::bad_request, "the request has several Content-Length headers that differ");
    }
    length_ = value;
}

void RawHead::takeEnd() {
    is_complete_ = true;
    if (!has_host_ && !is_http10_) {
        refuse(ErrorKind::bad_request, "a Host header is missing");
    } else if (has_coding_ && (length_ || is_http10_)) {
        refuse(ErrorKind::bad_request, length_ ? "Content-Length and Transfer-Encoding must not come together"
                                               : "Transfer-Encoding needs HTTP/1.1");
    }
}

}  // namespace strata::app::api
