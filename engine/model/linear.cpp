#include "model/linear.h"

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"

namespace strata {
namespace {

constexpr std::size_t kSumGroup = 16;
/// Slices per thread: a thread that another program holds up leaves the rest to the others.
constexpr std::size_t kMostSlices = 4;

std::size_t padded(std::size_t count) {
    return (count + 63) / 64 * 64;
}

std::size_t block_of(ActivationFormat format) {
    return format == ActivationFormat::q8_32 ? 32 : 256;
}

}  // namespace

Result<LinearInput> LinearInput::create(std::size_t most_rows, std::size_t most_columns) {
    LinearInput input;
    const std::size_t columns = padded(most_columns);
    for (const ActivationFormat format : {ActivationFormat::q8_32, ActivationFormat::q8_256}) {
        Quantized& part = input.of(format);
        STRATA_TRY(part.codes, AlignedBuffer::create(most_rows * columns));
        STRATA_TRY(part.scales,
                   AlignedBuffer::create(most_rows * padded(columns / block_of(format) + 1) * sizeof(float)));
        STRATA_TRY(part.sums,
                   AlignedBuffer::create(most_rows * padded(columns / kSumGroup + 1) * sizeof(std::int16_t)));
    }
    return input;
}

void LinearInput::set(ConstMatrixView x) {
    x_ = x;
    by_32_.valid = false;
    by_256_.valid = false;
}

ActivationRows LinearInput::as(ActivationFormat format, const Compute& compute) {
    ActivationRows rows;
    rows.columns = x_.columns;
    if (format == ActivationFormat::f32) {
        rows.values = x_.data;
        rows.stride = x_.stride;
        return rows;
    }
    Quantized& part = of(format);
    if (!part.valid) {
        quantize(format, compute);
        part.valid = true;
    }
    rows.codes = reinterpret_cast<const std::int8_t*>(part.codes.data());
    rows.scales = reinterpret_cast<const float*>(part.scales.data());
    rows.sums = reinterpret_cast<const std::int16_t*>(part.sums.data());
    rows.stride = padded(x_.columns);
    rows.scale_stride = padded(x_.columns / block_of(format));
    rows.sum_stride = padded(x_.columns / kSumGroup);
    return rows;
}

void LinearInput::quantize(ActivationFormat format, const Compute& compute) {
    Quantized& part = of(format);
    const std::size_t columns = x_.columns;
    const std::size_t stride = padded(columns);
    const std::size_t scale_stride = padded(columns / block_of(format));
    const std::size_t sum_stride = padded(columns / kSumGroup);
    STRATA_ASSERT(x_.rows * stride <= part.codes.size(), "the input fits the buffers it was created with");
    const auto kernel =
        format == ActivationFormat::q8_32 ? compute.kernels->quantize_q8_32 : compute.kernels->quantize_q8_256;
    compute.pool->run_ranges(
        x_.rows, std::max<std::size_t>(1, 65536 / columns), [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                kernel(x_.row(row).data(), columns, reinterpret_cast<std::int8_t*>(part.codes.data()) + row * stride,
                       reinterpret_cast<float*>(part.scales.data()) + row * scale_stride,
                       reinterpret_cast<std::int16_t*>(part.sums.data()) + row * sum_stride);
            }
        });
}

std::size_t least_rows_per_thread(std::size_t columns, std::size_t inputs) {
    constexpr std::size_t kWork = 1U << 16;
    return std::max<std::size_t>(1, kWork / std::max<std::size_t>(1, columns * inputs));
}

RowRange part_of_rows(std::size_t rows, std::size_t part, std::size_t parts) {
    const std::size_t groups = (rows + kRowGroup - 1) / kRowGroup;
    return {std::min(rows, groups * part / parts * kRowGroup), std::min(rows, groups * (part + 1) / parts * kRowGroup)};
}

void multiply(const Compute& compute, const WeightMatrix& w, LinearInput& x, MatrixView out) {
    const ActivationRows rows = x.as(activation_format(w.type), compute);
    STRATA_ASSERT(rows.columns == w.columns, "the input is as wide as the weight's rows");
    const auto kernel = compute.kernels->matmul[static_cast<std::size_t>(w.type)];
    STRATA_ASSERT(kernel != nullptr, "every weight type has a kernel");
    const std::size_t slices = std::clamp<std::size_t>(w.rows / least_rows_per_thread(w.columns, x.rows()), 1,
                                                       static_cast<std::size_t>(compute.pool->threads()) * kMostSlices);
    compute.pool->run(static_cast<int>(slices), [&](int slice) {
        const RowRange range = part_of_rows(w.rows, static_cast<std::size_t>(slice), slices);
        if (range.begin < range.end) {
            kernel(w.row(range.begin), w.row_bytes, range.end - range.begin, rows, nullptr, x.rows(),
                   out.data + range.begin, out.stride);
        }
    });
}

}  // namespace strata
