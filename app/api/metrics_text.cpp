#include "app/api/metrics_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace strata::app::api {
namespace {

constexpr std::array kStates = {ModelState::none,      ModelState::starting, ModelState::ready, ModelState::unloaded,
                                ModelState::reloading, ModelState::failed,   ModelState::stuck};

/// One counter or gauge without labels.
struct Sample {
    const char* name;
    const char* kind;  ///< of Prometheus
    const char* help;
    std::uint64_t value;
};

std::vector<Sample> samplesOf(const ServerMeters& meters, const EngineDesk& desk) {
    const std::vector<RequestStanding> standings = desk.standings();
    const auto waiting = static_cast<std::uint64_t>(
        std::ranges::count_if(standings, [](const RequestStanding& one) { return one.queued_before >= 0; }));
    std::vector<Sample> out = {
        {"requests_running", "gauge", "Requests that the engine works on", standings.size() - waiting},
        {"requests_waiting", "gauge", "Requests in the queue", waiting},
        {"prompt_tokens_total", "counter", "Tokens of prompts, cached ones included", meters.promptTokens()},
        {"prompt_tokens_cached_total", "counter", "Tokens of prompts that were not read again", meters.cachedTokens()},
        {"generated_tokens_total", "counter", "Tokens written", meters.generatedTokens()},
        {"drafts_total", "counter", "Tokens drafted", meters.draftedTokens()},
        {"drafts_accepted_total", "counter", "Drafted tokens that were right", meters.acceptedDrafts()},
    };
    if (const auto engine = desk.engine()) {
        out.push_back({"parked_bytes", "gauge", "Kept conversations, in memory and on disk",
                       engine->memory.memory_bytes + engine->memory.disk_bytes});
        const ExpertCounters& experts = engine->expert_counters;
        out.push_back({"expert_lookups_total", "counter", "Experts that computing asked for", experts.lookups});
        out.push_back({"expert_memory_total", "counter", "Of them, those that were in memory", experts.from_memory});
        out.push_back({"expert_file_reads_total", "counter", "Experts read from the file", experts.file_experts});
        out.push_back(
            {"expert_file_bytes_total", "counter", "Bytes of experts read from the file", experts.file_bytes});
        out.push_back({"expert_waits_total", "counter", "Times that computing waited for an expert", experts.waits});
        out.push_back(
            {"expert_memory_bytes", "gauge", "Experts in memory of the program", engine->experts.loaded_bytes});
    }
    return out;
}

void addHead(std::string& out, std::string_view name, std::string_view kind, std::string_view help) {
    out += fmt::format("# HELP strata_{0} {1}.\n# TYPE strata_{0} {2}\n", name, help, kind);
}

void addHistogram(std::string& out, std::string_view name, std::string_view help, const Histogram& histogram) {
    addHead(out, name, "histogram", help);
    const std::vector<std::uint64_t> counts = histogram.cumulative();
    for (std::size_t i = 0; i < histogram.bounds().size(); ++i) {
        out += fmt::format("strata_{}_bucket{{le=\"{}\"}} {}\n", name, histogram.bounds()[i], counts[i]);
    }
    out += fmt::format("strata_{0}_bucket{{le=\"+Inf\"}} {1}\nstrata_{0}_sum {2}\nstrata_{0}_count {1}\n", name,
                       histogram.count(), histogram.sum());
}

nlohmann::ordered_json asJson(const Histogram& histogram) {
    auto buckets = nlohmann::ordered_json::array();
    const std::vector<std::uint64_t> counts = histogram.cumulative();
    for (std::size_t i = 0; i < histogram.bounds().size(); ++i) {
        buckets.push_back({{"le", histogram.bounds()[i]}, {"count", counts[i]}});
    }
    return {{"buckets", std::move(buckets)}, {"sum", histogram.sum()}, {"count", histogram.count()}};
}

}  // namespace

std::string_view nameOf(ModelState state) {
    switch (state) {
        case ModelState::none:
            return "none";
        case ModelState::starting:
            return "starting";
        case ModelState::ready:
            return "ready";
        case ModelState::unloaded:
            return "unloaded";
        case ModelState::reloading:
            return "reloading";
        case ModelState::failed:
            return "failed";
        case ModelState::stuck:
            return "stuck";
    }
    return "none";
}

std::string_view nameOf(RequestStanding::Phase phase) {
    switch (phase) {
        case RequestStanding::Phase::waiting:
            return "waiting";
        case RequestStanding::Phase::loading:
            return "loading";
        case RequestStanding::Phase::reading:
            return "reading";
        case RequestStanding::Phase::thinking:
            return "thinking";
        case RequestStanding::Phase::writing:
            return "writing";
        case RequestStanding::Phase::tool:
            return "tool";
    }
    return "waiting";
}

std::string metricsText(const ServerMeters& meters, const EngineDesk& desk) {
    std::string out;
    for (const Sample& sample : samplesOf(meters, desk)) {
        addHead(out, sample.name, sample.kind, sample.help);
        out += fmt::format("strata_{} {}\n", sample.name, sample.value);
    }
    addHead(out, "requests_total", "counter", "Requests that have ended");
    for (const auto& [labels, count] : meters.requests()) {
        out +=
            fmt::format("strata_requests_total{{api=\"{}\",outcome=\"{}\"}} {}\n", labels.first, labels.second, count);
    }
    addHistogram(out, "time_to_first_token_seconds", "From the request to its first token", meters.firstTokens());
    addHistogram(out, "request_seconds", "From the request to the end of its answer", meters.durations());
    addHead(out, "model_state", "gauge", "1 for the state that the model is in");
    const ModelState now = desk.models().state;
    for (const ModelState state : kStates) {
        out += fmt::format("strata_model_state{{state=\"{}\"}} {}\n", nameOf(state), state == now ? 1 : 0);
    }
    return out;
}

nlohmann::ordered_json metricsJson(const ServerMeters& meters, const EngineDesk& desk) {
    nlohmann::ordered_json out;
    for (const Sample& sample : samplesOf(meters, desk)) {
        out[sample.name] = sample.value;
    }
    auto requests = nlohmann::ordered_json::array();
    for (const auto& [labels, count] : meters.requests()) {
        requests.push_back({{"api", labels.first}, {"outcome", labels.second}, {"count", count}});
    }
    out["requests_total"] = std::move(requests);
    out["time_to_first_token_seconds"] = asJson(meters.firstTokens());
    out["request_seconds"] = asJson(meters.durations());
    out["model_state"] = nameOf(desk.models().state);
    return out;
}

}  // namespace strata::app::api
