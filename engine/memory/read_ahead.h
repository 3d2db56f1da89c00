#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "memory/io_threads.h"

namespace strata {

/// Parts of mapped files.
using MappedParts = std::vector<std::span<const std::byte>>;

/// Jobs that bring these parts into memory in their order, in pieces, so that what is more urgent comes in between. The
/// mapping must outlive the threads that they are given to.
std::vector<IoThreads::Job> jobs_to_populate(const MappedParts& parts);

}  // namespace strata
