#include <algorithm>
#include <cmath>
#include <cstring>

#include "gguf/quant_type.h"
#include "kernels/cpu_level_kernels.h"

// The definition of every float kernel: plain loops, products summed in double precision and rounded once at the end.
// The vector levels are tested against these.

namespace strata {
namespace {

// ---- Products ------------------------------------------------------------------------------------------------------

float read_f32(const std::byte* row, std::size_t i) {
    float value = 0;
    std::memcpy(&value, row + i * sizeof value, sizeof value);
    return value;
}

std::uint16_t read_u16(const std::byte* row, std::size_t i) {
    std::uint16_t value = 0;
    std::memcpy(&value, row + i * sizeof value, sizeof value);
    return value;
}

float read_f16(const std::byte* row, std::size_t i) {
    return f16_to_f32(read_u16(row, i));
}
float read_bf16(const std::byte* row, std::size_t i) {
    return bf16_to_f32(read_u16(row, i));
}

/// Reads value i of a row of some float type.
using Read = float (*)(const std::byte* row, std::size_t i);

template <Read read>
double dot_row(const std::byte* row, const float* x, std::size_t n) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        sum += static_cast<double>(read(row, i)) * static_cast<double>(x[i]);
    }
    return sum;
}

double dot_f64(const float* a, const float* b, std::size_t n) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
    return sum;
}

template <Read read>
void matmul(const std::byte* weights, std::size_t row_bytes, std::size_t row_count, const ActivationRows& x,
            const std::int32_t* row_index, std::size_t index_count, float* out, std::size_t out_stride) noexcept {
    for (std::size_t i = 0; i < index_count; ++i) {
        const std::size_t row = row_index == nullptr ? i : static_cast<std::size_t>(row_index[i]);
        for (std::size_t r = 0; r < row_count; ++r) {
            out[i * out_stride + r] =
                static_cast<float>(dot_row<read>(weights + r * row_bytes, x.values + row * x.stride, x.columns));
        }
    }
}

float dot(const float* a, const float* b, std::size_t n) noexcept {
    return static_cast<float>(dot_f64(a, b, n));
}

void relu_dot_sum(const float* q, std::size_t heads, std::size_t size, const float* keys, std::size_t blocks,
                  float scale, float* out) noexcept {
    for (std::size_t b = 0; b < blocks; ++b) {
        double sum = 0;
        for (std::size_t h = 0; h < heads; ++h) {
            sum += std::max(0.0, dot_f64(q + h * size, keys + b * size, size));
        }
        out[b] = scale * static_cast<float>(sum);
    }
}

// ---- Element-wise --------------------------------------------------------------------------------------------------

/// Both ends keep their relative precision: the exponential never overflows.
float sigmoid_of(float x) {
    const float e = std::exp(-std::abs(x));
    return (x < 0 ? e : 1.0F) / (1.0F + e);
}

float silu_of(float x) {
    return x * sigmoid_of(x);
}

void add_scaled(float* y, const float* x, float a, std::size_t n) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        y[i] += a * x[i];
    }
}

void silu(const float* x, float scale, std::size_t n, float* y) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = silu_of(scale * x[i]);
    }
}

void sigmoid(const float* x, float scale, std::size_t n, float* y) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = sigmoid_of(scale * x[i]);
    }
}

void silu_mul(const float* gate, const float* up, std::size_t n, float* y) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = silu_of(gate[i]) * up[i];
    }
}

void sigmoid_mul(const float* gate, const float* x, std::size_t n, float* y) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = sigmoid_of(gate[i]) * x[i];
    }
}

void gated_stream_mean(const float* gate, const float* x, std::size_t streams, std::size_t n, float* y) noexcept {
    for (std::size_t c = 0; c < n; ++c) {
        float sum = 0;
        for (std::size_t i = 0; i < streams; ++i) {
            sum += sigmoid_of(gate[i * n + c]) * x[i * n + c];
        }
        y[c] = sum / static_cast<float>(streams);
    }
}

void conv_silu(const float* const* taps, const float* weights, std::size_t tap_count, std::size_t n,
               float* y) noexcept {
    for (std::size_t c = 0; c < n; ++c) {
        float sum = 0;
        for (std::size_t k = 0; k < tap_count; ++k) {
            sum += weights[k * n + c] * taps[k][c];
        }
        y[c] = silu_of(sum);
    }
}

// ---- Norms and softmax ---------------------------------------------------------------------------------------------

void rms_norm(const float* x, const float* weight, float eps, std::size_t n, float* y) noexcept {
    const double mean_square = dot_f64(x, x, n) / static_cast<double>(n);
    const auto scale = static_cast<float>(1.0 / std::sqrt(mean_square + static_cast<double>(eps)));
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = x[i] * scale * (weight == nullptr ? 1.0F : weight[i]);
    }
}

void l2_normalize(const float* x, float eps, float scale, std::size_t n, float* y) noexcept {
    const auto factor =
        static_cast<float>(static_cast<double>(scale) / std::sqrt(dot_f64(x, x, n) + static_cast<double>(eps)));
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = x[i] * factor;
    }
}

