#pragma once

#include "gguf/gguf_file.h"
#include "model/model_config.h"
#include "strata/result.h"

namespace strata::qwen4exp {

/// Reads and checks the dimensions of a `qwen4exp` file. Everything that later divides, indexes or allocates is checked
/// here; errors are bad_file and name the key, what it holds and what would be right.
Result<ModelConfig> read_config(const GgufFile& file);

}  // namespace strata::qwen4exp
