#include "app/api/dialects/answer_figures.h"

#include <algorithm>
#include <chrono>

#include "app/api/dialects/event_text.h"

namespace strata::app::api {
namespace {

double milliseconds(std::chrono::microseconds time) {
    constexpr double kMicroseconds = 1000;
    return static_cast<double>(std::max(time, std::chrono::microseconds::zero()).count()) / kMicroseconds;
}

Json rate(int tokens, double in_milliseconds) {
    constexpr double kSecond = 1000;
    return in_milliseconds > 0 ? Json(tokens * kSecond / in_milliseconds) : Json();
}

std::string_view nameOf(ResumeSource source) {
    switch (source) {
        case ResumeSource::live_session:
            return "live";
        case ResumeSource::checkpoint:
            return "checkpoint";
        case ResumeSource::memory:
            return "ram";
        case ResumeSource::disk:
            return "disk";
        case ResumeSource::nothing:
            break;
    }
    return "none";
}

}  // namespace

Json usageJson(const GenerationSummary& summary) {
    return {{"prompt_tokens", summary.prompt_tokens},
            {"completion_tokens", summary.generated_tokens},
            {"total_tokens", summary.prompt_tokens + summary.generated_tokens},
            {"prompt_tokens_details", {{"cached_tokens", summary.reused_tokens}}},
            {"completion_tokens_details", {{"reasoning_tokens", summary.thinking_tokens}}}};
}

Json timingsJson(const GenerationSummary& summary) {
    const int fresh = summary.prompt_tokens - summary.reused_tokens;
    const double prompt_ms = milliseconds(summary.prompt_time);
    // From the end of reading, so that the first token's time counts with the token.
    const auto until_first = summary.first_token_time - summary.prompt_time;
    const double predicted_ms = summary.generated_tokens > 0 && summary.first_token_time.count() > 0
                                    ? milliseconds(until_first) + milliseconds(summary.decode_time)
                                    : 0;
    Json timings = {{"cache_n", summary.reused_tokens},
                    {"prompt_n", fresh},
                    {"prompt_ms", prompt_ms},
                    {"prompt_per_second", rate(fresh, prompt_ms)},
                    {"predicted_n", summary.generated_tokens},
                    {"predicted_ms", predicted_ms},
                    {"predicted_per_second", rate(summary.generated_tokens, predicted_ms)}};
    if (summary.drafted_tokens > 0) {
        timings["draft_n"] = summary.drafted_tokens;
        timings["draft_n_accepted"] = summary.accepted_drafts;
    }
    timings["cache_source"] = nameOf(summary.source);
    return timings;
}

std::string_view finishReason(const GenerationSummary& summary) {
    switch (summary.reason) {
        case FinishReason::length:
            return "length";
        case FinishReason::tool_calls:
            return "tool_calls";
        case FinishReason::stop:
        case FinishReason::cancelled:
            break;
    }
    return "stop";
}

std::string endEvents(Json last, Json figures, bool include_usage, const GenerationSummary& summary) {
    if (!include_usage) {
        last["timings"] = timingsJson(summary);
        return dataEvent(last) + doneEvent();
    }
    figures["usage"] = usageJson(summary);
    figures["timings"] = timingsJson(summary);
    return dataEvent(last) + dataEvent(figures) + doneEvent();
}

std::string failEvents(const ApiError& error) {
    return dataEvent({{"error", errorObject(error, Style::openai)}}) + doneEvent();
}

}  // namespace strata::app::api
