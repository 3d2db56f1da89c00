#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <unordered_map>

#include "app/api/access_rules.h"
#include "app/api/body_budget.h"
#include "app/api/caller_notes.h"
#include "app/api/router.h"
#include "app/api/server_limits.h"
#include "app/api/server_options.h"
#include "strata/log.h"

namespace strata::app::api {

class Connection;

/// What the connections of a running server share. Belongs to the server's thread.
struct ServerCore {
    ServerCore(ServerOptions server_options, std::vector<Route> routes, const ServerLimits& server_limits, LogSink sink)
        : options(std::move(server_options)),
          router(std::move(routes)),
          limits(server_limits),
          log(std::move(sink)),
          rules(options, machineNames()),
          bodies(std::make_shared<BodyBudget>(limits.all_bodies_bytes)) {}

    void note(LogLevel level, std::string_view line) const {
        if (log) {
            log(level, line);
        }
    }

    const ServerOptions options;
    const Router router;
    const ServerLimits limits;
    const LogSink log;
    AccessRules rules;  ///< made anew from time to time, as the machine's addresses change
    std::shared_ptr<BodyBudget> bodies;
    CallerNotes notes;
    /// All that are open. They take themselves out.
    std::unordered_map<Connection*, std::shared_ptr<Connection>> connections;
    bool is_stopping = false;
};

}  // namespace strata::app::api
