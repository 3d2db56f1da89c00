#pragma once

#include <vector>

#include "cli/synth/model_shape.h"
#include "cli/synth/tensor_plan.h"
#include "gguf/gguf_writer.h"

namespace strata::cli {

/// All tensors of the vision tower's file, in file order. Matrices have the role `gates`: two bytes a value.
std::vector<TensorPlan> vision_plan(const ModelShape& shape);

/// Adds that file's metadata.
void add_vision_metadata(GgufWriter& writer, const ModelShape& shape);

}  // namespace strata::cli
