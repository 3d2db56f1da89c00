#include "app/api/model_list.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace strata::app::api {
namespace {

using Json = nlohmann::ordered_json;

std::string_view statusOf(ModelState state) {
    switch (state) {
        case ModelState::ready:
            return "loaded";
        case ModelState::starting:
        case ModelState::reloading:
            return "loading";
        case ModelState::failed:
        case ModelState::stuck:
            return "failed";
        case ModelState::none:
        case ModelState::unloaded:
            break;
    }
    return "unloaded";
}

/// RFC 3339, in UTC.
std::string timeText(std::int64_t seconds) {
    const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                       clock.minutes().count(), clock.seconds().count());
}

template <class Number>
Json known(Number number) {
    return number > 0 ? Json(number) : Json();
}

std::vector<std::string> aliasesOf(const ModelEntry& model, const std::map<std::string, std::string>& aliases) {
    std::vector<std::string> out = model.aliases;
    for (const auto& [alias, id] : aliases) {
        if (id == model.id && std::ranges::find(out, alias) == out.end()) {
            out.push_back(alias);
        }
    }
    return out;
}

Json entryOf(const ModelEntry& model, const std::string& id, const std::vector<std::string>& aliases,
             std::string_view status, ListStyle style) {
    Json out;
    out["id"] = id;
    out["object"] = "model";
    if (style == ListStyle::both) {
        out["type"] = "model";
        out["display_name"] = model.name.empty() ? model.id : model.name;
        out["created_at"] = timeText(model.created);
    }
    out["created"] = model.created;
    out["owned_by"] = "strata";
    out["status"] = {{"value", status}};
    out["meta"] = {{"n_ctx", known(model.context_length)},
                   {"n_ctx_train", known(model.trained_context)},
                   {"size", known(model.bytes)}};
    Json input = Json::array({"text"});
    if (model.sees_pictures.value_or(false)) {
        input.push_back("image");
    }
    out["architecture"] = {{"input_modalities", input}, {"output_modalities", Json::array({"text"})}};
    out["aliases"] = aliases;
    return out;
}

Json entries(const ModelView& view, const std::map<std::string, std::string>& aliases, ListStyle style) {
    Json out = Json::array();
    const auto add = [&](const ModelEntry& model, std::string_view status) {
        const std::vector<std::string> names = aliasesOf(model, aliases);
        out.push_back(entryOf(model, model.id, names, status, style));
        for (const std::string& name : names) {
            out.push_back(entryOf(model, name, names, status, style));
        }
    };
    if (view.chosen) {
        add(*view.chosen, statusOf(view.state));
    }
    for (const ModelEntry& model : view.installed) {
        add(model, statusOf(ModelState::unloaded));
    }
    return out;
}

}  // namespace

Json modelList(const ModelView& view, const std::map<std::string, std::string>& aliases, ListStyle style) {
    Json data = entries(view, aliases, style);
    Json out;
    out["object"] = "list";
    if (style == ListStyle::both) {
        out["has_more"] = false;
        out["first_id"] = data.empty() ? Json() : data.front()["id"];
        out["last_id"] = data.empty() ? Json() : data.back()["id"];
    }
    out["data"] = std::move(data);
    return out;
}

std::optional<Json> modelById(const ModelView& view, const std::map<std::string, std::string>& aliases,
                              std::string_view id, ListStyle style) {
    for (Json& entry : entries(view, aliases, style)) {
        if (entry["id"] == id) {
            return std::move(entry);
        }
    }
    return std::nullopt;
}

}  // namespace strata::app::api
