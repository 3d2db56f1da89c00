#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/cpu_features.h"
#include "gguf/quant_type.h"

namespace strata {

/// How activations are held for a product with a weight type.
enum class ActivationFormat : std::uint8_t {
    f32,     ///< as they are; for F32, F16 and BF16 weights
    q8_32,   ///< 8-bit codes, one float32 scale per 32 values; for weight blocks of 32, 64 and 128
    q8_256,  ///< 8-bit codes, one float32 scale per 256 values (codes −127…127); for weight blocks of 256
};

/// Rows of activations in one of the formats, borrowed for a call. Rows are `row` strides apart in each array.
///
/// f32:    values[row * stride + c].
/// q8_32:  codes[row * stride + c], scales[row * scale_stride + c / 32], sums[row * sum_stride + c / 16]
/// q8_256: codes[row * stride + c], scales[row * scale_stride + c / 256], sums[row * sum_stride + c / 16]
/// sums hold the sum of each 16 codes. Every row starts at a multiple of 64 bytes; strides are in elements.
struct ActivationRows {
    const float* values = nullptr;
    const std::int8_t* codes = nullptr;
    const float* scales = nullptr;
    const std::int16_t* sums = nullptr;
    std::size_t stride = 0;
    std::size_t scale_stride = 0;
    std::size_t sum_stride = 0;
    std::size_t columns = 0;
};

/// A run of neighbouring K or V cells of one K/V head, as the K/V cache holds them.
/// f32 and f16: `data` is [cells × size] values. int8: `data` is [cells × size] codes, `scales` [cells × ceil(size/64)]
/// f16.
struct KvRun {
    const std::byte* data = nullptr;
    const std::uint16_t* scales = nullptr;
    std::size_t cells = 0;
};

/// Kernels of one K/V type.
struct KvKernels {
    /// Stores one cell: x[size] → data (and scales).
    void (*store)(const float* x, std::size_t size, std::byte* data, std::uint16_t* scales) noexcept;
    /// The run's cells as float32: out [cells × size]. Exact: a code times its scale is a float32.
    void (*unpack)(const KvRun& run, std::size_t size, float* out) noexcept;
};

/// Inputs of the gated delta rule for one value head over a window of tokens, and a range of its value rows.
struct DeltaRuleArgs {
    const float* state_in = nullptr;  ///< [value_size × key_size], key index contiguous
    float* state_out = nullptr;       ///< the same shape, may equal state_in
    std::size_t key_size = 0;
    std::size_t value_begin = 0, value_end = 0;  ///< the value rows that this call owns
    std::size_t tokens = 0;
    const float* q = nullptr;      ///< token t at q + t·q_stride: [key_size], unit length times 1/√key_size
    const float* k = nullptr;      ///< token t at k + t·k_stride: [key_size], unit length
    const float* v = nullptr;      ///< token t at v + t·v_stride: [value_size]
    const float* decay = nullptr;  ///< token t at decay[t·gate_stride]: e^g
    const float* beta = nullptr;   ///< token t at beta[t·gate_stride]
    float* out = nullptr;          ///< token t at out + t·out_stride: [value_size]; may be null: state only
    std::size_t q_stride = 0, k_stride = 0, v_stride = 0, gate_stride = 0, out_stride = 0;
};

/// The CPU kernels of one instruction set: numbers in, numbers out; no allocation, no threads.
///
/// **Every function gives, for one output element, the same bits whatever else is in the call**: how many rows, which
/// others, where in memory. Sums run in one fixed lane pattern over the row and are reduced in one fixed way. So a
/// result never depends on how a sequence was cut or who computed which output. All of `scalar` is the reference.
/// Lengths need not be multiples of a vector; tails use the same arithmetic. Float pointers need no alignment unless
/// said.
struct CpuKernels {
    CpuLevel level = CpuLevel::scalar;

    /// weights: `row_count` rows of `row_bytes` bytes each. For listed activation row i (row_index[i], or i when
    /// row_index is null) and weight row r: out[i · out_stride + r] = W_r · x_{row_index[i]}.
    using MatMul = void (*)(const std::byte* weights, std::size_t row_bytes, std::size_t row_count,
                            const ActivationRows& x, const std::int32_t* row_index, std::size_t index_count, float* out,
                            std::size_t out_stride) noexcept;
    /// By type id; null for types that are no weights.
    std::array<MatMul, kQuantTypeCount> matmul{};

    /// Quantise one row of n values (n a multiple of 32 or 256). codes, sums: 64-byte aligned.
    void (*quantize_q8_32)(const float* x, std::size_t n, std::int8_t* codes, float* scales,
                           std::int16_t* sums) noexcept;
    void (*quantize_q8_256)(const float* x, std::size_t n, std::int8_t* codes, float* scales,
                            std::int16_t* sums) noexcept;

    float (*dot)(const float* a, const float* b, std::size_t n) noexcept;           ///< Σ a·b
    void (*add_scaled)(float* y, const float* x, float a, std::size_t n) noexcept;  ///< y += a·x
    /// y = x · 1/√(mean(x²) + eps) ⊙ weight; weight may be null (all ones). y may be x.
    void (*rms_norm)(const float* x, const float* weight, float eps, std::size_t n, float* y) noexcept;
    /// y = scale · x / √(Σx² + eps). y may be x.
    void (*l2_normalize)(const float* x, float eps, float scale, std::size_t n, float* y) noexcept;
    void (*silu)(const float* x, float scale, std::size_t n, float* y) noexcept;               ///< y = silu(scale·x)
    void (*sigmoid)(const float* x, float scale, std::size_t n, float* y) noexcept;            ///< y = σ(scale·x)
    void (*silu_mul)(const float* gate, const float* up, std::size_t n, float* y) noexcept;    ///< silu(gate)·up
    void (*sigmoid_mul)(const float* gate, const float* x, std::size_t n, float* y) noexcept;  ///< σ(gate)·x
    /// y[c] = 1/streams Σ_i σ(gate[i·n + c]) · x[i·n + c], i ascending (hyper-connection read, docs/architecture.md).
    void (*gated_stream_mean)(const float* gate, const float* x, std::size_t streams, std::size_t n, float* y) noexcept;
    /// y[c] = silu(Σ_k weights[k·n + c] · taps[k][c]), k ascending. weights: [tap_count × n], transposed from the file.
    void (*conv_silu)(const float* const* taps, const float* weights, std::size_t tap_count, std::size_t n,
                      float* y) noexcept;
    /// x ← softmax(x) in place; n ≥ 1.
    void (*softmax)(float* x, std::size_t n) noexcept;
    /// out[b] = scale · Σ_h max(0, q_h · key_b): q [heads × size], keys [blocks × size].
    void (*relu_dot_sum)(const float* q, std::size_t heads, std::size_t size, const float* keys, std::size_t blocks,
                         float scale, float* out) noexcept;
    void (*delta_rule)(const DeltaRuleArgs& args) noexcept;

    /// acc[h · size + d] += Σ_j p[h · p_stride + j] · rows[j · size + d] for each head h; the `count` rows in ascending
    /// order, one after the other.
    void (*add_weighted_rows)(const float* p, std::size_t p_stride, std::size_t heads, const float* rows,
                              std::size_t size, std::size_t count, float* acc) noexcept;

    KvKernels kv_f32{}, kv_f16{}, kv_int8{};
};

/// The format that activations need for a product with this weight type.
ActivationFormat activation_format(QuantType type);

/// The kernels of a level. The processor must have it (CpuFeatures); the caller checks.
const CpuKernels& select_kernels(CpuLevel level);

}  // namespace strata