void softmax(float* x, std::size_t n) noexcept {
    const float largest = *std::max_element(x, x + n);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = std::exp(x[i] - largest);
        sum += static_cast<double>(x[i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = static_cast<float>(static_cast<double>(x[i]) / sum);
    }
}

// ---- Gated delta rule ----------------------------------------------------------------------------------------------

/// One token for one value row s[key_size]:  s <- decay s;  u = v - s.k;  s <- s + beta u k;  returns s.q.
float delta_step(float* s, const float* k, const float* q, std::size_t key_size, float v, float decay, float beta) {
    for (std::size_t i = 0; i < key_size; ++i) {
        s[i] *= decay;
    }
    const float u = v - static_cast<float>(dot_f64(s, k, key_size));
    for (std::size_t i = 0; i < key_size; ++i) {
        s[i] += beta * u * k[i];
    }
    return static_cast<float>(dot_f64(s, q, key_size));
}

void delta_rule(const DeltaRuleArgs& a) noexcept {
    for (std::size_t row = a.value_begin; row < a.value_end; ++row) {
        float* const s = a.state_out + row * a.key_size;
        std::memmove(s, a.state_in + row * a.key_size, a.key_size * sizeof(float));
        for (std::size_t t = 0; t < a.tokens; ++t) {
            const float o =
                delta_step(s, a.k + t * a.k_stride, a.q + t * a.q_stride, a.key_size, a.v[t * a.v_stride + row],
                           a.decay[t * a.gate_stride], a.beta[t * a.gate_stride]);
            if (a.out != nullptr) {
                a.out[t * a.out_stride + row] = o;
            }
        }
    }
}

// ---- K/V cells -----------------------------------------------------------------------------------------------------

constexpr std::size_t kValuesPerScale = 64;
constexpr float kLargestCode = 127.0F;
constexpr float kLargestF16 = 65504.0F;

void store_f32(const float* x, std::size_t size, std::byte* data, std::uint16_t*) noexcept {
    std::memcpy(data, x, size * sizeof(float));
}

void store_f16(const float* x, std::size_t size, std::byte* data, std::uint16_t*) noexcept {
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint16_t bits = f32_to_f16(x[i]);
        std::memcpy(data + i * sizeof bits, &bits, sizeof bits);
    }
}

/// Encodes one group. The codes are made with the scale that a reader will see, the one rounded to f16.
void store_int8_group(const float* x, std::size_t n, std::byte* codes, std::uint16_t* scale_bits) {
    float largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        largest = std::max(largest, std::abs(x[i]));
    }
    *scale_bits = f32_to_f16(std::min(largest / kLargestCode, kLargestF16));
    const float scale = f16_to_f32(*scale_bits);
    for (std::size_t i = 0; i < n; ++i) {
        const float code = scale == 0 ? 0.0F : std::min(kLargestCode, std::max(-kLargestCode, x[i] / scale));
        codes[i] = static_cast<std::byte>(static_cast<std::int8_t>(std::nearbyint(code)));
    }
}

void store_int8(const float* x, std::size_t size, std::byte* data, std::uint16_t* scales) noexcept {
    for (std::size_t begin = 0; begin < size; begin += kValuesPerScale) {
        store_int8_group(x + begin, std::min(kValuesPerScale, size - begin), data + begin,
                         scales + begin / kValuesPerScale);
    }
}

void unpack_f32(const KvRun& run, std::size_t size, float* out) noexcept {
    std::memcpy(out, run.data, run.cells * size * sizeof(float));
}

void unpack_f16(const KvRun& run, std::size_t size, float* out) noexcept {
    for (std::size_t i = 0; i < run.cells * size; ++i) {
        out[i] = read_f16(run.data, i);
    }
}

void unpack_int8(const KvRun& run, std::size_t size, float* out) noexcept {
    const std::size_t groups = (size + kValuesPerScale - 1) / kValuesPerScale;
    for (std::size_t j = 0; j < run.cells; ++j) {
        for (std::size_t d = 0; d < size; ++d) {
            const auto code = static_cast<std::int8_t>(run.data[j * size + d]);
            out[j * size + d] = f16_to_f32(run.scales[j * groups + d / kValuesPerScale]) * static_cast<float>(code);
        }
    }
}

void add_weighted_rows(const float* p, std::size_t p_stride, std::size_t heads, const float* rows, std::size_t size,
                       std::size_t count, float* acc) noexcept {
    for (std::size_t h = 0; h < heads; ++h) {
        for (std::size_t j = 0; j < count; ++j) {
            for (std::size_t d = 0; d < size; ++d) {
                acc[h * size + d] += p[h * p_stride + j] * rows[j * size + d];
            }
        }
    }
}

}  // namespace

void fill_float_kernels_scalar(CpuKernels& kernels) {
    kernels.matmul[static_cast<std::size_t>(QuantType::F32)] = matmul<read_f32>;
    kernels.matmul[static_cast<std::size_t>(QuantType::F16)] = matmul<read_f16>;
    kernels.matmul[static_cast<std::size_t>(QuantType::BF16)] = matmul<read_bf16>;
    kernels.dot = dot;
    kernels.add_scaled = add_scaled;
    kernels.rms_norm = rms_norm;
    kernels.l2_normalize = l2_normalize;
    kernels.silu = silu;
    kernels.sigmoid = sigmoid;
    kernels.silu_mul = silu_mul;
    kernels.sigmoid_mul = sigmoid_mul;
    kernels.gated_stream_mean = gated_stream_mean;
    kernels.conv_silu = conv_silu;
    kernels.softmax = softmax;
    kernels.relu_dot_sum = relu_dot_sum;
    kernels.delta_rule = delta_rule;
    kernels.add_weighted_rows = add_weighted_rows;
    kernels.kv_f32 = {store_f32, unpack_f32};
    kernels.kv_f16 = {store_f16, unpack_f16};
    kernels.kv_int8 = {store_int8, unpack_int8};
}

}  // namespace strata
