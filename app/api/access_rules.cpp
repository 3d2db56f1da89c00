#include "app/api/access_rules.h"

#include <algorithm>
#include <utility>

#include <QByteArray>
#include <QCryptographicHash>
#include <QHostAddress>
#include <QNetworkInterface>
#include <QSysInfo>

#include <boost/asio/ip/address.hpp>

#include "app/api/header_text.h"

namespace strata::app::api {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kBrowserParts = {
    "chrome-extension"sv, "moz-extension"sv, "safari-web-extension"sv, "app"sv, "tauri"sv,
    "vscode-webview"sv,   "vscode-file"sv};

constexpr auto kUsualHeaders =
    "authorization, content-type, x-api-key, anthropic-version, anthropic-beta, x-strata-conversation"sv;

template <class Take>
void eachHeader(const std::vector<Header>& headers, std::string_view name, const Take& take) {
    for (const Header& header : headers) {
        if (sameText(header.first, name)) {
            take(std::string_view(header.second));
        }
    }
}

std::optional<std::string> firstHeader(const std::vector<Header>& headers, std::string_view name) {
    std::optional<std::string> out;
    eachHeader(headers, name, [&](std::string_view value) {
        if (!out) {
            out = std::string(value);
        }
    });
    return out;
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::find(list, text) != list.end();
}

/// As a Host header would have it: small letters, IPv6 in brackets.
std::string asHost(std::string_view address) {
    const std::string host = lowered(address);
    return host.find(':') != std::string::npos && !host.starts_with('[') ? "[" + host + "]" : host;
}

std::vector<WebOrigin> originsOf(const std::vector<std::string>& entries) {
    std::vector<WebOrigin> out;
    for (const std::string& entry : entries) {
        if (const auto origin = parseOrigin(entry)) {
            out.push_back(*origin);
        }
    }
    return out;
}

/// The value of one Content-Type header: application/json, and if a charset is said, utf-8.
bool isJsonType(std::string_view value) {
    const std::size_t end = std::min(value.find(';'), value.size());
    if (!sameText(trimmed(value.substr(0, end)), "application/json")) {
        return false;
    }
    std::string_view rest = value.substr(end);
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t next = std::min(rest.find(';'), rest.size());
        const std::string_view parameter = rest.substr(0, next);
        const std::size_t equals = std::min(parameter.find('='), parameter.size());
        if (sameText(trimmed(parameter.substr(0, equals)), "charset")) {
            std::string_view charset = trimmed(parameter.substr(std::min(equals + 1, parameter.size())));
            if (charset.size() >= 2 && charset.starts_with('"') && charset.ends_with('"')) {
                charset = charset.substr(1, charset.size() - 2);
            }
            if (!sameText(charset, "utf-8")) {
                return false;
            }
        }
        rest = rest.substr(next);
    }
    return true;
}

/// A header's value as one that may be sent back.
bool isHeaderList(std::string_view text) {
    return text.size() <= 1'024 && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                      c == '_' || c == ',' || c == ' ';
           });
}

}  // namespace

AccessRules::AccessRules(const ServerOptions& options, MachineNames machine)
    : trusted_(originsOf(options.trusted_origins)),
      readers_(originsOf(options.cors_origins)),
      machine_(std::move(machine)) {
    if (!options.api_key.empty()) {
        key_digest_ = digestOf(options.api_key);
    }
    const std::string bound = asHost(options.host);
    beyond_loopback_ = !isLoopbackAddress(bound) && !isLocalhostName(bound);
    any_reader_ = options.cors_origins == std::vector<std::string>{"*"} && wantsKey();
    host_names_.push_back(bound);
    for (const std::string& entry : options.allowed_hosts) {
        const std::string name = lowered(trimmed(entry));
        if (name == "*") {
            any_host_ = true;
        } else if (name.starts_with('.')) {
            host_domains_.push_back(name);
        } else if (const auto authority = parseAuthority(name)) {
            host_names_.push_back(authority->host);
        }
    }
    for (const WebOrigin& origin : trusted_) {
        host_names_.push_back(origin.host);
    }
    if (beyond_loopback_) {
        host_names_.emplace_back("host.docker.internal");
        for (const std::string& name : machine_.names) {
            host_names_.push_back(name);
            host_names_.push_back(name + ".local");
        }
    }
}

