#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/api/api_error.h"

namespace strata::app::api {

using Header = std::pair<std::string, std::string>;

/// A request whose framing, sizes, caller and content type have passed the checks. Immutable.
struct HttpRequest {
    std::string id;               ///< "req_" and 24 hexadecimal digits
    std::string method;           ///< as sent
    std::string path;             ///< decoded, without query, alias spelled out with /v1
    std::string query;            ///< without the question mark, not decoded
    std::vector<Header> headers;  ///< names as sent
    std::string body;
    Style style = Style::openai;

    /// The first header of this name, without case; null: none.
    const std::string* header(std::string_view name) const;
};

/// A whole answer. The connection adds what every answer carries: id, date, server, caching, CORS.
struct HttpAnswer {
    int status = 200;
    std::string body;
    std::string type = "application/json";
    std::vector<Header> headers = {};
};

/// Where the answer to one request goes. Lives on the server's thread; every call is made there and returns at once.
/// Kept alive by whoever answers; after the client has gone, all calls do nothing.
class AnswerChannel {
public:
    virtual ~AnswerChannel() = default;

    /// The whole answer. Once, and instead of a stream.
    virtual void send(HttpAnswer answer) = 0;
    /// A refusal in the style of the request's path.
    virtual void refuse(const ApiError& error) = 0;
    /// Begins an answer of server-sent events.
    virtual void beginStream(const std::vector<Header>& headers) = 0;
    /// Adds to the stream, whole events only. Written at once; kept in a bounded buffer while the client does not read.
    virtual void write(std::string events) = 0;
    /// Ends the stream. close: the connection as well, as after an error.
    virtual void endStream(bool close) = 0;

    /// Called once if the client leaves, or does not read, before the answer has ended. Not called afterwards.
    virtual void onGone(std::function<void()> gone) = 0;
};

/// Answers the requests of one route. Called on the server's thread; must return at once.
using Handler = std::function<void(std::shared_ptr<const HttpRequest>, std::shared_ptr<AnswerChannel>)>;

}  // namespace strata::app::api
