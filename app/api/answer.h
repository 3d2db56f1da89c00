#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>

#include "app/api/http_message.h"

namespace strata::app::api {

class Connection;

/// The channel of one request on a connection. Dropped without an end, it makes the connection answer with an error.
class Answer : public AnswerChannel {
public:
    Answer(std::weak_ptr<Connection> connection, boost::asio::any_io_executor executor);
    ~Answer() override;
    Answer(const Answer&) = delete;
    Answer& operator=(const Answer&) = delete;

    void send(HttpAnswer answer) override;
    void refuse(const ApiError& error) override;
    void beginStream(const std::vector<Header>& headers) override;
    void write(std::string events) override;
    void endStream(bool close) override;
    void onGone(std::function<void()> gone) override;

    /// The client has gone. Tells whoever asked to be told.
    void tellGone();

private:
    enum class Stage { nothing, streaming, ended };

    /// The connection, if it still waits for this; and the stage moves on.
    std::shared_ptr<Connection> advance(Stage from, Stage to);

    std::weak_ptr<Connection> connection_;
    boost::asio::any_io_executor executor_;
    Stage stage_ = Stage::nothing;
    bool is_gone_ = false;
    std::function<void()> gone_;
};

}  // namespace strata::app::api
