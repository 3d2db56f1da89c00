#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace strata::app::api {

/// What the server is told when it starts. Checked by whoever reads it from a person or a file.
struct ServerOptions {
    std::string host = "127.0.0.1";              ///< address to bind
    std::uint16_t port = 8080;                   ///< 0: a free one
    std::string api_key;                         ///< empty: none is asked for, and then host must be a loopback address
    std::vector<std::string> allowed_hosts;      ///< names beside the usual ones; ".example.com" with all below; "*"
    std::vector<std::string> trusted_origins;    ///< "scheme://host[:port]" of pages that may call
    std::vector<std::string> cors_origins;       ///< the same, and their browsers may read the answers; or "*" alone
    std::map<std::string, std::string> aliases;  ///< other names of models: alias to id
    int waiting_requests = 32;                   ///< more of them are turned away
    bool strict_model = false;                   ///< unknown model names are refused
    bool switch_models = false;                  ///< a request may have another installed model loaded
    bool fetch_pictures = false;                 ///< from the web, public addresses only
    int repeat_stop = 256;                       ///< the same token so often ends an answer; 0: off
    std::chrono::seconds engine_silence{300};    ///< without progress for so long a request is given up; 0: never

    bool operator==(const ServerOptions&) const = default;
};

}  // namespace strata::app::api
