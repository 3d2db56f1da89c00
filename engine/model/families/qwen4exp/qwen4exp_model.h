#pragma once

#include <memory>

#include "model/model.h"

namespace strata::qwen4exp {

/// Opens a file of the `qwen4exp` family: dimensions and weights checked, nothing computed.
Result<std::unique_ptr<Model>> open_model(const GgufFile& file);

}  // namespace strata::qwen4exp
