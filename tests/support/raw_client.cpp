#include "support/raw_client.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/write.hpp>

#include "app/api/header_text.h"

namespace strata::testing {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadEnd = "\r\n\r\n";

std::size_t numberIn(std::string_view text, int base) {
    std::size_t out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out, base);
    return out;
}

}  // namespace

std::string RawReply::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
}

RawClient::RawClient(std::uint16_t port, int receive_buffer, const std::string& address) {
    const tcp::endpoint server(asio::ip::make_address(address), port);
    error_code error;
    socket_.open(server.protocol(), error);
    if (receive_buffer > 0) {
        socket_.set_option(asio::socket_base::receive_buffer_size(receive_buffer), error);
    }
    socket_.connect(server, error);
    if (error) {
        socket_.close(error);
    }
}

bool RawClient::send(std::string_view bytes) {
    bool sent = false;
    asio::async_write(socket_, asio::buffer(bytes), [&](const error_code& error, std::size_t) { sent = !error; });
    context_.restart();
    context_.run_for(kPatience);
    if (!context_.stopped()) {
        error_code ignored;
        socket_.cancel(ignored);
        context_.run();
    }
    return sent;
}

bool RawClient::readMore() {
    if (is_ended_ || !socket_.is_open()) {
        return false;
    }
    std::array<char, 16'384> piece;
    std::size_t size = 0;
    socket_.async_read_some(asio::buffer(piece), [&](const error_code& error, std::size_t bytes) {
        size = bytes;
        is_ended_ = error && error != asio::error::operation_aborted;
    });
    context_.restart();
    context_.run_for(kPatience);
    if (!context_.stopped()) {
        error_code ignored;
        socket_.cancel(ignored);
        context_.run();
    }
    received_.append(piece.data(), size);
    return size > 0;
}

std::string RawClient::readUntil(std::string_view text) {
    std::size_t at = received_.find(text);
    while (at == std::string::npos) {
        if (!readMore()) {
            return {};
        }
        at = received_.find(text);
    }
    const std::string out = received_.substr(0, at + text.size());
    received_.erase(0, out.size());
    return out;
}

std::optional<RawReply> RawClient::reply(bool to_head) {
    std::string head = readUntil(kHeadEnd);
    if (head.size() < std::string_view("HTTP/1.1 200").size()) {
        return std::nullopt;
    }
    RawReply out;
    out.status = static_cast<int>(numberIn(std::string_view(head).substr(9, 3), 10));
    for (std::size_t at = head.find(kLineEnd) + 2; at + 2 < head.size();) {
        const std::size_t end = head.find(kLineEnd, at);
        const std::string_view line = std::string_view(head).substr(at, end - at);
        const std::size_t colon = line.find(':');
        out.headers.emplace(app::api::lowered(line.substr(0, colon)), app::api::trimmed(line.substr(colon + 1)));
        at = end + 2;
    }
    if (to_head) {
        return out;
    }
    if (out.header("transfer-encoding") == "chunked") {
        for (;;) {
            const std::string line = readUntil(kLineEnd);
            const std::size_t size = numberIn(line, 16);
            while (received_.size() < size + 2) {
                if (line.empty() || !readMore()) {
                    return std::nullopt;
                }
            }
            out.body += received_.substr(0, size);
            received_.erase(0, size + 2);
            if (size == 0) {
                return out;
            }
        }
    }
    const std::size_t size = numberIn(out.header("content-length"), 10);
    while (received_.size() < size) {
        if (!readMore()) {
            return std::nullopt;
        }
    }
    out.body = received_.substr(0, size);
    received_.erase(0, size);
    return out;
}

std::string RawClient::readToEnd(bool* was_closed) {
    while (readMore()) {
    }
    if (was_closed != nullptr) {
        *was_closed = is_ended_;
    }
    return std::exchange(received_, {});
}

bool RawClient::awaitClose() {
    bool was_closed = false;
    readToEnd(&was_closed);
    return was_closed;
}

void RawClient::halfClose() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void RawClient::reset() {
    error_code ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    close();
}

void RawClient::close() {
    error_code ignored;
    socket_.close(ignored);
}

std::string getRequest(std::string_view path, std::string_view more) {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) + "\r\n";
}

std::string postRequest(std::string_view path, std::string_view body, std::string_view more) {
    return "POST " + std::string(path) +
           " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + std::string(more) + "\r\n" + std::string(body);
}

}  // namespace strata::testing
