#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "strata/result.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// The variables of a rendering.
struct Variables {
    DictRef values;
    std::uint64_t bytes = 0;  ///< size of all of it: what budgets grow with
};

/// Everything in it is foreign. Errors: invalid_argument if it is no object, nested too deeply, or holds what is no
/// JSON.
Result<Variables> variables_from_json(const nlohmann::ordered_json& json);

}  // namespace strata::jinja
