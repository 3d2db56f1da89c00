#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include "app/api/answer.h"
#include "app/api/connection.h"

namespace strata::app::api {
namespace {

/// From here on a stream's buffer counts as full. The rest is for what still comes until the client is given up.
std::size_t fullFrom(std::size_t stream_bytes) {
    return stream_bytes / 4 * 3;
}

}  // namespace

void Connection::send(std::string_view bytes) {
    output_.add(bytes);
    output_.flush(socket_,
                  [self = shared_from_this()](const boost::system::error_code& error) { self->takeSent(error); });
}

void Connection::takeSent(const boost::system::error_code& error) {
    if (state_ == State::closed) {
        return;
    }
    if (error) {
        close();
    } else if (state_ == State::flushing) {
        flushed();
    }
}

void Connection::reply(const HttpAnswer& answer) {
    frame_.closes = frame_.closes || core_->is_stopping;
    std::string bytes = wholeHead(answer, frame_);
    if (!is_head_only_) {
        bytes += answer.body;
    }
    send(bytes);
}

void Connection::refuse(const ApiError& error, bool closes) {
    frame_.closes = frame_.closes || closes;
    HttpAnswer answer = errorAnswer(error, frame_.style, frame_.request_id);
    if (error.kind == ErrorKind::method_not_allowed) {
        answer.headers.emplace_back("Allow", match_.allowed());
    }
    reply(answer);
    finish();
}

void Connection::sendWhole(HttpAnswer answer) {
    if (state_ == State::answering && !is_stream_) {
        reply(answer);
        finish();
    }
}

void Connection::sendRefusal(const ApiError& error) {
    if (state_ == State::answering && !is_stream_) {
        refuse(error, false);
    }
}

void Connection::beginStream(const std::vector<Header>& headers) {
    if (state_ != State::answering || is_stream_) {
        return;
    }
    is_stream_ = true;
    const bool is_http10 = reader_->head().is_http10;
    frame_.closes = frame_.closes || is_http10;
    send(streamHead(headers, frame_, !is_http10));
}

void Connection::writeStream(std::string_view events) {
    if (state_ != State::answering || !is_stream_ || is_doomed_ || events.empty()) {
        return;
    }
    const std::size_t most = core_->limits.stream_bytes;
    if (!output_.isEmpty() && output_.size() + events.size() > most) {
        is_doomed_ = true;
        // Later, so that whoever writes is not told in the middle of it that the client has gone.
        boost::asio::post(socket_.get_executor(), [self = shared_from_this()] { self->abort(); });
        return;
    }
    if (reader_->head().is_http10) {
        send(events);
    } else {
        send(fmt::format("{:x}\r\n{}\r\n", events.size(), events));
    }
    if (!full_since_ && output_.size() >= fullFrom(most)) {
        full_since_ = Clock::now();
    }
}

void Connection::endStream(bool closes) {
    if (state_ != State::answering || !is_stream_) {
        return;
    }
    frame_.closes = frame_.closes || closes;
    if (!reader_->head().is_http10) {
        send("0\r\n\r\n");
    }
    finish();
}

void Connection::abandon() {
    if (state_ != State::answering) {
        return;
    }
    if (is_stream_) {
        abort();  // it has begun: only a broken connection tells the client that this is not the end
    } else {
        refuse({ErrorKind::internal_error, "the server failed to answer this request"}, true);
    }
}

void Connection::watchReader(Clock::time_point now) {
    const ServerLimits& limits = core_->limits;
    if (output_.size() < fullFrom(limits.stream_bytes)) {
        full_since_.reset();
    }
    const bool is_unread = !output_.isEmpty() && now - output_.movedAt() > limits.unread;
    if (is_unread || (full_since_ && now - *full_since_ > limits.full)) {
        abort();
    }
}

/// The answer is complete, or will never be.
void Connection::finish() {
    answer_.reset();
    state_ = State::flushing;
    if (output_.isEmpty()) {
        flushed();
    }
}

void Connection::flushed() {
    if (frame_.closes || core_->is_stopping) {
        toFarewell();
    } else {
        toIdle();
    }
}

void Connection::toIdle() {
    state_ = State::idle;
    since_ = Clock::now();
    reader_.reset();
    share_.reset();
    punishment_.reset();
    full_since_.reset();
    is_paused_ = is_head_only_ = is_stream_ = false;
    caller_ = {};
    match_ = {};
    frame_ = {};
    advance();
    read();
}

void Connection::toFarewell() {
    state_ = State::farewell;
    since_ = Clock::now();
    reader_.reset();
    share_.reset();
    received_.clear();
    received_.shrink_to_fit();
    boost::system::error_code error;
    socket_.shutdown(Socket::shutdown_send, error);
    if (client_is_done_ || error) {
        close();
    } else {
        read();
    }
}

void Connection::abort() {
    if (state_ == State::closed) {
        return;
    }
    core_->note(LogLevel::info, "cut off a client that did not read its answer, or whose answer broke off");
    boost::system::error_code error;
    socket_.set_option(boost::asio::socket_base::linger(true, 0), error);
    close();
}

void Connection::tellGone() {
    if (const auto answer = answer_.lock()) {
        answer_.reset();
        answer->tellGone();
    }
}

void Connection::stop() {
    const ApiError error{ErrorKind::shutting_down, "the server is closing"};
    switch (state_) {
        case State::idle:
            close();
            break;
        case State::head:
            frame_ = {newRequestId()};
            refuse(error, true);
            break;
        case State::body:
            if (is_answered_) {
                frame_.closes = true;
                finish();
            } else {
                refuse(error, true);
            }
            break;
        case State::punished:
            refuse(*punishment_, true);
            break;
        case State::answering:
            if (is_stream_) {
                // Without the last chunk: whoever wrote the stream has had the chance to end it.
                tellGone();
                frame_.closes = true;
                finish();
            } else {
                const auto answer = answer_.lock();
                refuse(error, true);
                if (answer) {
                    answer->tellGone();
                }
            }
            break;
        default:
            break;
    }
}

}  // namespace strata::app::api
