#pragma once

#include <vector>

#include "cli/synth/model_shape.h"
#include "cli/synth/tensor_plan.h"
#include "gguf/gguf_writer.h"

namespace strata::cli {

/// Whether the file gets a draft layer behind the model's own.
enum class DraftLayer { without, with };

/// All tensors of a `qwen4exp` file, in file order.
///
/// The gains keep what flows through the network at size 1 whatever its dimensions: each block adds a fraction of that
/// to the residual streams, router scores spread so that tokens choose different experts, gates are neither open nor
/// shut.
std::vector<TensorPlan> model_plan(const ModelShape& shape, DraftLayer draft);

/// Adds the file's metadata, tokenizer included.
void add_model_metadata(GgufWriter& writer, const ModelShape& shape, DraftLayer draft, std::uint64_t seed);

}  // namespace strata::cli
