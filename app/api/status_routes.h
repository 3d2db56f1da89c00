#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/api/engine_desk.h"
#include "app/api/router.h"
#include "app/api/server_meters.h"

namespace strata::app::api {

/// What the routes below look at. Both outlive the server's run.
struct StatusParts {
    EngineDesk* desk = nullptr;
    const ServerMeters* meters = nullptr;
    std::map<std::string, std::string> aliases = {};  ///< of models, as in ServerOptions
};

/// Routes that tell what there is and how it is: /, health, status, metrics, models, and what editors ask llama.cpp
/// for.
std::vector<Route> statusRoutes(const StatusParts& parts);

/// Routes that load the model and let go of it.
std::vector<Route> lifecycleRoutes(EngineDesk& desk);

}  // namespace strata::app::api
