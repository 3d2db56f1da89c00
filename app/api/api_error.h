#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

namespace strata::app::api {

/// Why a request is refused, as clients see it. One row each in api_error.cpp: name, status, types of both styles,
/// whether trying again makes sense.
enum class ErrorKind {
    bad_request,
    invalid_json,
    missing_required_parameter,
    invalid_type,
    invalid_value,
    unsupported_parameter,
    unsupported_value,
    unsupported_content,
    invalid_image,
    image_url_not_allowed,
    context_length_exceeded,
    invalid_conversation_id,
    conversation_conflict,
    invalid_api_key,
    host_not_allowed,
    origin_not_allowed,
    not_found,
    unsupported_endpoint,
    model_not_found,
    method_not_allowed,
    request_timeout,
    model_busy,
    request_too_large,
    uri_too_long,
    expectation_failed,
    headers_too_large,
    not_implemented,
    http_version_not_supported,
    unsupported_media_type,
    queue_full,
    internal_error,
    structured_output_failed,
    model_loading,
    no_model,
    model_load_failed,
    engine_died,
    engine_stuck,
    gpu_busy,
    shutting_down,
    overloaded,
};

/// A refusal. The message is one plain sentence in English that says what to change; no paths, no text of the request
/// beyond a field name and at most 64 characters of a value.
struct ApiError {
    ErrorKind kind = ErrorKind::internal_error;
    std::string message;
    std::string param = {};                                      ///< as "messages[2].content"; empty: none
    std::optional<int> retry_after = {};                         ///< seconds; unset: what the kind says
    std::optional<std::pair<int, int>> prompt_and_context = {};  ///< tokens, of context_length_exceeded
};

template <class T>
using ApiResult = tl::expected<T, ApiError>;

/// An ApiResult without a value.
inline tl::unexpected<ApiError> refuse(ErrorKind kind, std::string message, std::string param = {}) {
    return tl::unexpected(ApiError{kind, std::move(message), std::move(param)});
}

/// Whose shapes an answer has; chosen by the path.
enum class Style { openai, anthropic };

int statusOf(ErrorKind kind);
/// As in the field "code".
std::string_view codeOf(ErrorKind kind);
/// As in the field "type".
std::string_view typeOf(ErrorKind kind, Style style);
/// Seconds for the header Retry-After; none: the header is not sent.
std::optional<int> retryAfterOf(const ApiError& error);
/// False: clients are told by a header not to try again by themselves.
bool mayRetry(ErrorKind kind);
/// The object in the field "error".
nlohmann::ordered_json errorObject(const ApiError& error, Style style);
/// The JSON body. request_id: as in x-request-id.
std::string errorBody(const ApiError& error, Style style, std::string_view request_id);
/// At most 64 characters of a client's value, made valid UTF-8 and one line, for a message.
std::string quotable(std::string_view value);

}  // namespace strata::app::api
