#pragma once

#include "base/anonymous_memory.h"
#include "memory/io_threads.h"
#include "strata/log.h"

namespace strata {

/// Locks memory on one of the threads, as it may take a while; both must live until the threads end. Where the system
/// refuses, the log says so once and the memory stays as it is.
void lock_soon(AnonymousMemory& memory, IoThreads& threads, const LogSink& log);

}  // namespace strata
