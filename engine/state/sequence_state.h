#pragma once

#include "state/kv_cache.h"
#include "state/running_state.h"

namespace strata {

/// All that one sequence leaves behind in the model: what is written once per position and what every token overwrites.
struct SequenceState {
    KvCache kv;
    RunningState running;
};

}  // namespace strata
