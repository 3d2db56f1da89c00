#include "app/api/api_error.h"

#include <array>

#include <nlohmann/json.hpp>

namespace strata::app::api {
namespace {

using std::string_view_literals::operator""sv;

struct Row {
    ErrorKind kind;
    int status;
    std::string_view code;
    std::string_view openai_type, anthropic_type;
    int retry_after = 0;  ///< seconds; 0: not said
    bool may_retry = true;
};

constexpr auto kInvalid = "invalid_request_error"sv;
constexpr auto kServer = "server_error"sv;
constexpr auto kApi = "api_error"sv;
constexpr auto kOverloaded = "overloaded_error"sv;
constexpr int kSoon = 5;
constexpr int kLater = 30;

// In the order of the enumeration; a check below holds it to that.
constexpr std::array kRows = {
    Row{ErrorKind::bad_request, 400, "bad_request", kInvalid, kInvalid},
    Row{ErrorKind::invalid_json, 400, "invalid_json", kInvalid, kInvalid},
    Row{ErrorKind::missing_required_parameter, 400, "missing_required_parameter", kInvalid, kInvalid},
    Row{ErrorKind::invalid_type, 400, "invalid_type", kInvalid, kInvalid},
    Row{ErrorKind::invalid_value, 400, "invalid_value", kInvalid, kInvalid},
    Row{ErrorKind::unsupported_parameter, 400, "unsupported_parameter", kInvalid, kInvalid},
    Row{ErrorKind::unsupported_value, 400, "unsupported_value", kInvalid, kInvalid},
    Row{ErrorKind::unsupported_content, 400, "unsupported_content", kInvalid, kInvalid},
    Row{ErrorKind::invalid_image, 400, "invalid_image", kInvalid, kInvalid},
    Row{ErrorKind::image_url_not_allowed, 400, "image_url_not_allowed", kInvalid, kInvalid},
    Row{ErrorKind::context_length_exceeded, 400, "context_length_exceeded", kInvalid, kInvalid},
    Row{ErrorKind::invalid_conversation_id, 400, "invalid_conversation_id", kInvalid, kInvalid},
    Row{ErrorKind::conversation_conflict, 400, "conversation_conflict", kInvalid, kInvalid},
    Row{ErrorKind::invalid_api_key, 401, "invalid_api_key", "authentication_error", "authentication_error"},
    Row{ErrorKind::host_not_allowed, 403, "host_not_allowed", "permission_error", "permission_error"},
    Row{ErrorKind::origin_not_allowed, 403, "origin_not_allowed", "permission_error", "permission_error"},
    Row{ErrorKind::not_found, 404, "not_found", "not_found_error", "not_found_error"},
    Row{ErrorKind::unsupported_endpoint, 404, "unsupported_endpoint", "not_found_error", "not_found_error"},
    Row{ErrorKind::model_not_found, 404, "model_not_found", "not_found_error", "not_found_error"},
    Row{ErrorKind::method_not_allowed, 405, "method_not_allowed", kInvalid, kInvalid},
    Row{ErrorKind::request_timeout, 408, "request_timeout", kInvalid, kInvalid},
    Row{ErrorKind::model_busy, 409, "model_busy", "model_busy", kInvalid, 0, false},
    Row{ErrorKind::request_too_large, 413, "request_too_large", kInvalid, "request_too_large"},
    Row{ErrorKind::uri_too_long, 414, "uri_too_long", kInvalid, kInvalid},
    Row{ErrorKind::expectation_failed, 417, "expectation_failed", kInvalid, kInvalid},
    Row{ErrorKind::headers_too_large, 431, "headers_too_large", kInvalid, kInvalid},
    Row{ErrorKind::not_implemented, 501, "not_implemented", kInvalid, kInvalid, 0, false},
    Row{ErrorKind::http_version_not_supported, 505, "http_version_not_supported", kInvalid, kInvalid},
    Row{ErrorKind::unsupported_media_type, 415, "unsupported_media_type", kInvalid, kInvalid},
    Row{ErrorKind::queue_full, 429, "queue_full", "rate_limit_error", "rate_limit_error", kSoon},
    Row{ErrorKind::internal_error, 500, "internal_error", kServer, kApi},
    Row{ErrorKind::structured_output_failed, 502, "structured_output_failed", kServer, kApi, 0, false},
    Row{ErrorKind::model_loading, 503, "model_loading", kServer, kOverloaded, kSoon},
    Row{ErrorKind::no_model, 503, "no_model", kServer, kApi, 0, false},
    Row{ErrorKind::model_load_failed, 503, "model_load_failed", kServer, kApi, 0, false},
    Row{ErrorKind::engine_died, 503, "engine_died", kServer, kApi, kSoon},
    Row{ErrorKind::engine_stuck, 503, "engine_stuck", kServer, kApi, 0, false},
    Row{ErrorKind::gpu_busy, 503, "gpu_busy", kServer, kOverloaded, kLater},
    Row{ErrorKind::shutting_down, 503, "shutting_down", kServer, kOverloaded},
    Row{ErrorKind::overloaded, 503, "overloaded", kServer, kOverloaded, kSoon},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (kRows[i].kind != static_cast<ErrorKind>(i)) {
            return false;
        }
    }
    return kRows.back().kind == ErrorKind::overloaded;
}
static_assert(inOrder(), "a row for each kind, in its order");

constexpr const Row& rowOf(ErrorKind kind) {
    return kRows[static_cast<std::size_t>(kind)];
}

}  // namespace

