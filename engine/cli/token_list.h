#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "strata/result.h"

namespace strata::cli {

/// Reads "1,2,3", white space around numbers allowed. Error: invalid_argument, naming what is not a token id.
Result<std::vector<std::int32_t>> parse_token_list(std::string_view text);

}  // namespace strata::cli