std::optional<ApiError> AccessRules::hostRefusal(const Caller& caller) const {
    if (wantsKey() || !caller.host || admitsHost(*caller.host)) {
        return std::nullopt;
    }
    return ApiError{ErrorKind::host_not_allowed, "the Host " + quotable(*caller.host) +
                                                     " is not allowed; if it should be, add it to allowed_hosts in the "
                                                     "server's settings"};
}

std::optional<ApiError> AccessRules::refusal(const Caller& caller, const RouteMatch& match) const {
    if (auto error = hostRefusal(caller)) {
        return error;
    }
    const bool fits = match.takes(caller.method);
    const bool is_open = fits && !match.route->needs_key;
    if (wantsKey() && !is_open && !admitsKey(caller.headers)) {
        return ApiError{ErrorKind::invalid_api_key,
                        "the API key is missing or wrong; send it as: Authorization: Bearer KEY"};
    }
    const bool lifecycle = match.route != nullptr && match.route->lifecycle;
    if (caller.method == "POST" && (!wantsKey() || lifecycle)) {
        bool admitted = true;
        eachHeader(caller.headers, "origin", [&](std::string_view origin) {
            admitted = admitted && admitsOrigin(origin, caller.host, lifecycle);
        });
        if (!admitted) {
            return ApiError{ErrorKind::origin_not_allowed,
                            "web pages of this origin may not call; if they should, add it to trusted_origins in the "
                            "server's settings"};
        }
    }
    if (caller.method == "TRACE" || caller.method == "CONNECT" || (match.route != nullptr && !fits)) {
        return ApiError{ErrorKind::method_not_allowed,
                        quotable(caller.method) + " is not possible here; use one of: " + match.allowed()};
    }
    if (match.route == nullptr) {
        return unknownPath(match);
    }
    return caller.method == "POST" ? contentRefusal(caller.headers) : std::nullopt;
}

bool AccessRules::admitsHost(std::string_view text) const {
    if (any_host_) {
        return true;
    }
    const std::optional<Authority> authority = parseAuthority(text);
    if (!authority) {
        return false;
    }
    const std::string& host = authority->host;
    return isLocalhostName(host) || isPlainIpv4(host) || isBracketedIpv6(host) || contains(host_names_, host) ||
           std::ranges::any_of(host_domains_, [&](const std::string& domain) {
               return host.ends_with(domain) || host == std::string_view(domain).substr(1);
           });
}

AccessRules::Digest AccessRules::digestOf(std::string_view key) {
    const QByteArray hash = QCryptographicHash::hash(QByteArray(key.data(), static_cast<qsizetype>(key.size())),
                                                     QCryptographicHash::Sha256);
    Digest out{};
    std::copy_n(hash.cbegin(), out.size(), out.begin());
    return out;
}

bool AccessRules::admitsKey(const std::vector<Header>& headers) const {
    if (!key_digest_) {
        return true;
    }
    // Every key that was sent is compared whole, so that the time says nothing about any of them.
    bool admitted = false;
    const auto compare = [&](std::string_view key) {
        const Digest digest = digestOf(trimmed(key));
        unsigned char difference = 0;
        for (std::size_t i = 0; i < digest.size(); ++i) {
            difference = static_cast<unsigned char>(difference | (digest[i] ^ (*key_digest_)[i]));
        }
        admitted |= difference == 0;
    };
    eachHeader(headers, "x-api-key", compare);
    eachHeader(headers, "api-key", compare);
    eachHeader(headers, "authorization", [&](std::string_view value) {
        constexpr auto kScheme = "bearer"sv;
        const std::string_view text = trimmed(value);
        if (text.size() > kScheme.size() && sameText(text.substr(0, kScheme.size()), kScheme) &&
            (text[kScheme.size()] == ' ' || text[kScheme.size()] == '\t')) {
            compare(text.substr(kScheme.size()));
        }
    });
    return admitted;
}

