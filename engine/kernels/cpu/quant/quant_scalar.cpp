// The plain quantised kernels: the definition that the vector levels are tested against.
#include <bit>

#include "kernels/cpu/quant/activation_rules.h"
#include "kernels/cpu/quant/plain_formats.h"
#include "kernels/cpu/quant/plain_products.h"
#include "kernels/cpu_level_kernels.h"

namespace strata {
namespace {

using namespace quant;

/// One float sum per row, over the scale groups in ascending order.
struct ScalarMath {
    template <class Codes, int R>
    struct Sums {
        float value[R] = {};
    };

    template <Shape kShape, int R>
    static void add(const Codes256& w, const Tile<R>& x, std::size_t unit, Sums<Codes256, R>& sums) {
        for (int r = 0; r < R; ++r) {
            const std::int8_t* codes = x.codes[r] + unit * 256;
            const float scale = x.scales[r][unit];
            if constexpr (kShape.minimum) {
                sums.value[r] += plain_product_with_minimum(w, codes, x.sums[r] + unit * 16, scale);
            } else {
                sums.value[r] += plain_product(w, codes, scale);
            }
        }
    }

    template <Shape kShape, int R>
    static void add(const Codes64& w, const Tile<R>& x, std::size_t unit, Sums<Codes64, R>& sums) {
        add_groups<kShape, R>(w, 4, x, unit, sums);
    }

    template <Shape kShape, int R>
    static void add_half(const Codes64& w, const Tile<R>& x, std::size_t unit, Sums<Codes64, R>& sums) {
        add_groups<kShape, R>(w, 2, x, unit, sums);
    }

    template <int R, class Codes>
    static void finish(const Sums<Codes, R>& sums, float* results) {
        for (int r = 0; r < R; ++r) {
            results[r] = sums.value[r];
        }
    }

    static void prefetch(const void*) {}

private:
    /// `groups` groups of 16 values.
    template <Shape kShape, int R>
    static void add_groups(const Codes64& w, int groups, const Tile<R>& x, std::size_t unit, Sums<Codes64, R>& sums) {
        for (int r = 0; r < R; ++r) {
            const std::int8_t* codes = x.codes[r] + unit * 64;
            const float* scales = x.scales[r] + unit * 2;
            float& sum = sums.value[r];
            if constexpr (kShape.minimum) {
                sum = add_plain_products_with_minimum(w, groups, codes, x.sums[r] + unit * 4, scales, sum);
            } else {
                sum = add_plain_products(w, groups, codes, scales, sum);
            }
        }
    }
};

/// To nearest even, for magnitudes below 2^22: adding 1.5 * 2^23 leaves the integer in the low bits of the pattern.
std::int32_t round_to_even(float value) {
    constexpr float kShift = 12582912.0F;
    return std::bit_cast<std::int32_t>(value + kShift) - std::bit_cast<std::int32_t>(kShift);
}

/// One group of `values` activations: its codes; returns its scale.
float quantize_group(const float* x, std::size_t values, std::int8_t* codes) {
    std::uint32_t top_bits = 0;
    for (std::size_t i = 0; i < values; ++i) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(x[i]) & kMagnitudeBits;
        top_bits = bits > top_bits ? bits : top_bits;
    }
    const float top = std::bit_cast<float>(top_bits);
    if (top_bits >= kInfinityBits || top < kLeastMagnitude) {
        for (std::size_t i = 0; i < values; ++i) {
            codes[i] = 0;
        }
        return top_bits >= kInfinityBits ? std::bit_cast<float>(kNanBits) : 0.0F;
    }
    const float to_code = 127.0F / top;
    for (std::size_t i = 0; i < values; ++i) {
        codes[i] = static_cast<std::int8_t>(round_to_even(x[i] * to_code));
    }
    return top / 127.0F;
}

template <std::size_t kGroup>
void quantize_row(const float* x, std::size_t n, std::int8_t* codes, float* scales, std::int16_t* sums) noexcept {
    for (std::size_t begin = 0; begin < n; begin += kGroup) {
        scales[begin / kGroup] = quantize_group(x + begin, kGroup, codes + begin);
    }
    for (std::size_t begin = 0; begin < n; begin += 16) {
        int sum = 0;
        for (std::size_t i = begin; i < begin + 16; ++i) {
            sum += codes[i];
        }
        sums[begin / 16] = static_cast<std::int16_t>(sum);
    }
}

}  // namespace

void quant::set_matmul(CpuKernels& kernels, QuantType type, CpuKernels::MatMul matmul) {
    kernels.matmul[static_cast<std::size_t>(type)] = matmul;
}

CpuKernels::MatMul quant::matmul_of(const CpuKernels& kernels, QuantType type) {
    return kernels.matmul[static_cast<std::size_t>(type)];
}

void fill_quant_kernels_scalar(CpuKernels& kernels) {
    kernels.quantize_q8_32 = quantize_row<32>;
    kernels.quantize_q8_256 = quantize_row<256>;
    set_plain_formats<ScalarMath>(kernels);
}

}  // namespace strata
