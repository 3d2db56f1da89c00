#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>

namespace strata::app::api {

/// What is on its way to a client, in order. Belongs to the thread of its socket, and to an owner that its callback
/// keeps alive.
class SendQueue {
public:
    using Clock = std::chrono::steady_clock;

    /// Adds bytes; they leave at once if the client takes them.
    void add(std::string_view bytes) { waiting_ += bytes; }
    /// Writes what waits, if nothing is being written. done: called when everything is written, or with an error.
    void flush(boost::asio::ip::tcp::socket& socket, std::function<void(const boost::system::error_code&)> done);

    std::size_t size() const { return waiting_.size() + writing_.size() - written_; }
    bool isEmpty() const { return size() == 0; }
    /// When the client last took something, or the queue last was empty.
    Clock::time_point movedAt() const { return moved_at_; }

private:
    void write(boost::asio::ip::tcp::socket& socket, std::function<void(const boost::system::error_code&)> done);

    std::string waiting_, writing_;
    std::size_t written_ = 0;  ///< of what is being written
    bool is_writing_ = false;
    Clock::time_point moved_at_ = Clock::now();
};

}  // namespace strata::app::api
