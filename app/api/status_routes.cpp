#include "app/api/status_routes.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/api/header_text.h"
#include "app/api/json_answer.h"
#include "app/api/metrics_text.h"
#include "app/api/model_list.h"

namespace strata::app::api {
namespace {

using Json = nlohmann::ordered_json;

/// Of the states in which there is nothing that could answer.
HttpAnswer unhealthy(std::string_view status, std::string_view message) {
    constexpr int kUnavailable = 503;
    return jsonAnswer(
        {{"status", status}, {"error", {{"code", kUnavailable}, {"message", message}, {"type", "unavailable_error"}}}},
        kUnavailable);
}

HttpAnswer health(const EngineDesk& desk) {
    const ModelState state = desk.models().state;
    switch (state) {
        case ModelState::starting:
            return unhealthy("loading", "Loading model");
        case ModelState::none:
            return unhealthy("error", "No model");
        case ModelState::failed:
            return unhealthy("error", "The model could not be loaded");
        case ModelState::stuck:
            return unhealthy("error", "The engine does not answer");
        case ModelState::ready:
        case ModelState::unloaded:
        case ModelState::reloading:
            break;
    }
    return jsonAnswer({{"status", "ok"}, {"service", "strata"}, {"loaded", state == ModelState::ready}});
}

Json standingJson(const RequestStanding& one) {
    Json out;
    out["api"] = one.api;
    out["streamed"] = one.streamed;
    out["phase"] = nameOf(one.phase);
    if (one.queued_before >= 0) {
        out["queued_before"] = one.queued_before;
    } else {
        out["prompt_tokens"] = one.prompt_tokens;
        out["read_tokens"] = one.read_tokens;
        out["cached_tokens"] = one.cached_tokens;
        out["generated_tokens"] = one.generated_tokens;
        out["tokens_per_second"] = one.tokens_per_second;
    }
    out["seconds"] = one.seconds;
    return out;
}

/// What the engine does, in one word.
std::string_view phaseOf(ModelState state, const std::vector<RequestStanding>& standings) {
    if (state == ModelState::starting || state == ModelState::reloading) {
        return "loading";
    }
    const auto running =
        std::ranges::find_if(standings, [](const RequestStanding& one) { return one.queued_before < 0; });
    return running == standings.end() ? "idle" : nameOf(running->phase);
}

HttpAnswer status(const StatusParts& parts) {
    const ModelView view = parts.desk->models();
    const std::vector<RequestStanding> standings = parts.desk->standings();
    Json running = Json::array(), waiting = Json::array();
    for (const RequestStanding& one : standings) {
        (one.queued_before < 0 ? running : waiting).push_back(standingJson(one));
    }
    Json out;
    out["state"] = nameOf(view.state);
    out["model"] = view.chosen ? Json(view.chosen->id) : Json();
    out["n_ctx"] = view.chosen && view.chosen->context_length > 0 ? Json(view.chosen->context_length) : Json();
    out["phase"] = phaseOf(view.state, standings);
    out["queue_length"] = waiting.size();
    out["running"] = std::move(running);
    out["waiting"] = std::move(waiting);
    out["totals"] = {{"requests", parts.meters->requestCount()},
                     {"prompt_tokens", parts.meters->promptTokens()},
                     {"cached_tokens", parts.meters->cachedTokens()},
                     {"generated_tokens", parts.meters->generatedTokens()}};
    return jsonAnswer(out);
}

bool wantsText(const HttpRequest& request) {
    if (("&" + request.query + "&").find("&format=prometheus&") != std::string::npos) {
        return true;
    }
    const std::string* const accepted = request.header("accept");
    const std::string types = accepted == nullptr ? std::string() : lowered(*accepted);
    return types.find("text/plain") != std::string::npos ||
           types.find("application/openmetrics-text") != std::string::npos;
}

HttpAnswer metrics(const StatusParts& parts, const HttpRequest& request) {
    if (wantsText(request)) {
        return {.body = metricsText(*parts.meters, *parts.desk), .type = "text/plain; version=0.0.4; charset=utf-8"};
    }
    return jsonAnswer(metricsJson(*parts.meters, *parts.desk));
}

ListStyle styleFor(const HttpRequest& request) {
    return request.header("anthropic-version") != nullptr ? ListStyle::both : ListStyle::openai;
}

void oneModel(const StatusParts& parts, const HttpRequest& request, AnswerChannel& channel) {
    const std::string id = request.path.substr(std::string_view("/v1/models/").size());
    if (const auto entry = modelById(parts.desk->models(), parts.aliases, id, styleFor(request))) {
        channel.send(jsonAnswer(*entry));
    } else {
        channel.refuse({ErrorKind::model_not_found, "there is no model " + quotable(id), "model"});
    }
}

HttpAnswer properties(const EngineDesk& desk) {
    const ModelView view = desk.models();
    const ModelEntry model = view.chosen.value_or(ModelEntry());
    Json out;
    out["default_generation_settings"] = {{"n_ctx", model.context_length}};
    out["total_slots"] = 1;
    out["model_alias"] = model.id;
    out["modalities"] = {{"vision", model.sees_pictures.value_or(false)}, {"audio", false}};
    out["chat_template_caps"] = {{"supports_system_role", true},
                                 {"supports_tools", true},
                                 {"supports_tool_calls", true},
                                 {"supports_parallel_tool_calls", true}};
    out["is_sleeping"] = view.state == ModelState::unloaded;
    return jsonAnswer(out);
}

HttpAnswer slots(const EngineDesk& desk) {
    const std::vector<RequestStanding> standings = desk.standings();
    const auto running =
        std::ranges::find_if(standings, [](const RequestStanding& one) { return one.queued_before < 0; });
    Json slot;
    slot["id"] = 0;
    slot["n_ctx"] = desk.models().chosen.value_or(ModelEntry()).context_length;
    slot["is_processing"] = running != standings.end();
    if (running != standings.end()) {
        slot["next_token"] = {{"n_decoded", running->generated_tokens}};
    }
    return jsonAnswer(Json::array({slot}));
}

/// A handler that only looks.
template <class Look>
Handler answering(Look look) {
    return [look = std::move(look)](const std::shared_ptr<const HttpRequest>& request,
                                    const std::shared_ptr<AnswerChannel>& channel) { channel->send(look(*request)); };
}

}  // namespace

std::vector<Route> statusRoutes(const StatusParts& parts) {
    std::vector<Route> out;
    const auto open = [&out](std::string path, Handler handler) {
        out.push_back({.path = std::move(path), .handler = std::move(handler), .needs_key = false});
    };
    const auto closed = [&out](std::string path, Handler handler) {
        out.push_back({.path = std::move(path), .handler = std::move(handler)});
    };
    open("/", answering([](const HttpRequest&) {
             return HttpAnswer{.body = "Strata Desktop is running\n", .type = "text/plain; charset=utf-8"};
         }));
    for (const char* path : {"/health", "/v1/health"}) {
        open(path, answering([parts](const HttpRequest&) { return health(*parts.desk); }));
    }
    for (const char* path : {"/status", "/v1/status"}) {
        closed(path, answering([parts](const HttpRequest&) { return status(parts); }));
    }
    closed("/metrics", answering([parts](const HttpRequest& request) { return metrics(parts, request); }));
    closed("/v1/models", answering([parts](const HttpRequest& request) {
               return jsonAnswer(modelList(parts.desk->models(), parts.aliases, styleFor(request)));
           }));
    closed("/v1/models/*", [parts](const auto& request, const auto& channel) { oneModel(parts, *request, *channel); });
    closed("/props", answering([parts](const HttpRequest&) { return properties(*parts.desk); }));
    closed("/slots", answering([parts](const HttpRequest&) { return slots(*parts.desk); }));
    return out;
}

}  // namespace strata::app::api
