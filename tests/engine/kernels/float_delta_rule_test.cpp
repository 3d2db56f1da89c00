#include <algorithm>
#include <cmath>
#include <QtTest/QtTest>
#include <vector>

#include "float_samples.h"
#include "kernels/cpu_kernels.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// A value head's state and a sequence of inputs, laid out with strides wider than the rows.
struct Sequence {
    std::size_t key_size = 0, value_size = 0, tokens = 0;
    std::size_t stride = 0;
    std::vector<float> state;                 ///< before the first token
    std::vector<float> q, k, v, decay, beta;  ///< [tokens x stride], the gates [tokens x 3]

    static Sequence make(std::size_t key_size, std::size_t value_size, std::size_t tokens) {
        Sequence s;
        s.key_size = key_size;
        s.value_size = value_size;
        s.tokens = tokens;
        s.stride = std::max(key_size, value_size) + 3;
        s.state = sample_values(Sample::normal, value_size * key_size, 1);
        s.q = sample_values(Sample::normal, tokens * s.stride, 2);
        s.k = sample_values(Sample::normal, tokens * s.stride, 3);
        s.v = sample_values(Sample::normal, tokens * s.stride, 4);
        s.decay = sample_values(Sample::normal, tokens * 3, 5);
        s.beta = sample_values(Sample::normal, tokens * 3, 6);
        const CpuKernels& kernels = select_kernels(CpuLevel::scalar);
        const float key_scale = 1 / std::sqrt(static_cast<float>(key_size));
        for (std::size_t t = 0; t < tokens; ++t) {
            kernels.l2_normalize(&s.q[t * s.stride], 1e-6F, key_scale, key_size, &s.q[t * s.stride]);
            kernels.l2_normalize(&s.k[t * s.stride], 1e-6F, 1, key_size, &s.k[t * s.stride]);
        }
        for (float& decay : s.decay) {
            decay = std::exp(-0.1F * std::abs(decay));
        }
        kernels.sigmoid(s.beta.data(), 1, s.beta.size(), s.beta.data());
        return s;
    }

    DeltaRuleArgs args(std::size_t first) const {
        DeltaRuleArgs a;
        a.key_size = key_size;
        a.value_end = value_size;
        a.q = q.data() + first * stride;
        a.k = k.data() + first * stride;
        a.v = v.data() + first * stride;
        a.decay = decay.data() + first * 3;
        a.beta = beta.data() + first * 3;
        a.q_stride = a.k_stride = a.v_stride = stride;
        a.gate_stride = 3;
        a.out_stride = value_size;
        return a;
    }
};

struct Outcome {
    std::vector<float> state, out;
    bool operator==(const Outcome& other) const { return same_bits(state, other.state) && same_bits(out, other.out); }
};

/// Runs the sequence in windows of `window` tokens, each in ranges of `rows` value rows, in place.
Outcome run(const Sequence& s, CpuLevel level, std::size_t window, std::size_t rows) {
    Outcome outcome{s.state, std::vector<float>(s.tokens * s.value_size)};
    for (std::size_t first = 0; first < s.tokens; first += window) {
        for (std::size_t begin = 0; begin < s.value_size; begin += rows) {
            DeltaRuleArgs a = s.args(first);
            a.state_in = a.state_out = outcome.state.data();
            a.value_begin = begin;
            a.value_end = std::min(begin + rows, s.value_size);
            a.tokens = std::min(window, s.tokens - first);
            a.out = outcome.out.data() + first * s.value_size;
            select_kernels(level).delta_rule(a);
        }
    }
    return outcome;
}

Outcome run_whole(const Sequence& s, CpuLevel level) {
    return run(s, level, s.tokens, s.value_size);
}

double largest_difference(std::span<const float> a, std::span<const float> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    }
    return largest;
}

CpuLevel fetched_level() {
    QFETCH(int, level);
    return static_cast<CpuLevel>(level);
}

}  // namespace

class FloatDeltaRuleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void two_tokens_give_the_known_values_data() { add_levels(); }

    void two_tokens_give_the_known_values() {
        // Two keys, two values; the state is written value by value, so it is the transpose of S[key][value].
        const float q[] = {.6F, .8F, 1, 0}, k[] = {1, 0, .6F, .8F}, v[] = {2, 4, 1, 1};
        const float decay[] = {1, .5F}, beta[] = {.5F, .25F};
        float state[4] = {}, out[4] = {};
        DeltaRuleArgs a;
        a.state_in = a.state_out = state;
        a.key_size = a.value_end = a.q_stride = a.k_stride = a.v_stride = a.out_stride = 2;
        a.gate_stride = 1;
        a.q = q;
        a.k = k;
        a.v = v;
        a.decay = decay;
        a.beta = beta;
        a.out = out;
        a.tokens = 1;
        const CpuKernels& kernels = select_kernels(fetched_level());
        kernels.delta_rule(a);
        QVERIFY(largest_difference(state, std::vector<float>{1, 0, 2, 0}) < 1e-6);

        std::fill(std::begin(state), std::end(state), 0.0F);
        a.tokens = 2;
        kernels.delta_rule(a);
        QVERIFY(largest_difference(out, std::vector<float>{.6F, 1.2F, .605F, 1.06F}) < 1e-6);
        QVERIFY(largest_difference(state, std::vector<float>{.605F, .14F, 1.06F, .08F}) < 1e-6);
    }

    void every_level_agrees_with_the_scalar_definition_data() { add_levels(); }

    void every_level_agrees_with_the_scalar_definition() {
        for (const std::size_t key_size : {1U, 3U, 7U, 8U, 31U, 32U, 33U, 128U, 160U, 256U}) {
            const Sequence s = Sequence::make(key_size, 21, 70);
            const Outcome got = run_whole(s, fetched_level());
            const Outcome wanted = run_whole(s, CpuLevel::scalar);
            // The values are of the size of 1; the decay forgets old differences.
            const double state = largest_difference(got.state, wanted.state);
            const double out = largest_difference(got.out, wanted.out);
            QVERIFY2(state < 1e-5 && out < 1e-5, qPrintable(QStringLiteral("%1 %2").arg(state).arg(out)));
        }
    }

    void cutting_the_tokens_or_the_rows_changes_no_bit_data() { add_levels(); }

    void cutting_the_tokens_or_the_rows_changes_no_bit() {
        for (const std::size_t key_size : {5U, 32U, 128U}) {
            const Sequence s = Sequence::make(key_size, 37, 75);
            const Outcome whole = run_whole(s, fetched_level());
            for (const std::size_t window : {1U, 2U, 3U, 8U, 31U, 32U, 33U, 64U, 75U}) {
                for (const std::size_t rows : {1U, 4U, 5U, 8U, 9U, 16U, 37U}) {
                    QVERIFY2(run(s, fetched_level(), window, rows) == whole,
                             qPrintable(QStringLiteral("%1 keys, windows of %2, ranges of %3")
                                            .arg(key_size)
                                            .arg(window)
                                            .arg(rows)));
                }
            }
        }
    }

    void memory_layout_and_leaving_out_the_outputs_change_no_bit_data() { add_levels(); }

    void memory_layout_and_leaving_out_the_outputs_change_no_bit() {
        const CpuKernels& kernels = select_kernels(fetched_level());
        for (const std::size_t key_size : {7U, 128U}) {
            for (const std::size_t tokens : {1U, 40U}) {
                const Sequence s = Sequence::make(key_size, 19, tokens);
                const Outcome whole = run_whole(s, fetched_level());
                for (const std::size_t shift : {1U, 5U, 15U}) {
                    const Shifted q(s.q, shift), k(s.k, 2 * shift), v(s.v, 3), from(s.state, shift);
                    Shifted to(std::vector<float>(s.state.size()), 16 - shift);
                    DeltaRuleArgs a = s.args(0);
                    a.state_in = from.data();
                    a.state_out = to.data();
                    a.q = q.data();
                    a.k = k.data();
                    a.v = v.data();
                    a.tokens = s.tokens;
                    kernels.delta_rule(a);
                    QVERIFY(same_bits(to.span(), whole.state));
                    QVERIFY(same_bits(from.span(), s.state));
                }
            }
        }
    }

    void no_tokens_copy_the_owned_rows_and_no_others_data() { add_levels(); }

    void no_tokens_copy_the_owned_rows_and_no_others() {
        const Sequence s = Sequence::make(32, 12, 1);
        std::vector<float> to(s.state.size(), -7.0F);
        DeltaRuleArgs a = s.args(0);
        a.state_in = s.state.data();
        a.state_out = to.data();
        a.value_begin = 3;
        a.value_end = 9;
        select_kernels(fetched_level()).delta_rule(a);
        for (std::size_t i = 0; i < to.size(); ++i) {
            const bool owned = i / 32 >= 3 && i / 32 < 9;
            QVERIFY(same_bits(to[i], owned ? s.state[i] : -7.0F));
        }
    }

    void a_decay_of_nothing_leaves_only_the_new_pair_data() { add_levels(); }

    void a_decay_of_nothing_leaves_only_the_new_pair() {
        Sequence s = Sequence::make(64, 9, 1);
        std::fill(s.decay.begin(), s.decay.end(), 0.0F);
        std::fill(s.beta.begin(), s.beta.end(), 1.0F);
        const Outcome outcome = run_whole(s, fetched_level());
        for (std::size_t i = 0; i < outcome.state.size(); ++i) {
            QVERIFY(std::abs(outcome.state[i] - s.v[i / 64] * s.k[i % 64]) < 1e-6F);
        }
    }
};

STRATA_TEST(FloatDeltaRuleTest);

#include "float_delta_rule_test.moc"
