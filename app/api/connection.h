#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include "app/api/answer_head.h"
#include "app/api/http_message.h"
#include "app/api/request_reader.h"
#include "app/api/send_queue.h"
#include "app/api/server_core.h"

namespace strata::app::api {

class Answer;

/// One client's connection: reads its requests one after another, lets the routes answer them, and notices when the
/// client goes. Belongs to the server's thread; lives in ServerCore::connections until it closes.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Clock = std::chrono::steady_clock;
    using Socket = boost::asio::ip::tcp::socket;

    Connection(Socket socket, std::shared_ptr<ServerCore> core);

    void start();
    /// Looks at the clock.
    void tick(Clock::time_point now);
    /// The server stops: what is not answered yet is refused, then the connection closes.
    void stop();
    void close();

    /// What an Answer passes on.
    void sendWhole(HttpAnswer answer);
    void sendRefusal(const ApiError& error);
    void beginStream(const std::vector<Header>& headers);
    void writeStream(std::string_view events);
    void endStream(bool closes);
    /// Nobody answers any more.
    void abandon();

private:
    enum class State {
        idle,       ///< between requests
        head,       ///< a head has begun
        body,       ///< of a request that will be answered, or already was
        punished,   ///< a refusal waits its time
        answering,  ///< a route does
        flushing,   ///< the answer is complete and on its way
        farewell,   ///< nothing is said any more; the client may finish its sentence
        closed,
    };

    // Reading: connection.cpp.
    void read();
    bool wantsMore();
    void takeRead(const boost::system::error_code& error, std::size_t bytes);
    void takeEnd(bool is_reset);
    void advance();
    bool takeStart();
    bool takeHead();
    bool takeBody();
    void waitForBody(Clock::time_point now);

    // One request: connection_request.cpp.
    void beginRequest();
    std::optional<ApiError> takeTarget();
    void checkHead();
    void refuseHead(const ApiError& error);
    void noteRefusal(const ApiError& error);
    void askForBody();
    void dispatch();
    bool expectsContinue() const;

    // Answering: connection_answer.cpp.
    void refuse(const ApiError& error, bool closes);
    void reply(const HttpAnswer& answer);
    void send(std::string_view bytes);
    void takeSent(const boost::system::error_code& error);
    void watchReader(Clock::time_point now);
    void finish();
    void flushed();
    void toIdle();
    void toFarewell();
    void abort();
    void tellGone();

    Socket socket_;
    std::shared_ptr<ServerCore> core_;
    std::string client_;  ///< its address
    State state_ = State::idle;
    Clock::time_point since_;  ///< the state, or the last byte of a body
    bool is_reading_ = false;
    bool is_advancing_ = false;
    bool client_is_done_ = false;       ///< nothing will come from it any more
    std::array<char, 4'096> incoming_;  ///< where the system reads to
    boost::beast::flat_buffer received_;
    SendQueue output_;
    std::optional<Clock::time_point> full_since_;
    bool is_doomed_ = false;  ///< will be aborted

    // Of the request at hand.
    std::optional<RequestReader> reader_;
    std::optional<BodyShare> share_;
    std::optional<ApiError> punishment_;
    Clock::time_point paused_since_;  ///< reading waits, as the bodies of all requests are too large
    bool is_paused_ = false;
    bool is_answered_ = false;  ///< the body is still to be skipped
    bool is_head_only_ = false, is_stream_ = false;
    std::string query_;
    RouteMatch match_;
    Caller caller_;
    AnswerFrame frame_;
    std::weak_ptr<Answer> answer_;
};

}  // namespace strata::app::api
