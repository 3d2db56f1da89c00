#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "app/api/api_error.h"
#include "app/api/http_message.h"

namespace strata::app::api {

/// What the head of an answer says beside the answer's own headers.
struct AnswerFrame {
    std::string request_id;
    Style style = Style::openai;
    std::vector<Header> cors = {};
    bool closes = false;    ///< the connection ends with this answer
    int keeps_seconds = 0;  ///< else: how long it is kept
};

/// Status line and headers of a whole answer, the empty line included. Bytes that could end a header are left out.
std::string wholeHead(const HttpAnswer& answer, const AnswerFrame& frame);
/// The same of a stream of events. is_chunked: else it lasts until the connection closes.
std::string streamHead(const std::vector<Header>& headers, const AnswerFrame& frame, bool is_chunked);
/// A refusal as an answer, with the headers that go with it.
HttpAnswer errorAnswer(const ApiError& error, Style style, std::string_view request_id);

/// "req_" and 24 hexadecimal digits, another one each time.
std::string newRequestId();
/// As the header Date has it.
std::string httpDate(std::chrono::system_clock::time_point time);

}  // namespace strata::app::api
