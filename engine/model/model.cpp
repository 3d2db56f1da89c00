#include "model/model.h"

#include "base/error.h"

namespace strata {

Result<SequenceState> create_sequence(const Model& model, KvType type) {
    SequenceState sequence;
    sequence.kv = KvCache(model.kv_geometry(type));
    STRATA_TRY(sequence.running, RunningState::create(model.running_geometry()));
    return sequence;
}

}  // namespace strata
