#include <cmath>
#include <limits>
#include <map>
#include <QtTest/QtTest>
#include <vector>

#include "generation/random.h"
#include "generation/sampler.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const std::vector<std::uint8_t> kAllAllowed(6, 1);

SamplingOptions plain(float temperature) {
    SamplingOptions options;
    options.temperature = temperature;
    options.top_k = 0;
    options.top_p = 1.0F;
    return options;
}

// How often each token is picked at 20,000 positions.
std::map<TokenId, double> shares(const SamplingOptions& options, const std::vector<float>& logits,
                                 const std::vector<TokenId>& history = {}) {
    Sampler sampler(options, kAllAllowed);
    std::map<TokenId, double> counts;
    constexpr int kDraws = 20000;
    for (int position = 0; position < kDraws; ++position) {
        counts[*sampler.pick(logits, history, static_cast<std::size_t>(position))] += 1.0 / kDraws;
    }
    return counts;
}

}  // namespace

class SamplerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void greedy_takes_the_first_of_the_largest() {
        Sampler sampler(SamplingOptions::greedy(), kAllAllowed);
        QCOMPARE(*sampler.pick(std::vector<float>{0, 3, 1, 3, -5, 2}, {}, 0), 1);
    }

    void rows_that_name_no_token_are_never_picked() {
        const std::vector<std::uint8_t> allowed{1, 0, 1, 1, 0, 1};
        Sampler greedy(SamplingOptions::greedy(), allowed);
        QCOMPARE(*greedy.pick(std::vector<float>{0, 9, 1, 3, 99, 2}, {}, 0), 3);
        Sampler warm(plain(1.0F), allowed);
        for (std::size_t position = 0; position < 2000; ++position) {
            const TokenId id = *warm.pick(std::vector<float>{0, 9, 1, 3, 99, 2}, {}, position);
            QVERIFY(id != 1 && id != 4);
        }
    }

    void shares_follow_the_softmax_at_the_temperature() {
        const std::vector<float> logits{0.0F, std::log(2.0F), std::log(4.0F), std::log(1.0F), -kInfinity, -kInfinity};
        auto at_one = shares(plain(1.0F), logits);
        QVERIFY(std::fabs(at_one[2] - 0.5) < 0.02);
        QVERIFY(std::fabs(at_one[1] - 0.25) < 0.02);
        auto at_half = shares(plain(0.5F), logits);  // squares: 1, 4, 16, 1
        QVERIFY(std::fabs(at_half[2] - 16.0 / 22.0) < 0.02);
        QVERIFY(!at_one.contains(4));
    }

    void top_k_keeps_the_best_and_zero_keeps_all() {
        SamplingOptions options = plain(1.0F);
        const std::vector<float> logits{1, 1, 1, 1, 1, 1};
        QCOMPARE(shares(options, logits).size(), std::size_t{6});
        options.top_k = 2;
        const auto two = shares(options, logits);
        QCOMPARE(two.size(), std::size_t{2});
        QVERIFY(two.contains(0) && two.contains(1));  // lower ids first among equals
    }

    void top_p_keeps_the_smallest_set_that_reaches_it() {
        SamplingOptions options = plain(1.0F);
        options.top_p = 0.7F;
        const std::vector<float> logits{std::log(5.0F), std::log(3.0F), std::log(2.0F),
                                        -kInfinity,     -kInfinity,     -kInfinity};
        const auto kept = shares(options, logits);  // 0.5 + 0.3 reach 0.7
        QCOMPARE(kept.size(), std::size_t{2});
    }

    void min_p_drops_what_is_unlikely_beside_the_best() {
        SamplingOptions options = plain(1.0F);
        options.min_p = 0.5F;
        const std::vector<float> logits{std::log(10.0F), std::log(6.0F), std::log(4.0F), 0, 0, 0};
        const auto kept = shares(options, logits);
        QCOMPARE(kept.size(), std::size_t{2});
    }

    void penalties_see_only_the_last_tokens() {
        SamplingOptions options = SamplingOptions::greedy();
        options.presence_penalty = 2.0F;
        options.penalty_last_n = 2;
        Sampler sampler(options, kAllAllowed);
        const std::vector<float> logits{5, 4, 3, 0, 0, 0};
        QCOMPARE(*sampler.pick(logits, std::vector<TokenId>{0, 3, 4}, 3), 0);  // 0 is too long ago
        QCOMPARE(*sampler.pick(logits, std::vector<TokenId>{3, 0, 4}, 3), 1);
        options.presence_penalty = 0.0F;
        options.frequency_penalty = 0.6F;
        options.penalty_last_n = 64;
        Sampler counting(options, kAllAllowed);
        QCOMPARE(*counting.pick(logits, std::vector<TokenId>{0}, 1), 0);
        QCOMPARE(*counting.pick(logits, std::vector<TokenId>{0, 0}, 2), 1);
        options.frequency_penalty = 0.0F;
        options.repetition_penalty = 2.0F;
        Sampler dividing(options, kAllAllowed);
        QCOMPARE(*dividing.pick(logits, std::vector<TokenId>{0}, 1), 1);
    }

    void penalties_can_see_all_there_is() {
        SamplingOptions options = SamplingOptions::greedy();
        options.presence_penalty = 2.0F;
        const std::vector<float> logits{5, 4, 3, 0, 0, 0};
        std::vector<TokenId> history(200'000, 3);
        history.front() = 0;
        for (const auto& [last, expected] : {std::pair{-1, 1}, {200'000, 1}, {199'999, 0}, {0, 0}}) {
            options.penalty_last_n = last;
            Sampler sampler(options, kAllAllowed);
            QCOMPARE(*sampler.pick(logits, history, history.size()), expected);
        }
    }

    void a_top_p_of_nothing_leaves_the_single_best() {
        SamplingOptions options = plain(100.0F);
        options.top_p = 0.0F;
        const auto kept = shares(options, {1, 1.01F, 1, 1, 1, 1});
        QCOMPARE(kept.size(), std::size_t{1});
        QCOMPARE(kept.begin()->first, 1);
    }

    void the_draw_depends_on_seed_and_position_alone() {
        SamplingOptions options = plain(1.0F);
        const std::vector<float> logits{1, 1, 1, 1, 1, 1};
        Sampler first(options, kAllAllowed), second(options, kAllAllowed);
        std::vector<TokenId> forwards, backwards;
        for (std::size_t position = 0; position < 50; ++position) {
            forwards.push_back(*first.pick(logits, {}, position));
        }
        for (std::size_t position = 50; position-- > 0;) {
            backwards.insert(backwards.begin(), *second.pick(logits, {}, position));
        }
        QCOMPARE(forwards, backwards);
        options.seed = 1;
        Sampler other(options, kAllAllowed);
        std::vector<TokenId> seeded;
        for (std::size_t position = 0; position < 50; ++position) {
            seeded.push_back(*other.pick(logits, {}, position));
        }
        QVERIFY(seeded != forwards);
    }

    void logits_that_are_no_numbers_are_an_error() {
        const std::vector<float> logits(6, std::numeric_limits<float>::quiet_NaN());
        Sampler greedy(SamplingOptions::greedy(), kAllAllowed);
        QVERIFY(!greedy.pick(logits, {}, 0));
        Sampler warm(plain(1.0F), kAllAllowed);
        QVERIFY(!warm.pick(logits, {}, 0));
    }

    void uniform_numbers_fill_the_unit_interval_evenly() {
        double sum = 0.0, least = 1.0, most = 0.0;
        for (std::uint64_t position = 0; position < 100000; ++position) {
            const double u = uniform_at(7, position);
            QVERIFY(u >= 0.0 && u < 1.0);
            sum += u;
            least = std::min(least, u);
            most = std::max(most, u);
        }
        QVERIFY(std::fabs(sum / 100000 - 0.5) < 0.005);
        QVERIFY(least < 0.001 && most > 0.999);
    }
};

STRATA_TEST(SamplerTest);

#include "sampler_test.moc"
