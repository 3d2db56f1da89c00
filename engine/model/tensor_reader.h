#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gguf/gguf_file.h"
#include "memory/weight_matrix.h"
#include "strata/result.h"

namespace strata {

/// Takes tensors out of a file by name, with every shape checked against what the model's config says.
class TensorReader {
public:
    explicit TensorReader(const GgufFile& file) : file_(file) {}

    bool has(std::string_view name) const { return file_.find_tensor(name) != nullptr; }

    /// A matrix of `rows` rows of `columns` values; in the file its axes may be split further (experts, streams).
    Result<WeightMatrix> matrix(std::string_view name, std::size_t columns, std::size_t rows) const;
    /// A small tensor of `count` values in any shape, decoded to float32.
    Result<std::vector<float>> vector(std::string_view name, std::size_t count) const;
    /// Taps of a depthwise convolution, [channels × taps] in the file, as [taps × channels].
    Result<std::vector<float>> conv_taps(std::string_view name, std::size_t taps, std::size_t channels) const;

    tl::unexpected<Error> bad(std::string_view name, std::string_view what) const;

private:
    Result<const TensorInfo*> find(std::string_view name) const;

    const GgufFile& file_;
};

}  // namespace strata
