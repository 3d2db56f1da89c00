#include "app/api/connection.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

#include "app/api/answer.h"
#include "app/api/request_target.h"

namespace strata::app::api {

Connection::Connection(Socket socket, std::shared_ptr<ServerCore> core)
    : socket_(std::move(socket)), core_(std::move(core)), since_(Clock::now()) {
    boost::system::error_code error;  // of a client that has gone already; reading will tell
    const auto address = socket_.remote_endpoint(error);
    client_ = error ? std::string() : address.address().to_string();
    socket_.set_option(boost::asio::ip::tcp::no_delay(true), error);
    socket_.set_option(Socket::send_buffer_size(core_->limits.socket_send_bytes), error);
}

void Connection::start() {
    read();
}

void Connection::read() {
    if (is_reading_ || client_is_done_ || state_ == State::closed || !wantsMore()) {
        return;
    }
    is_reading_ = true;
    socket_.async_read_some(boost::asio::buffer(incoming_),
                            [self = shared_from_this()](const boost::system::error_code& error, std::size_t bytes) {
                                self->takeRead(error, bytes);
                            });
}

bool Connection::wantsMore() {
    switch (state_) {
        case State::punished:
        case State::answering:
        case State::flushing:
            return received_.size() < core_->limits.kept_bytes;
        case State::body:
            if (share_ && core_->bodies->isSpent() && !is_paused_) {
                is_paused_ = true;
                paused_since_ = Clock::now();
            }
            return !is_paused_;
        default:
            return true;
    }
}

void Connection::takeRead(const boost::system::error_code& error, std::size_t bytes) {
    is_reading_ = false;
    if (state_ == State::closed) {
        return;
    }
    if (error) {
        client_is_done_ = true;
        takeEnd(error != boost::asio::error::eof);
        return;
    }
    if (state_ != State::farewell) {
        std::memcpy(received_.prepare(bytes).data(), incoming_.data(), bytes);
        received_.commit(bytes);
        if (state_ == State::body) {
            since_ = Clock::now();
        }
        advance();
    }
    read();
}

/// The client will send nothing more. While its request runs that means that it left; an answer that is complete still
/// goes out to it.
void Connection::takeEnd(bool is_reset) {
    const bool has_answer = state_ == State::flushing || (state_ == State::body && is_answered_);
    if (is_reset || !has_answer || output_.isEmpty()) {
        close();
        return;
    }
    if (state_ == State::body) {
        frame_.closes = true;
        finish();
    }
}

void Connection::advance() {
    if (is_advancing_) {
        return;  // a step of the loop below led here; it goes on by itself
    }
    is_advancing_ = true;
    bool goes_on = true;
    while (goes_on) {
        switch (state_) {
            case State::idle:
                goes_on = takeStart();
                break;
            case State::head:
                goes_on = takeHead();
                break;
            case State::body:
                goes_on = takeBody();
                break;
            default:
                goes_on = false;
        }
    }
    is_advancing_ = false;
    if (client_is_done_ && (state_ == State::idle || state_ == State::head || state_ == State::body)) {
        takeEnd(false);
    }
}

bool Connection::takeStart() {
    // Old clients end a body with a line end that nobody counted.
    const auto is_line_end = [](char c) { return c == '\r' || c == '\n'; };
    while (received_.size() > 0 && is_line_end(*static_cast<const char*>(received_.cdata().data()))) {
        received_.consume(1);
    }
    if (received_.size() == 0) {
        received_.shrink_to_fit();
        return false;
    }
    reader_.emplace();
    state_ = State::head;
    since_ = Clock::now();
    return true;
}

bool Connection::takeHead() {
    switch (reader_->takeHead(received_)) {
        case RequestReader::State::incomplete:
            return false;
        case RequestReader::State::faulty: {
            const auto target = parseTarget({}, reader_->head().target);
            frame_ = {newRequestId(), target ? styleOf(target->path) : Style::openai};
            refuse(reader_->fault(), true);
            return false;
        }
        case RequestReader::State::complete:
            break;
    }
    beginRequest();
    return true;
}

bool Connection::takeBody() {
    const RequestReader::State state = reader_->takeBody(received_);
    if (share_) {
        share_->growTo(reader_->bodySize());
    }
    if (state == RequestReader::State::incomplete) {
        return false;
    }
    if (state == RequestReader::State::faulty) {
        frame_.closes = true;
        if (is_answered_) {
            finish();
        } else {
            refuse(reader_->fault(), true);
        }
        return false;
    }
    if (is_answered_) {
        finish();
    } else {
        dispatch();
    }
    return true;
}

void Connection::waitForBody(Clock::time_point now) {
    if (is_paused_) {
        if (!core_->bodies->isSpent()) {
            is_paused_ = false;
            since_ = now;
            read();
        } else if (now - paused_since_ > core_->limits.body_pause) {
            refuse({ErrorKind::overloaded, "the server holds too many large requests at the moment; try again later"},
                   true);
        }
    } else if (now - since_ > core_->limits.body_pause) {
        if (is_answered_) {
            close();
        } else {
            refuse({ErrorKind::request_timeout, "the request's body did not come"}, true);
        }
    }
}

void Connection::tick(Clock::time_point now) {
    const ServerLimits& limits = core_->limits;
    const auto waited = now - since_;
    switch (state_) {
        case State::idle:
            if (waited > limits.idle) {
                close();
            }
            break;
        case State::head:
            if (waited > limits.head) {
                frame_ = {newRequestId()};
                refuse({ErrorKind::request_timeout, "the request's head did not come in time"}, true);
            }
            break;
        case State::body:
            waitForBody(now);
            break;
        case State::punished:
            if (waited > limits.key_penalty) {
                refuse(*punishment_, true);
            }
            break;
        case State::farewell:
            if (waited > limits.farewell) {
                close();
            }
            break;
        case State::answering:
        case State::flushing:
            watchReader(now);
            break;
        case State::closed:
            break;
    }
}

void Connection::close() {
    if (state_ == State::closed) {
        return;
    }
    state_ = State::closed;
    tellGone();
    boost::system::error_code error;
    socket_.close(error);
    core_->connections.erase(this);
}

}  // namespace strata::app::api
