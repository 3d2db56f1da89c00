#include "app/api/dialects/call_tracker.h"

#include "app/api/dialects/random_id.h"

namespace strata::app::api {

CallTracker::Call& CallTracker::at(int index, const std::string& name) {
    Call& call = calls_[index];
    if (call.id.empty()) {
        call.id = randomId(id_prefix_);
        call.name = name;
    }
    return call;
}

CallTracker::Call* CallTracker::addArguments(const ToolArgumentsDelta& piece) {
    const auto found = calls_.find(piece.index);
    if (found == calls_.end()) {
        return nullptr;
    }
    found->second.arguments += piece.text;
    return &found->second;
}

CallTracker::Call& CallTracker::complete(const ToolCallDelta& delta, std::string& rest) {
    Call& call = at(delta.index, delta.call.name);
    const std::string& whole = delta.call.arguments;
    // What was told cannot be taken back, so only what goes on from it is added.
    rest = whole.starts_with(call.arguments) ? whole.substr(call.arguments.size()) : std::string();
    call.arguments += rest;
    call.complete = true;
    return call;
}

}  // namespace strata::app::api
