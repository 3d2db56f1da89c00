#pragma once

#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "app/api/api_server.h"
#include "app/api/server_options.h"
#include "strata/result.h"

namespace strata::app::api {

/// The ports of a server, open.
struct OpenPorts {
    std::vector<boost::asio::ip::tcp::acceptor> acceptors;
    ListeningAt at;
    std::string twin_problem;  ///< why [::1] could not be opened as well; empty: it is, or was not wanted
};

/// Opens the address of the options for this program alone. Errors: as of ApiServer::start().
Result<OpenPorts> openPorts(boost::asio::io_context& context, const ServerOptions& options);

}  // namespace strata::app::api
