#pragma once

#include <memory>
#include <vector>

#include "app/api/generation_routes.h"
#include "app/api/router.h"

namespace strata::app::api {

/// The routes that answer, count and complete: those of the four dialects.
std::vector<Route> generationRoutes(const std::shared_ptr<const GenerationParts>& parts);

}  // namespace strata::app::api
