#pragma once

#include <map>
#include <string>
#include <string_view>

#include "strata/event.h"

namespace strata::app::api {

/// Follows the calls of one answer: gives each its id, and knows how much of its arguments has been told.
class CallTracker {
public:
    struct Call {
        std::string id;
        std::string name;
        std::string arguments;  ///< so far
        bool complete = false;
    };

    /// id_prefix: as "call_".
    explicit CallTracker(std::string_view id_prefix) : id_prefix_(id_prefix) {}

    /// The call that an event is about, which it may begin.
    Call& at(int index, const std::string& name);
    /// Adds a piece of arguments. Null pointer: it belongs to no call.
    Call* addArguments(const ToolArgumentsDelta& piece);
    /// Makes a call complete. rest: what of its arguments has not been told yet.
    Call& complete(const ToolCallDelta& delta, std::string& rest);
    bool knows(int index) const { return calls_.contains(index); }

    const std::map<int, Call>& calls() const { return calls_; }

private:
    std::string_view id_prefix_;
    std::map<int, Call> calls_;
};

}  // namespace strata::app::api
