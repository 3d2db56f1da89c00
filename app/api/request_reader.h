#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/beast/core/flat_buffer.hpp>

#include "app/api/api_error.h"
#include "app/api/http_message.h"
#include "app/api/raw_head.h"

namespace strata::app::api {

/// Reads one request out of the bytes of a connection: first its head, then, if it is wanted, its body. Knows no
/// socket. Used up by one request.
class RequestReader {
public:
    enum class State { incomplete, complete, faulty };
    enum class Body { kept, ignored };

    struct Head {
        std::string method, target;
        std::vector<Header> headers;
        bool is_http10 = false;
        bool stays_open = true;  ///< the client wants to go on with this connection
        bool is_chunked = false;
        std::uint64_t length = 0;  ///< declared
        bool hasBody() const { return is_chunked || length > 0; }
    };

    RequestReader();
    ~RequestReader();

    /// Takes the head out of the buffer once it is whole.
    State takeHead(boost::beast::flat_buffer& received);
    const Head& head() const { return head_; }

    /// Before the body. Errors of a chunked one that grows beyond the limit: request_too_large.
    void expectBody(Body body, std::uint64_t limit);
    /// Takes what has come of the body.
    State takeBody(boost::beast::flat_buffer& received);
    std::uint64_t bodySize() const;
    std::string releaseBody();

    /// Why it is faulty. The connection cannot go on after that.
    const ApiError& fault() const { return *fault_; }

private:
    struct Parsing;

    State refuse(ErrorKind kind, std::string message);
    void fillHead();

    RawHead raw_;
    std::unique_ptr<Parsing> parsing_;  ///< once the head is whole
    Head head_;
    std::optional<ApiError> fault_;
};

}  // namespace strata::app::api
