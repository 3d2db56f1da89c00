#pragma once

#include <vector>

#include "app/api/engine_desk.h"
#include "app/api/router.h"

namespace strata::app::api {

/// Routes that tell what there is and how it is. desk: must outlive the server's run.
std::vector<Route> statusRoutes(EngineDesk& desk);

}  // namespace strata::app::api
