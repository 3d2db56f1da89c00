#include "app/api/network_name.h"

#include <algorithm>
#include <charconv>

#include <boost/asio/ip/address_v6.hpp>

#include "app/api/header_text.h"

namespace strata::app::api {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kHttpsPort = 443;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<std::uint16_t> parsePort(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && isDigit(text.front()) ? std::optional(port) : std::nullopt;
}

/// Letters, digits and what else stands in names; so no brackets, at signs, slashes, stars.
bool isNameByte(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::optional<Authority> parseAuthority(std::string_view text) {
    Authority out;
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos || (close + 1 < text.size() && text[close + 1] != ':')) {
            return std::nullopt;
        }
        out.host = lowered(text.substr(0, close + 1));
        port = text.substr(close + 1);
    } else {
        const std::size_t colon = std::min(text.find(':'), text.size());
        out.host = lowered(text.substr(0, colon));
        port = text.substr(colon);
        if (out.host.ends_with('.')) {
            out.host.pop_back();
        }
        if (!std::ranges::all_of(out.host, isNameByte)) {
            return std::nullopt;
        }
    }
    if (out.host.empty()) {
        return std::nullopt;
    }
    if (port.size() > 1) {  // "host:" is the usual port
        out.port = parsePort(port.substr(1));
        if (!out.port) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<WebOrigin> parseOrigin(std::string_view text) {
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos || mark == 0) {
        return std::nullopt;
    }
    const std::optional<Authority> authority = parseAuthority(text.substr(mark + 3));
    if (!authority) {
        return std::nullopt;
    }
    WebOrigin out{lowered(text.substr(0, mark)), authority->host};
    const std::uint16_t usual = out.scheme == "http" ? kHttpPort : out.scheme == "https" ? kHttpsPort : 0;
    out.port = authority->port.value_or(usual);
    return out;
}

bool isPlainIpv4(std::string_view host) {
    int parts = 0;
    while (parts < 4) {
        const std::size_t end = std::min(host.find('.'), host.size());
        const std::string_view part = host.substr(0, end);
        if (part.empty() || part.size() > 3 || !std::ranges::all_of(part, isDigit) ||
            (part.size() > 1 && part.front() == '0') || (part.size() == 3 && part > "255"sv)) {
            return false;
        }
        ++parts;
        if (end == host.size()) {
            return parts == 4;
        }
        host.remove_prefix(end + 1);
    }
    return false;
}

bool isBracketedIpv6(std::string_view host) {
    if (host.size() < 4 || !host.starts_with('[') || !host.ends_with(']') || host.find('%') != host.npos) {
        return false;
    }
    boost::system::error_code error;
    boost::asio::ip::make_address_v6(std::string(host.substr(1, host.size() - 2)), error);
    return !error;
}

bool isLoopbackAddress(std::string_view host) {
    if (isPlainIpv4(host)) {
        return host.starts_with("127.");
    }
    if (!isBracketedIpv6(host)) {
        return false;
    }
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address_v6(std::string(host.substr(1, host.size() - 2)), error);
    return !error && address.is_loopback();
}

bool isLocalhostName(std::string_view host) {
    return host == "localhost" || (host.ends_with(".localhost") && host.size() > ".localhost"sv.size());
}

}  // namespace strata::app::api
