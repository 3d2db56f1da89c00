#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/api/engine_desk.h"
#include "app/api/server_meters.h"

namespace strata::app::api {

/// As clients read it.
std::string_view nameOf(ModelState state);
std::string_view nameOf(RequestStanding::Phase phase);

/// The counters and what there is now, in the text form of Prometheus. A value that is not known has no sample.
std::string metricsText(const ServerMeters& meters, const EngineDesk& desk);
/// The same as JSON, keys without "strata_".
nlohmann::ordered_json metricsJson(const ServerMeters& meters, const EngineDesk& desk);

}  // namespace strata::app::api
