#include "state/token_sequence.h"

#include <QtTest/QtTest>

#include "state/conversation_image.h"
#include "support/test_registry.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

class TokenSequenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equal_tokens_are_counted() {
        QCOMPARE(common_prefix({{1, 2, 3}, {}}, {{1, 2, 4}, {}}), std::size_t{2});
        QCOMPARE(common_prefix({{1, 2}, {}}, {{1, 2, 4}, {}}), std::size_t{2});
        QCOMPARE(common_prefix({{}, {}}, {{1}, {}}), std::size_t{0});
    }

    void another_picture_ends_the_prefix_at_its_first_pad() {
        const std::vector<std::int32_t> tokens(20, 5);
        const TokenSequence left{tokens, {{3, {1, 1}}, {9, {2, 2}}}};
        QCOMPARE(common_prefix(left, left), std::size_t{20});
        QCOMPARE(common_prefix(left, {tokens, {{3, {1, 1}}, {9, {2, 3}}}}), std::size_t{9});
        QCOMPARE(common_prefix(left, {tokens, {{3, {8, 1}}, {9, {2, 2}}}}), std::size_t{3});
        QCOMPARE(common_prefix(left, {tokens, {{3, {1, 1}}}}), std::size_t{9});
        QCOMPARE(common_prefix(left, {tokens, {{3, {1, 1}}, {7, {2, 2}}}}), std::size_t{7});
    }

    void the_hash_of_a_picture_knows_its_grid_and_its_pixels() {
        std::vector<float> rows(32, 0.25F);
        const auto hash = hash_picture(2, 4, rows);
        QVERIFY(hash == hash_picture(2, 4, rows));
        QVERIFY(hash != hash_picture(4, 2, rows));
        rows[31] = 0.5F;
        QVERIFY(hash != hash_picture(2, 4, rows));
    }

    void cutting_drops_pictures_that_begin_behind() {
        TokenSequence sequence{std::vector<std::int32_t>(20, 5), {{3, {1, 1}}, {9, {2, 2}}}};
        sequence.truncate(9);
        QCOMPARE(sequence.size(), std::size_t{9});
        QCOMPARE(sequence.pictures.size(), std::size_t{1});
        sequence.truncate(100);
        QCOMPARE(sequence.size(), std::size_t{9});
    }

    void a_match_leaves_the_last_token_to_be_read() {
        const ImageMaker maker(small_identity());
        const auto tokens = tokens_of(1, 40);
        const ConversationImagePtr image = maker.make(tokens, {10, 30});
        PrefixMatch match = match_prefix(*image, prompt_after(tokens));
        QVERIFY(match.whole);
        QCOMPARE(match.length, std::size_t{40});
        match = match_prefix(*image, {tokens, {}});
        QVERIFY(!match.whole);
        QCOMPARE(match.length, std::size_t{30});
        QCOMPARE(match.common, std::size_t{40});
    }

    void without_a_whole_match_the_deepest_checkpoint_counts() {
        const ImageMaker maker(small_identity());
        const auto tokens = tokens_of(1, 40);
        const ConversationImagePtr image = maker.make(tokens, {30, 10});
        auto edited = tokens;
        edited[30] = -1;
        QCOMPARE(match_prefix(*image, prompt_after(edited)).length, std::size_t{30});
        edited[29] = -1;
        QCOMPARE(match_prefix(*image, prompt_after(edited)).length, std::size_t{10});
        edited[5] = -1;
        const PrefixMatch match = match_prefix(*image, prompt_after(edited));
        QCOMPARE(match.length, std::size_t{0});
        QCOMPARE(match.common, std::size_t{5});
        QCOMPARE(match_prefix(*image, {}).length, std::size_t{0});
    }
};

STRATA_TEST(TokenSequenceTest);

#include "token_sequence_test.moc"