bool AccessRules::isThisMachine(std::string_view host) const {
    return isLocalhostName(host) || isLoopbackAddress(host) || contains(machine_.addresses, host) ||
           std::ranges::any_of(machine_.names,
                               [&](const std::string& name) { return host == name || host == name + ".local"; });
}

bool AccessRules::admitsOrigin(std::string_view text, const std::optional<std::string>& host, bool lifecycle) const {
    const std::string scheme = lowered(text.substr(0, std::min(text.find("://"), text.size())));
    if (!lifecycle && scheme.size() < text.size() && std::ranges::find(kBrowserParts, scheme) != kBrowserParts.end()) {
        return true;
    }
    const std::optional<WebOrigin> origin = parseOrigin(text);
    if (!origin) {
        return false;
    }
    const std::optional<WebOrigin> own = host ? parseOrigin("http://" + *host) : std::nullopt;
    const auto is_in = [&](const std::vector<WebOrigin>& list) {
        return std::ranges::find(list, *origin) != list.end();
    };
    if (own == origin || is_in(trusted_)) {
        return true;
    }
    if (lifecycle) {
        return false;
    }
    const bool is_web = origin->scheme == "http" || origin->scheme == "https";
    return (is_web && isThisMachine(origin->host)) || is_in(readers_);
}

bool AccessRules::isListedForReading(std::string_view text) const {
    const std::optional<WebOrigin> origin = parseOrigin(text);
    return any_reader_ || (origin && std::ranges::find(readers_, *origin) != readers_.end());
}

std::vector<Header> AccessRules::corsHeaders(const Caller& caller, bool is_v1) const {
    const std::optional<std::string> origin = firstHeader(caller.headers, "origin");
    if (!is_v1 || !origin || !isListedForReading(*origin)) {
        return {};
    }
    std::vector<Header> out;
    out.emplace_back("Access-Control-Allow-Origin", any_reader_ ? "*" : *origin);
    if (!any_reader_) {
        out.emplace_back("Vary", "Origin");
    }
    out.emplace_back("Access-Control-Expose-Headers", "x-request-id, request-id, retry-after");
    return out;
}

std::vector<Header> AccessRules::preflightHeaders(const Caller& caller, bool is_v1) const {
    std::vector<Header> out = corsHeaders(caller, is_v1);
    if (out.empty()) {
        return out;
    }
    const std::optional<std::string> asked = firstHeader(caller.headers, "access-control-request-headers");
    out.emplace_back("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
    out.emplace_back("Access-Control-Allow-Headers",
                     asked && !asked->empty() && isHeaderList(*asked) ? *asked : std::string(kUsualHeaders));
    out.emplace_back("Access-Control-Max-Age", "600");
    if (firstHeader(caller.headers, "access-control-request-private-network")) {
        out.emplace_back("Access-Control-Allow-Private-Network", "true");
    }
    return out;
}

std::optional<ApiError> contentRefusal(const std::vector<Header>& headers) {
    std::size_t types = 0;
    bool fits = true, plain = true;
    eachHeader(headers, "content-type", [&](std::string_view value) {
        ++types;
        fits = fits && isJsonType(value);
    });
    eachHeader(headers, "content-encoding",
               [&](std::string_view value) { plain = plain && sameText(trimmed(value), "identity"); });
    if (types == 0 || !fits) {
        return ApiError{ErrorKind::unsupported_media_type, "send the header: Content-Type: application/json"};
    }
    if (!plain) {
        return ApiError{ErrorKind::unsupported_media_type, "send the body without Content-Encoding"};
    }
    return std::nullopt;
}

bool isOriginEntry(std::string_view entry) {
    return parseOrigin(entry).has_value();
}

MachineNames machineNames() {
    MachineNames out;
    const std::string name = lowered(QSysInfo::machineHostName().toStdString());
    if (!name.empty()) {
        out.names.push_back(name);
        const std::string first = name.substr(0, name.find('.'));
        if (first != name && !first.empty()) {
            out.names.push_back(first);
        }
    }
    const QList<QHostAddress> addresses = QNetworkInterface::allAddresses();
    for (QHostAddress address : addresses) {
        address.setScopeId({});
        out.addresses.push_back(asHost(address.toString().toStdString()));
    }
    return out;
}

}  // namespace strata::app::api
