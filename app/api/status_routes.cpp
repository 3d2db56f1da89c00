#include "app/api/status_routes.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace strata::app::api {
namespace {

using Json = nlohmann::ordered_json;

HttpAnswer jsonAnswer(const Json& body, int status = 200) {
    return {status, body.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

/// Of the states in which there is nothing that could answer.
HttpAnswer unhealthy(std::string_view status, std::string_view message) {
    constexpr int kUnavailable = 503;
    return jsonAnswer(
        {{"status", status}, {"error", {{"code", kUnavailable}, {"message", message}, {"type", "unavailable_error"}}}},
        kUnavailable);
}

HttpAnswer health(const EngineDesk& desk) {
    switch (desk.models().state) {
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
    return jsonAnswer({{"status", "ok"}, {"service", "strata"}, {"loaded", desk.models().state == ModelState::ready}});
}

/// A handler that only looks.
template <class Look>
Handler answering(Look look) {
    return [look = std::move(look)](const std::shared_ptr<const HttpRequest>& request,
                                    const std::shared_ptr<AnswerChannel>& channel) { channel->send(look(*request)); };
}

}  // namespace

std::vector<Route> statusRoutes(EngineDesk& desk) {
    std::vector<Route> out;
    const auto open = [&](std::string path, Handler handler) {
        out.push_back({.path = std::move(path), .handler = std::move(handler), .needs_key = false});
    };
    open("/", answering([](const HttpRequest&) {
             return HttpAnswer{.body = "Strata Desktop is running\n", .type = "text/plain; charset=utf-8"};
         }));
    for (const char* path : {"/health", "/v1/health"}) {
        open(path, answering([&desk](const HttpRequest&) { return health(desk); }));
    }
    return out;
}

}  // namespace strata::app::api
