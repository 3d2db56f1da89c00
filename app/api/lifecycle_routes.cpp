#include <utility>

#include <nlohmann/json.hpp>

#include "app/api/json_answer.h"
#include "app/api/status_routes.h"

namespace strata::app::api {
namespace {

/// More is no name of a model, and so little cannot be nested too deep.
constexpr std::size_t kMostBytes = 4'096;

/// The model that a body names; empty: the chosen one.
ApiResult<std::string> namedModel(const std::string& text) {
    if (text.empty()) {
        return std::string();
    }
    const auto body = text.size() > kMostBytes ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
    if (!body.is_object()) {
        return refuse(ErrorKind::invalid_json, "the body must be a JSON object, as {} or {\"model\": \"id\"}");
    }
    const auto model = body.find("model");
    if (model == body.end() || model->is_null()) {
        return std::string();
    }
    if (!model->is_string()) {
        return refuse(ErrorKind::invalid_type, "model: expected a string", "model");
    }
    return model->get<std::string>();
}

void answer(AnswerChannel& channel, const ApiResult<std::string_view>& status) {
    if (status) {
        channel.send(jsonAnswer({{"status", *status}}));
    } else {
        channel.refuse(status.error());
    }
}

using Request = std::shared_ptr<const HttpRequest>;
using Channel = std::shared_ptr<AnswerChannel>;

void load(EngineDesk& desk, const Request& request, const Channel& channel) {
    const auto model = namedModel(request->body);
    if (!model) {
        channel->refuse(model.error());
        return;
    }
    desk.load(*model, [channel](const ApiResult<EngineDesk::Switched>& done) {
        answer(*channel, done.map([](const EngineDesk::Switched&) { return std::string_view("loaded"); }));
    });
}

void unload(EngineDesk& desk, const Request& request, const Channel& channel) {
    const auto model = namedModel(request->body);
    if (!model) {
        channel->refuse(model.error());
        return;
    }
    desk.unload([channel](const ApiResult<EngineDesk::Switched>& done) {
        answer(*channel, done.map([](const EngineDesk::Switched& switched) {
            return std::string_view(switched.was_loaded ? "unloaded" : "not loaded");
        }));
    });
}

}  // namespace

std::vector<Route> lifecycleRoutes(EngineDesk& desk) {
    std::vector<Route> out;
    out.push_back({.path = "/load",
                   .verb = Verb::post,
                   .handler = [&desk](const auto& request, const auto& channel) { load(desk, request, channel); },
                   .lifecycle = true});
    out.push_back({.path = "/unload",
                   .verb = Verb::post,
                   .handler = [&desk](const auto& request, const auto& channel) { unload(desk, request, channel); },
                   .lifecycle = true});
    return out;
}

}  // namespace strata::app::api
