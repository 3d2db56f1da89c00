#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace strata::app::api {

/// "host[:port]" as in a Host header: small letters, without a dot at the end; IPv6 in brackets.
struct Authority {
    std::string host;
    std::optional<std::uint16_t> port;
};

/// Reads a Host header or the authority of an address. None: it is none.
std::optional<Authority> parseAuthority(std::string_view text);

/// "scheme://host[:port]" with nothing behind it, as browsers send it.
struct WebOrigin {
    std::string scheme, host;
    std::uint16_t port = 0;  ///< 0: the scheme has none

    bool operator==(const WebOrigin&) const = default;
};

/// Reads an Origin header or an entry of a list of origins. None: "null", a path, a wildcard, anything else.
std::optional<WebOrigin> parseOrigin(std::string_view text);

/// Four decimal numbers without leading zeros, as "192.168.0.1".
bool isPlainIpv4(std::string_view host);
/// An IPv6 address in brackets, without a zone.
bool isBracketedIpv6(std::string_view host);
/// An address of this machine that nobody else can reach: 127.0.0.0/8, [::1].
bool isLoopbackAddress(std::string_view host);
/// "localhost" and every name that ends in ".localhost".
bool isLocalhostName(std::string_view host);

}  // namespace strata::app::api
