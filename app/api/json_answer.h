#pragma once

#include <nlohmann/json.hpp>

#include "app/api/http_message.h"

namespace strata::app::api {

/// A whole answer of JSON; what is not UTF-8 in it is replaced.
inline HttpAnswer jsonAnswer(const nlohmann::ordered_json& body, int status = 200) {
    return {status, body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)};
}

}  // namespace strata::app::api
