#include "app/api/send_queue.h"

#include <utility>

#include <boost/asio/buffer.hpp>

namespace strata::app::api {
namespace {

/// A string that once held this much gives its memory back.
constexpr std::size_t kKeptCapacity = 64 << 10;

}  // namespace

void SendQueue::flush(boost::asio::ip::tcp::socket& socket,
                      std::function<void(const boost::system::error_code&)> done) {
    if (is_writing_ || isEmpty()) {
        return;
    }
    moved_at_ = Clock::now();
    write(socket, std::move(done));
}

void SendQueue::write(boost::asio::ip::tcp::socket& socket,
                      std::function<void(const boost::system::error_code&)> done) {
    if (written_ == writing_.size()) {
        writing_.clear();
        if (writing_.capacity() > kKeptCapacity) {
            writing_ = std::string();
        }
        written_ = 0;
        std::swap(writing_, waiting_);
    }
    is_writing_ = true;
    socket.async_write_some(
        boost::asio::buffer(writing_.data() + written_, writing_.size() - written_),
        [this, &socket, done = std::move(done)](const boost::system::error_code& error, std::size_t bytes) mutable {
            is_writing_ = false;
            if (error) {
                done(error);
                return;
            }
            written_ += bytes;
            moved_at_ = Clock::now();
            if (isEmpty()) {
                done(error);
            } else {
                write(socket, std::move(done));
            }
        });
}

}  // namespace strata::app::api
