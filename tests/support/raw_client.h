#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace strata::testing {

/// An answer as it came over the wire.
struct RawReply {
    int status = 0;
    std::multimap<std::string, std::string> headers;  ///< names in small letters
    std::string body;                                 ///< chunks put together

    /// The first value of a header; empty: there is none.
    std::string header(const std::string& name) const;
};

/// A client that sends what it is told to, byte for byte, and reads what comes. Waits, but never for ever.
class RawClient {
public:
    static constexpr std::chrono::seconds kPatience{20};

    /// receive_buffer: of the system, in bytes; 0: the usual one. A small one makes a slow reader.
    explicit RawClient(std::uint16_t port, int receive_buffer = 0, const std::string& address = "127.0.0.1");

    bool isConnected() const { return socket_.is_open(); }
    /// False: the other side did not take all of it.
    bool send(std::string_view bytes);
    /// The next answer; none: the connection ended before it was whole, or nothing came in time. to_head: an answer to
    /// HEAD, which has no body.
    std::optional<RawReply> reply(bool to_head = false);
    /// Reads until this text has come, and returns everything up to its end; empty: it did not come.
    std::string readUntil(std::string_view text);
    /// Everything until the other side closes. was_closed: false if it did not, in time.
    std::string readToEnd(bool* was_closed = nullptr);
    /// Waits for the end of the connection, whatever comes before.
    bool awaitClose();
    /// Says that nothing more comes, and goes on reading.
    void halfClose();
    /// Leaves with a reset.
    void reset();
    void close();

private:
    bool readMore();

    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
    std::string received_;
    bool is_ended_ = false;
};

/// "GET path HTTP/1.1" with a Host header and these further lines, each with its line end.
std::string getRequest(std::string_view path, std::string_view more = {});
/// A POST of JSON.
std::string postRequest(std::string_view path, std::string_view body, std::string_view more = {});

}  // namespace strata::testing
