#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "strata/memory_need.h"

namespace strata::cli {

nlohmann::ordered_json memory_need_json(const MemoryNeed& need);
std::vector<std::string> memory_need_lines(const MemoryNeed& need);

/// "arena", "mapped", "budget" or "auto": the words of the command line.
std::string_view to_string(ExpertPlacement placement);

}  // namespace strata::cli
