#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "app/api/dialect.h"
#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// One server-sent event without a name.
std::string dataEvent(const Json& data);
/// One with a name.
std::string namedEvent(std::string_view name, const Json& data);
/// What ends streams of the older dialects.
std::string doneEvent();

/// Streams say something at least so often.
constexpr std::chrono::milliseconds kLongestSilence{5000};
/// A comment that keeps a client waiting, when it is time for one; says how many requests are before this one. Empty:
/// it is not.
std::string keepAliveComment(const Pause& pause);

}  // namespace strata::app::api