int statusOf(ErrorKind kind) {
    return rowOf(kind).status;
}

std::string_view codeOf(ErrorKind kind) {
    return rowOf(kind).code;
}

std::string_view typeOf(ErrorKind kind, Style style) {
    return style == Style::openai ? rowOf(kind).openai_type : rowOf(kind).anthropic_type;
}

std::optional<int> retryAfterOf(const ApiError& error) {
    if (error.retry_after) {
        return error.retry_after;
    }
    const int seconds = rowOf(error.kind).retry_after;
    return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

bool mayRetry(ErrorKind kind) {
    return rowOf(kind).may_retry;
}

nlohmann::ordered_json errorObject(const ApiError& error, Style style) {
    nlohmann::ordered_json object;
    if (style == Style::anthropic) {
        object["type"] = typeOf(error.kind, style);
        object["message"] = error.message;
        return object;
    }
    object["message"] = error.message;
    object["type"] = typeOf(error.kind, style);
    object["param"] = error.param.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(error.param);
    object["code"] = codeOf(error.kind);
    if (error.prompt_and_context) {
        object["n_prompt_tokens"] = error.prompt_and_context->first;
        object["n_ctx"] = error.prompt_and_context->second;
    }
    return object;
}

std::string errorBody(const ApiError& error, Style style, std::string_view request_id) {
    nlohmann::ordered_json body;
    if (style == Style::anthropic) {
        body["type"] = "error";
    }
    body["error"] = errorObject(error, style);
    if (style == Style::anthropic) {
        body["request_id"] = request_id;
    }
    return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string quotable(std::string_view value) {
    constexpr std::size_t kMost = 64;
    // Valid UTF-8 first: a round through the writer puts U+FFFD where it is not.
    const std::string quoted =
        nlohmann::json(value.substr(0, 4 * kMost)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::string valid = nlohmann::json::parse(quoted).get<std::string>();
    std::string out;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const auto byte = static_cast<unsigned char>(valid[i]);
        const bool begins = (byte & 0xC0U) != 0x80U;
        if (begins && characters++ == kMost) {
            return out + "…";
        }
        out += byte < 0x20 || byte == 0x7F ? ' ' : valid[i];
    }
    return out;
}

}  // namespace strata::app::api
