#pragma once

#include <cstddef>

namespace strata::app::api {

/// Asks the system to let this program have so many files and connections open at once, where it has a limit that the
/// program may raise. What it allows without asking is often not enough for a server.
void allowOpenFiles(std::size_t count);

}  // namespace strata::app::api
