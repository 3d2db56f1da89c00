#include "app/api/dialects/event_text.h"

#include <fmt/format.h>

namespace strata::app::api {

std::string dataEvent(const Json& data) {
    return "data: " + jsonText(data) + "\n\n";
}

std::string namedEvent(std::string_view name, const Json& data) {
    return fmt::format("event: {}\ndata: {}\n\n", name, jsonText(data));
}

std::string doneEvent() {
    return "data: [DONE]\n\n";
}

std::string keepAliveComment(const Pause& pause) {
    if (pause.since_write < kLongestSilence) {
        return {};
    }
    return pause.queued_before >= 0 ? fmt::format(": queued {}\n\n", pause.queued_before) : ": keep-alive\n\n";
}

}  // namespace strata::app::api
