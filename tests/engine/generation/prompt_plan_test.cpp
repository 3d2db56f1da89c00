#include "generation/prompt_plan.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr TokenId kOpener = 7;

// Turns of these lengths, each beginning with the opener.
TokenSequence turns(const std::vector<std::size_t>& lengths) {
    TokenSequence prompt;
    for (const std::size_t length : lengths) {
        prompt.tokens.push_back(kOpener);
        prompt.tokens.insert(prompt.tokens.end(), length - 1, 1);
    }
    return prompt;
}

PromptPlanOptions options(std::size_t root, std::size_t short_read = 0) {
    return {kOpener, root, short_read, 1};
}

constexpr auto kChunks = PromptPart::Path::chunks;
constexpr auto kWindows = PromptPart::Path::windows;

}  // namespace

class PromptPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_part_ends_at_the_last_turn_opener() {
        const auto parts = plan_prompt(turns({10, 20, 5}), 0, options(0));
        QCOMPARE(parts, (std::vector<PromptPart>{{30, kChunks, CheckpointKind::turn}, {34, kChunks, std::nullopt}}));
    }

    void a_long_first_turn_is_a_root() {
        const auto parts = plan_prompt(turns({100, 20, 5}), 0, options(100));
        QCOMPARE(parts, (std::vector<PromptPart>{{100, kChunks, CheckpointKind::root},
                                                 {120, kChunks, CheckpointKind::turn},
                                                 {124, kChunks, std::nullopt}}));
        QCOMPARE(plan_prompt(turns({99, 20, 5}), 0, options(100)).size(), std::size_t{2});
    }

    void a_root_is_taken_only_when_reading_from_the_beginning() {
        const auto parts = plan_prompt(turns({100, 20, 5}), 50, options(100));
        QCOMPARE(parts.front().end, std::size_t{120});
    }

    void a_root_that_is_the_last_turn_is_taken_once() {
        const auto parts = plan_prompt(turns({100, 5}), 0, options(100));
        QCOMPARE(parts, (std::vector<PromptPart>{{100, kChunks, CheckpointKind::root}, {104, kChunks, std::nullopt}}));
    }

    void an_opener_that_the_session_holds_already_is_no_part() {
        const auto parts = plan_prompt(turns({10, 20, 9}), 32, options(0));
        QCOMPARE(parts, (std::vector<PromptPart>{{38, kChunks, std::nullopt}}));
        QVERIFY(plan_prompt(turns({10, 20, 9}), 38, options(0)).empty());
    }

    void parts_of_64_tokens_are_short_and_of_65_not() {
        QCOMPARE(plan_prompt(turns({64, 9}), 0, options(0, 64)).front().path, kWindows);
        QCOMPARE(plan_prompt(turns({65, 9}), 0, options(0, 64)).front().path, kChunks);
        const auto mixed = plan_prompt(turns({500, 9}), 0, options(0, 64));
        QCOMPARE(mixed[0].path, kChunks);
        QCOMPARE(mixed[1].path, kWindows);
        QCOMPARE(plan_prompt(turns({10, 9}), 0, options(0, 0)).front().path, kChunks);
    }

    void a_part_with_a_picture_is_never_short() {
        TokenSequence prompt = turns({64, 9});
        std::fill_n(prompt.tokens.begin() + 20, 10, 5);
        prompt.pictures = {{20, {1, 2}}};
        QCOMPARE(plan_prompt(prompt, 0, options(0, 64))[0].path, kChunks);
        QCOMPARE(plan_prompt(prompt, 0, options(0, 64))[1].path, kWindows);
        QCOMPARE(plan_prompt(prompt, 29, options(0, 64))[0].path, kChunks);
        QCOMPARE(plan_prompt(prompt, 30, options(0, 64))[0].path, kWindows);
    }

    void a_short_rest_is_left_for_the_first_window() {
        PromptPlanOptions plan = options(0);
        plan.first_window = 8;
        QCOMPARE(plan_prompt(turns({10, 8}), 0, plan).size(), std::size_t{1});
        QCOMPARE(plan_prompt(turns({10, 9}), 0, plan).size(), std::size_t{2});
    }

    void a_vocabulary_without_turns_gives_one_part() {
        PromptPlanOptions plan = options(100);
        plan.turn_opener.reset();
        QCOMPARE(plan_prompt(turns({200, 20}), 0, plan), (std::vector<PromptPart>{{219, kChunks, std::nullopt}}));
        QVERIFY(plan_prompt({}, 0, plan).empty());
    }
};

STRATA_TEST(PromptPlanTest);
#include "prompt_plan_test.moc"
