#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace strata::app::api {

/// How much and how long the server bears. Those of a request's head are in raw_head.h.
struct ServerLimits {
    std::size_t connections = 2'048;
    std::uint64_t body_bytes = 64ULL << 20;          ///< of one POST
    std::uint64_t all_bodies_bytes = 256ULL << 20;   ///< in memory at once
    std::uint64_t ignored_body_bytes = 64ULL << 10;  ///< of a request whose body means nothing
    std::size_t kept_bytes = 64ULL << 10;            ///< of further requests, while one is answered
    std::size_t stream_bytes = 4ULL << 20;           ///< that wait for one client
    int socket_send_bytes = 256 << 10;               ///< that the system keeps besides

    std::chrono::milliseconds idle{75'000};        ///< between requests
    std::chrono::milliseconds head{10'000};        ///< for a whole head
    std::chrono::milliseconds body_pause{30'000};  ///< without a byte of the body
    std::chrono::milliseconds unread{60'000};      ///< the client takes nothing
    std::chrono::milliseconds full{10'000};        ///< the stream's buffer is as good as full
    std::chrono::milliseconds farewell{2'000};     ///< to hear the client out before the connection closes
    std::chrono::milliseconds stopping{1'500};     ///< for the last answers when the server stops
    std::chrono::milliseconds key_penalty{1'000};  ///< for who sent wrong keys again and again
    std::chrono::milliseconds tick{250};           ///< how often the times above are looked at
};

}  // namespace strata::app::api
