#include "model/tensor_reader.h"

#include <fmt/format.h>

#include "base/error.h"

namespace strata {

tl::unexpected<Error> TensorReader::bad(std::string_view name, std::string_view what) const {
    return fail(ErrorCode::bad_file, fmt::format("{}: {}: tensor {} {}", printable(file_.path().filename().string()),
                                                 to_string(GgufFault::bad_model), name, what));
}

Result<const TensorInfo*> TensorReader::find(std::string_view name) const {
    const TensorInfo* tensor = file_.find_tensor(name);
    if (tensor == nullptr) {
        return bad(name, "is missing");
    }
    if (!quant_type_info(tensor->type).is_weight) {
        return bad(name, fmt::format("has type {}, which is no weight type", quant_type_info(tensor->type).name));
    }
    return tensor;
}

Result<WeightMatrix> TensorReader::matrix(std::string_view name, std::size_t columns, std::size_t rows) const {
    STRATA_TRY(const TensorInfo* tensor, find(name));
    if (tensor->dims[0] != columns || tensor->row_count() != rows) {
        return bad(name, fmt::format("has {} rows of {} values, the model needs {} rows of {}", tensor->row_count(),
                                     tensor->dims[0], rows, columns));
    }
    return WeightMatrix{tensor->type, file_.tensor_bytes(*tensor).data(), row_bytes(tensor->type, columns), rows, columns};
}

Result<std::vector<float>> TensorReader::vector(std::string_view name, std::size_t count) const {
    STRATA_TRY(const TensorInfo* tensor, find(name));
    if (tensor->value_count() != count) {
        return bad(name, fmt::format("has {} values, the model needs {}", tensor->value_count(), count));
    }
    std::vector<float> values(count);
    const std::span<const std::byte> bytes = file_.tensor_bytes(*tensor);
    const std::size_t row = row_bytes(tensor->type, tensor->dims[0]);
    for (std::size_t r = 0; r < tensor->row_count(); ++r) {
        dequantize_row(tensor->type, bytes.subspan(r * row, row),
                       std::span(values).subspan(r * tensor->dims[0], tensor->dims[0]));
    }
    return values;
}

Result<std::vector<float>> TensorReader::conv_taps(std::string_view name, std::size_t taps, std::size_t channels) const {
    STRATA_TRY(const TensorInfo* tensor, find(name));
    if (tensor->dims[0] != taps) {
        return bad(name, fmt::format("has {} taps, the model needs {}", tensor->dims[0], taps));
    }
    STRATA_TRY(const std::vector<float> stored, vector(name, taps * channels));
    std::vector<float> transposed(stored.size());
    for (std::size_t channel = 0; channel < channels; ++channel) {
        for (std::size_t tap = 0; tap < taps; ++tap) {
            transposed[tap * channels + channel] = stored[channel * taps + tap];
        }
    }
    return transposed;
}

}  // namespace strata
