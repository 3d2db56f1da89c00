#include "text/tool_call_id.h"

#include <fmt/format.h>

#include <cstdint>
#include <random>

namespace strata {

std::string new_tool_call_id() {
    std::random_device random;
    const auto digits = [&random] { return static_cast<std::uint32_t>(random()); };
    return fmt::format("call_{:08x}{:08x}{:08x}", digits(), digits(), digits());
}

}  // namespace strata
