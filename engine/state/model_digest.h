#pragma once

#include <string>

#include "gguf/gguf_file.h"

namespace strata {

/// Tells model files apart without reading all of them: a digest over the size and the first and last MiB of each, in
/// order. The same file under another name has the same digest. Errors: a file that became shorter.
Result<std::string> model_digest(const GgufFile& file);

}  // namespace strata
