#include "app/api/listening_socket.h"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/socket_base.hpp>

#include "app/api/header_text.h"
#include "app/api/network_name.h"

namespace strata::app::api {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

std::optional<asio::ip::address> addressOf(std::string_view host) {
    if (isLocalhostName(lowered(host))) {
        return asio::ip::address_v4::loopback();
    }
    if (host.starts_with('[') && host.ends_with(']')) {
        host = host.substr(1, host.size() - 2);
    }
    error_code error;
    const auto address = asio::ip::make_address(std::string(host), error);
    return error ? std::nullopt : std::optional(address);
}

/// Nobody else may have the port at the same time.
error_code claimAlone(tcp::acceptor& acceptor) {
    error_code error;
#ifdef _WIN32
    // There, sharing is what the option for reuse means; this one forbids it to others.
    using Exclusive = asio::detail::socket_option::boolean<SOL_SOCKET, SO_EXCLUSIVEADDRUSE>;
    acceptor.set_option(Exclusive(true), error);
#else
    // Only so that connections of the last run, which the system keeps for a while, do not block the port. A second
    // listener is still refused.
    acceptor.set_option(asio::socket_base::reuse_address(true), error);
#endif
    return error;
}

Result<tcp::acceptor> open(asio::io_context& context, const tcp::endpoint& endpoint) {
    tcp::acceptor acceptor(context);
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) {
        error = claimAlone(acceptor);
    }
    if (!error && endpoint.address().is_v6()) {
        acceptor.set_option(asio::ip::v6_only(!endpoint.address().is_unspecified()), error);
    }
    if (!error) {
        acceptor.bind(endpoint, error);
    }
    if (!error) {
        acceptor.listen(asio::socket_base::max_listen_connections, error);
    }
    if (!error) {
        acceptor.non_blocking(true, error);
    }
    if (!error) {
        return acceptor;
    }
    const std::string place = fmt::format("port {}", endpoint.port());
    if (error == asio::error::address_in_use) {
        return tl::unexpected(Error{ErrorCode::io_error, place + " is in use by another program"});
    }
    if (error == asio::error::access_denied) {
        return tl::unexpected(Error{ErrorCode::io_error, place + " may not be opened by this program"});
    }
    return tl::unexpected(Error{ErrorCode::io_error, fmt::format("{} of {} cannot be opened: {}", place,
                                                                 endpoint.address().to_string(), error.message())});
}

}  // namespace

Result<OpenPorts> openPorts(asio::io_context& context, const ServerOptions& options) {
    const auto address = addressOf(options.host);
    if (!address) {
        return tl::unexpected(Error{ErrorCode::invalid_argument, options.host + " is not a network address"});
    }
    OpenPorts out;
    out.at.beyond_machine = !address->is_loopback();
    if (out.at.beyond_machine && options.api_key.empty()) {
        return tl::unexpected(Error{ErrorCode::invalid_argument, "without an API key only this machine may be served"});
    }
    auto main = open(context, tcp::endpoint(*address, options.port));
    if (!main) {
        return tl::unexpected(main.error());
    }
    error_code error;
    out.at.port = main->local_endpoint(error).port();
    out.at.host = address->to_string();
    out.acceptors.push_back(std::move(*main));
    if (*address == asio::ip::address_v4::loopback()) {
        auto twin = open(context, tcp::endpoint(asio::ip::address_v6::loopback(), out.at.port));
        if (twin) {
            out.acceptors.push_back(std::move(*twin));
            out.at.has_twin = true;
        } else {
            out.twin_problem = "not on [::1] as well: " + twin.error().message;
        }
    }
    return out;
}

}  // namespace strata::app::api
