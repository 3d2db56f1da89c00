#pragma once

#include <cstddef>

#include "kernels/cpu/vector_loop.h"
#include "kernels/cpu_kernels.h"

namespace strata {

/// CpuKernels::delta_rule over a vector wrapper V. Per value row s and token, in token order:
///
///   u = v - decay (s·k);   s <- decay s + (beta u) k;   out = s·q
///
/// which is the gated delta rule with the decay taken out of the first product. A row depends on no other row, and its
/// sums have one lane pattern, so rows may be split over calls, and tokens too, without changing a bit.
template <class V>
struct FloatDeltaRule {
    static void run(const DeltaRuleArgs& args) noexcept {
        const float* state = args.state_in;
        if (args.tokens == 0) {
            copy_rows(args);
        }
        for (std::size_t first = 0; first < args.tokens; first += kTokenBlock) {
            const std::size_t end = args.tokens - first < kTokenBlock ? args.tokens : first + kTokenBlock;
            run_block(args, state, first, end);
            state = args.state_out;
        }
    }

private:
    using F = typename V::F;
    /// Tokens that a tile of rows takes before the next tile does: their q and k (32 x 1 KiB) stay in the cache while
    /// all rows of the head run past them.
    static constexpr std::size_t kTokenBlock = 32;
    static constexpr std::size_t kRows = V::kStateRows;
    static constexpr std::size_t kTilesAhead = 4;

    static void copy_rows(const DeltaRuleArgs& args) {
        for (std::size_t i = args.value_begin * args.key_size; i < args.value_end * args.key_size; ++i) {
            args.state_out[i] = args.state_in[i];
        }
    }

    static void run_block(const DeltaRuleArgs& args, const float* state, std::size_t first, std::size_t end) {
        std::size_t row = args.value_begin;
        for (; row + kRows <= args.value_end; row += kRows) {
            run_tile<V::kStateRows>(args, state, row, first, end);
        }
        for (; row < args.value_end; ++row) {
            run_tile<1>(args, state, row, first, end);
        }
    }

    /// R neighbouring rows past the tokens of a block; they stay in the first-level cache.
    template <int R>
    static void run_tile(const DeltaRuleArgs& args, const float* state, std::size_t row, std::size_t first,
                         std::size_t end) {
        const float* const from = state + row * args.key_size;
        float* const to = args.state_out + row * args.key_size;
        // The first step reads the rows from memory, the others find them where it left them.
        run_step<R, R == 1 ? ReadAhead::off : ReadAhead::on>(from, to, step_at(args, row, first));
        for (std::size_t t = first + 1; t < end; ++t) {
            run_step<R, ReadAhead::off>(to, to, step_at(args, row, t));
        }
    }

    struct Step {
        std::size_t key_size = 0;
        const float* q = nullptr;
        const float* k = nullptr;
        const float* v = nullptr;  ///< of the tile's first row
        float decay = 0, beta = 0;
        float* out = nullptr;  ///< of the tile's first row, or null
    };

    static STRATA_INLINE Step step_at(const DeltaRuleArgs& args, std::size_t row, std::size_t t) {
        Step step;
        step.key_size = args.key_size;
        step.q = args.q + t * args.q_stride;
        step.k = args.k + t * args.k_stride;
        step.v = args.v + t * args.v_stride + row;
        step.decay = args.decay[t * args.gate_stride];
        step.beta = args.beta[t * args.gate_stride];
        step.out = args.out == nullptr ? nullptr : args.out + t * args.out_stride + row;
        return step;
    }

    template <int R, ReadAhead ahead>
    static STRATA_INLINE void run_step(const float* from, float* to, const Step& step) {
        float products[R];
        project<R, ahead>(from, step, products);

        const F decay = V::set(step.decay);
        F change[R];
        STRATA_UNROLL
        for (int r = 0; r < R; ++r) {
            const F u = V::fnma(decay, V::set(products[r]), V::set(step.v[r]));
            change[r] = V::mul(V::set(step.beta), u);
        }
        F sums[R];
        clear(sums);
        each_vector<V>(step.key_size, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            const F k = V::load(step.k + i, lanes);
            const F q = V::load(step.q + i, lanes);
            STRATA_UNROLL
            for (int r = 0; r < R; ++r) {
                const std::size_t at = static_cast<std::size_t>(r) * step.key_size + i;
                const F s = V::fma(change[r], k, V::mul(decay, V::load(from + at, lanes)));
                V::store(to + at, s, lanes);
                sums[r] = V::fma(s, q, sums[r]);
            }
        });
        if (step.out != nullptr) {
            store_sums(sums, step.out);
        }
    }

    /// products[r] = s_r · k. With ReadAhead::on it asks for the rows a few tiles on, which raised one core (Zen 4)
    /// from 14 to 22 GB/s read and written when every token reads the state from memory.
    template <int R, ReadAhead ahead>
    static STRATA_INLINE void project(const float* from, const Step& step, float (&products)[R]) {
        F sums[R];
        clear(sums);
        each_vector<V>(step.key_size, [&](std::size_t i, auto lanes) STRATA_INLINE_LAMBDA {
            if constexpr (ahead == ReadAhead::on) {
                prefetch_bytes<V, V::kLanes * sizeof(float) * R>(from + kTilesAhead * R * step.key_size + i * R);
            }
            const F k = V::load(step.k + i, lanes);
            STRATA_UNROLL
            for (int r = 0; r < R; ++r) {
                sums[r] = V::fma(V::load(from + static_cast<std::size_t>(r) * step.key_size + i, lanes), k, sums[r]);
            }
        });
        store_sums(sums, products);
    }

    template <int R>
    static STRATA_INLINE void clear(F (&sums)[R]) {
        STRATA_UNROLL
        for (int r = 0; r < R; ++r) {
            sums[r] = V::zero();
        }
    }

    template <int R>
    static STRATA_INLINE void store_sums(const F (&sums)[R], float* out) {
        if constexpr (R % 4 == 0) {
            STRATA_UNROLL
            for (int r = 0; r < R; r += 4) {
                V::sum4(sums[r], sums[r + 1], sums[r + 2], sums[r + 3], out + r);
            }
        } else {
            static_assert(R == 1);
            *out = V::sum(sums[0]);
        }
    }
};

}  // namespace strata
