#include "app/api/answer.h"

#include <utility>

#include <boost/asio/post.hpp>

#include "app/api/connection.h"

namespace strata::app::api {

Answer::Answer(std::weak_ptr<Connection> connection, boost::asio::any_io_executor executor)
    : connection_(std::move(connection)), executor_(std::move(executor)) {}

Answer::~Answer() {
    if (stage_ == Stage::ended || connection_.expired()) {
        return;
    }
    // The last owner may be anybody, the connection is the server's.
    boost::asio::post(executor_, [connection = std::move(connection_)] {
        if (const auto still_there = connection.lock()) {
            still_there->abandon();
        }
    });
}

std::shared_ptr<Connection> Answer::advance(Stage from, Stage to) {
    if (stage_ != from) {
        return nullptr;
    }
    stage_ = to;
    if (to == Stage::ended) {
        gone_ = nullptr;
    }
    return connection_.lock();
}

void Answer::send(HttpAnswer answer) {
    if (const auto connection = advance(Stage::nothing, Stage::ended)) {
        connection->sendWhole(std::move(answer));
    }
}

void Answer::refuse(const ApiError& error) {
    if (const auto connection = advance(Stage::nothing, Stage::ended)) {
        connection->sendRefusal(error);
    }
}

void Answer::beginStream(const std::vector<Header>& headers) {
    if (const auto connection = advance(Stage::nothing, Stage::streaming)) {
        connection->beginStream(headers);
    }
}

void Answer::write(std::string events) {
    if (const auto connection = advance(Stage::streaming, Stage::streaming)) {
        connection->writeStream(events);
    }
}

void Answer::endStream(bool close) {
    if (const auto connection = advance(Stage::streaming, Stage::ended)) {
        connection->endStream(close);
    }
}

void Answer::onGone(std::function<void()> gone) {
    if (is_gone_) {
        gone();  // it left before anybody asked
    } else if (stage_ != Stage::ended) {
        gone_ = std::move(gone);
    }
}

void Answer::tellGone() {
    is_gone_ = stage_ != Stage::ended;
    stage_ = Stage::ended;
    if (const auto gone = std::exchange(gone_, nullptr)) {
        gone();
    }
}

}  // namespace strata::app::api
