#pragma once

#include <memory>

#include "gguf/gguf_file.h"
#include "memory/expert_layout.h"
#include "memory/expert_store.h"
#include "model/dense_runner.h"
#include "model/expert_runner.h"
#include "model/model_config.h"
#include "state/sequence_state.h"
#include "strata/expert_counters.h"
#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// A model file opened for computing: its dimensions and a view of its weights. Immutable; shared by reference.
/// One implementation per model family (families/registry.cpp).
class Model {
public:
    /// Chooses the family by `general.architecture`; unsupported_format for one that this program does not know.
    static Result<std::unique_ptr<Model>> open(const GgufFile& file);
    virtual ~Model() = default;

    virtual const ModelConfig& config() const = 0;
    virtual const GgufFile& file() const = 0;

    /// Sizes of what a sequence leaves behind.
    virtual KvGeometry kv_geometry(KvType type) const = 0;
    virtual RunningGeometry running_geometry() const = 0;

    /// Bytes of the matrices that every window reads: all but experts, embedding rows and n-gram rows.
    virtual std::size_t dense_bytes() const = 0;
    /// What became of the rows of an n-gram table; zeros without one. Only the members for n-grams are set. Any thread.
    virtual ExpertCounters ngram_counters() const = 0;
    /// Where the routed experts lie in the file.
    virtual const ExpertLayout& experts() const = 0;

    /// Runners on the CPU for windows of up to `most_rows` tokens. The model must outlive them.
    virtual Result<std::unique_ptr<DenseRunner>> cpu_dense_runner(const Compute& compute,
                                                                  std::size_t most_rows) const = 0;
    /// Experts come from `experts`, which must outlive the runner, too.
    virtual Result<std::unique_ptr<ExpertRunner>> cpu_expert_runner(const Compute& compute, ExpertStore& experts,
                                                                    std::size_t most_rows) const = 0;
};

/// An empty sequence of this model.
Result<SequenceState> create_sequence(const Model& model, KvType type);

}  // namespace strata
