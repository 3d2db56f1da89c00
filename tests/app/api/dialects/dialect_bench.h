#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <QString>

#include <nlohmann/json.hpp>

#include "app/api/dialect.h"

namespace strata::testing {

using Json = nlohmann::ordered_json;

/// What the tests of dialects ask again and again.
app::api::ApiResult<app::api::ApiCall> readCall(const app::api::Dialect& dialect, std::string_view body,
                                                const app::api::HttpRequest& http = {},
                                                const app::api::RequestDefaults& defaults = {});
/// "code param" of the refusal, "read" if there is none.
QString verdictOn(const app::api::Dialect& dialect, std::string_view body, const app::api::HttpRequest& http = {});
/// A body of Chat Completions with one message of the user and these fields more, as `"n": 2`.
std::string chatBody(std::string_view fields);

/// One event of a stream.
struct StreamEvent {
    std::string name;
    Json data;          ///< null for "[DONE]"
    bool done = false;  ///< it is "[DONE]"
};
/// Takes a stream apart; comments are left out. Fails on anything that is not whole events.
std::vector<StreamEvent> eventsOf(std::string_view stream);

/// Lets a writer say an answer as a stream, or as one.
std::string streamOf(const app::api::Dialect& dialect, app::api::ApiCall call, const std::vector<EngineEvent>& events,
                     const GenerationSummary& summary);
Json wholeOf(const app::api::Dialect& dialect, app::api::ApiCall call, const std::vector<EngineEvent>& events,
             const GenerationSummary& summary);

}  // namespace strata::testing
