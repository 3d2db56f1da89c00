#include "model/linear.h"

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"

namespace strata {
namespace {

constexpr std::size_t kSumGroup = 16;
/// Slices per thread: a thread that another program holds up leaves the rest to the others.
constexpr std::size_t kMostSlices = 16, kLeastSlices = 2;

std::size_t padded(std::size_t count) {
    return (count + 63) / 64 * 64;
}

std::size_t block_of(ActivationFormat format) {
    return format == ActivationFormat::q8_32 ? 32 : 256;
}

constexpr std::size_t kMostProducts = 8;

/// The rows from `first` on.
ActivationRows rows_from(ActivationRows x, std::size_t first) {
    x.values = x.values == nullptr ? nullptr : x.values + first * x.stride;
    x.codes = x.codes == nullptr ? nullptr : x.codes + first * x.stride;
    x.scales = x.scales == nullptr ? nullptr : x.scales + first * x.scale_stride;
    x.sums = x.sums == nullptr ? nullptr : x.sums + first * x.sum_stride;
    return x;
}

/// One product, cut into slices by weight rows and, where those alone would be few, by inputs.
struct Job {
    const Product* product = nullptr;
    ActivationRows x;
    CpuKernels::MatMul kernel = nullptr;
    std::size_t first_slice = 0, row_parts = 1, input_parts = 1;

    void cut(std::size_t slices, std::size_t inputs) {
        // Kernels unpack weights once per call: a slice should have many inputs, and enough rows for each input read.
        constexpr std::size_t kGoodRows = 64, kSomeRows = 16, kGoodInputs = 64;
        const auto parts_of = [&](std::size_t rows) { return std::max<std::size_t>(1, product->w->rows / rows); };
        row_parts = slices;
        if (inputs >= 2 * kGoodInputs) {
            row_parts = std::min(slices, parts_of(kGoodRows));
            input_parts = std::clamp<std::size_t>(slices / row_parts, 1, inputs / kGoodInputs);
            // Better a few rows than threads without work: a low-rank matrix has but 256.
            const std::size_t least = slices / (kMostSlices / kLeastSlices);
            row_parts = std::max(row_parts, std::min(least / input_parts, parts_of(kSomeRows)));
        }
    }

    void run(std::size_t slice, std::size_t inputs) const {
        const WeightMatrix& w = *product->w;
        const RowRange range = part_of_rows(w.rows, slice % row_parts, row_parts);
        const std::size_t part = slice / row_parts;
        const std::size_t begin = inputs * part / input_parts;
        const std::size_t end = inputs * (part + 1) / input_parts;
        if (range.begin < range.end && begin < end) {
            kernel(w.row(range.begin), w.row_bytes, range.end - range.begin, rows_from(x, begin), nullptr, end - begin,
                   product->out.data + begin * product->out.stride + range.begin, product->out.stride);
        }
    }
};

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

void multiply(const Compute& compute, std::span<const Product> products, LinearInput& x) {
    STRATA_ASSERT(products.size() <= kMostProducts, "few matrices share an input");
    Job jobs[kMostProducts];
    std::size_t work = 0;
    for (const Product& product : products) {
        work += product.w->rows * product.w->columns * x.rows();
    }
    std::size_t slices = 0;
    for (std::size_t i = 0; i < products.size(); ++i) {
        const WeightMatrix& w = *products[i].w;
        jobs[i].product = &products[i];
        jobs[i].x = x.as(activation_format(w.type), compute);
        jobs[i].kernel = compute.kernels->matmul[static_cast<std::size_t>(w.type)];
        STRATA_ASSERT(jobs[i].x.columns == w.columns, "the input is as wide as the weight's rows");
        STRATA_ASSERT(jobs[i].kernel != nullptr, "every weight type has a kernel");
        const std::size_t most = static_cast<std::size_t>(compute.pool->threads()) * kMostSlices;
        const std::size_t share = (most * w.rows * w.columns * x.rows() + work - 1) / std::max<std::size_t>(1, work);
        const std::size_t least_rows = least_rows_per_thread(w.columns, x.rows());
        jobs[i].cut(std::clamp<std::size_t>(w.rows / least_rows, 1, std::max<std::size_t>(1, share)), x.rows());
        jobs[i].first_slice = slices;
        slices += jobs[i].row_parts * jobs[i].input_parts;
    }
    compute.pool->run(static_cast<int>(slices), [&](int slice) {
        const auto at = static_cast<std::size_t>(slice);
        const Job* job = jobs + products.size() - 1;
        while (at < job->first_slice) {
            --job;
        }
        job->run(at - job->first_slice, x.rows());
    });
}

}  // namespace strata
