#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/api/api_error.h"
#include "app/api/http_message.h"
#include "app/api/network_name.h"
#include "app/api/router.h"
#include "app/api/server_options.h"

namespace strata::app::api {

/// What this machine is called, in small letters; IPv6 addresses in brackets.
struct MachineNames {
    std::vector<std::string> names;
    std::vector<std::string> addresses;  ///< of all its interfaces
};

/// The caller of a request, as far as the rules look at it.
struct Caller {
    std::optional<std::string> host;  ///< the Host header, or the authority in the target; none: HTTP/1.0 without one
    std::string method;
    std::vector<Header> headers;
};

/// Who may call. Immutable; any thread. Holds the key's digest instead of the key.
class AccessRules {
public:
    AccessRules(const ServerOptions& options, MachineNames machine);

    bool wantsKey() const { return key_digest_.has_value(); }

    /// The checks that need no more than the head of a request, in their order: Host, key, Origin, route and method,
    /// content type. None: it may go on.
    std::optional<ApiError> refusal(const Caller& caller, const RouteMatch& match) const;
    /// The same for OPTIONS, which asks for the Host only.
    std::optional<ApiError> hostRefusal(const Caller& caller) const;

    /// What an answer carries so that the caller's page may read it. is_v1: the path is spelled with /v1/.
    std::vector<Header> corsHeaders(const Caller& caller, bool is_v1) const;
    /// The same for OPTIONS.
    std::vector<Header> preflightHeaders(const Caller& caller, bool is_v1) const;

    bool admitsHost(std::string_view host) const;
    bool admitsKey(const std::vector<Header>& headers) const;
    /// lifecycle: the caller wants to load or unload.
    bool admitsOrigin(std::string_view origin, const std::optional<std::string>& host, bool lifecycle) const;

private:
    using Digest = std::array<unsigned char, 32>;

    static Digest digestOf(std::string_view key);
    bool isThisMachine(std::string_view host) const;
    bool isListedForReading(std::string_view origin) const;

    std::optional<Digest> key_digest_;
    bool any_host_ = false;
    bool beyond_loopback_ = false;
    bool any_reader_ = false;  ///< cors_origins is "*"
    std::vector<std::string> host_names_, host_domains_;
    std::vector<WebOrigin> trusted_, readers_;
    MachineNames machine_;
};

/// "Content-Type: application/json", and no encoded body. None: fine.
std::optional<ApiError> contentRefusal(const std::vector<Header>& headers);

/// Whether an entry of cors_origins or trusted_origins can be one: "scheme://host[:port]". For settings.
bool isOriginEntry(std::string_view entry);

/// Asks the system.
MachineNames machineNames();

}  // namespace strata::app::api
