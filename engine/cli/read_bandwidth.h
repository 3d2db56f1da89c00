#pragma once

#include "base/worker_pool.h"
#include "strata/result.h"

namespace strata::cli {

/// Bytes per second that the pool's threads together read from memory: the limit of everything that reads its weights
/// once. The best of several passes over a buffer far larger than the caches.
Result<double> measure_read_bandwidth(WorkerPool& pool);

}  // namespace strata::cli
