#include "state/conversation_store.h"

#include <numeric>
#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;

namespace {

const KvGeometry kKv{1, 1, 64, 0, 1, KvType::f16};
const RunningGeometry kRunning{1, 1, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0};

// A conversation of `tokens` tokens that all begin with `first`, with checkpoints at these lengths.
ConversationImage image(std::int32_t first, std::size_t tokens, const std::vector<std::size_t>& checkpoints = {}) {
    ConversationImage made;
    made.content.tokens.resize(tokens);
    std::iota(made.content.tokens.begin(), made.content.tokens.end(), first);
    made.kv = KvCache(kKv);
    made.running = *RunningState::create(kRunning);
    made.running.position = tokens;
    if (!made.kv.prepare(0, tokens)) {
        qFatal("no memory");
    }
    for (const std::size_t length : checkpoints) {
        auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->state = *RunningState::create(kRunning);
        checkpoint->state.position = length;
        made.checkpoints.push_back(checkpoint);
    }
    return made;
}

TokenSequence prompt_of(const ConversationImage& made, std::size_t more = 1) {
    TokenSequence prompt = made.content;
    prompt.tokens.insert(prompt.tokens.end(), more, 9'999);
    return prompt;
}

ConversationStore store(std::uint64_t bytes, std::size_t slots = 4) {
    ConversationStore made([] { return std::uint64_t{1} << 40; });
    made.set_limits({bytes, slots, 1 << 20});
    return made;
}

using Outcome = ConversationStore::Outcome;

}  // namespace

class ConversationStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_the_deepest_point_and_of_equals_the_one_parked_last() {
        ConversationStore parked = store(1 << 30);
        parked.park(image(0, 100, {40, 60}));
        parked.park(image(0, 50, {20}));
        TokenSequence prompt = prompt_of(image(0, 70));
        auto match = parked.find(prompt);
        QVERIFY(match);
        QCOMPARE(match->index, std::size_t{0});
        QCOMPARE(match->prefix.length, std::size_t{60});
        QVERIFY(!match->prefix.whole);
        match = parked.find(prompt_of(image(0, 50)));
        QCOMPARE(match->index, std::size_t{1});
        QVERIFY(match->prefix.whole);
        QVERIFY(!parked.find(prompt_of(image(5'000, 50))));
        parked.park(image(0, 50, {21}));
        QCOMPARE(parked.find(prompt_of(image(0, 50)))->index, std::size_t{2});
    }

    void the_whole_of_a_prompt_is_never_reused() {
        ConversationStore parked = store(1 << 30);
        parked.park(image(0, 50, {20}));
        const auto match = parked.find(image(0, 50).content);
        QVERIFY(match);
        QCOMPARE(match->prefix.length, std::size_t{20});
    }

    void the_oldest_leaves_when_bytes_or_slots_run_out() {
        const std::uint64_t one = image(0, 100).bytes();
        ConversationStore parked = store(3 * one + one / 2);
        for (std::int32_t i = 0; i < 4; ++i) {
            QCOMPARE(parked.park(image(1'000 * i, 100)).outcome, Outcome::parked);
        }
        QCOMPARE(parked.size(), std::size_t{3});
        QVERIFY(!parked.find(prompt_of(image(0, 100))));
        QVERIFY(parked.find(prompt_of(image(1'000, 100))));
        parked.set_limits({100 * one, 2, 0});
        QCOMPARE(parked.size(), std::size_t{2});
        QVERIFY(!parked.find(prompt_of(image(1'000, 100))));
        QCOMPARE(parked.park(image(9'000, 100)).evicted, 1);
    }

    void retained_pages_leave_before_any_parked_conversation() {
        const std::uint64_t one = image(0, 100).bytes();
        ConversationStore parked = store(3 * one);
        parked.park(image(0, 100));
        parked.park(image(1'000, 100));
        parked.park(image(2'000, 100));
        const ConversationImage taken = parked.take(1);
        parked.retain(taken.kv, taken.content.size());
        QVERIFY(parked.retains());
        QCOMPARE(parked.size(), std::size_t{2});
        const auto report = parked.park(image(3'000, 100));
        QCOMPARE(report.outcome, Outcome::parked);
        QCOMPARE(report.evicted, 0);
        QVERIFY(!parked.retains());
        QCOMPARE(parked.size(), std::size_t{3});
    }

    void retained_pages_stay_while_there_is_room() {
        const std::uint64_t one = image(0, 100).bytes();
        ConversationStore parked = store(8 * one);
        parked.park(image(0, 100));
        ConversationImage taken = parked.take(0);
        parked.retain(taken.kv, taken.content.size());
        QCOMPARE(parked.park(image(3'000, 100)).evicted, 0);
        QVERIFY(parked.retains());
        // Parked again, the same conversation adds only what changed.
        const auto report = parked.park(std::move(taken));
        QCOMPARE(report.bytes - report.new_bytes, image(0, 100).kv.bytes());
        QVERIFY(!parked.retains());
    }

    void an_image_that_is_too_large_makes_nothing_leave() {
        const std::uint64_t one = image(0, 100).bytes();
        ConversationStore parked = store(2 * one);
        parked.park(image(0, 100));
        parked.retain(image(0, 100).kv, 100);
        QCOMPARE(parked.park(image(5'000, 2'000)).outcome, Outcome::too_large);
        QCOMPARE(parked.size(), std::size_t{1});
        QVERIFY(parked.retains());
    }

    void a_conversation_whose_deepest_point_goes_on_is_superseded() {
        ConversationStore parked = store(1 << 30);
        parked.park(image(0, 100, {40, 80}));
        parked.park(image(0, 100, {90}));
        parked.park(image(0, 300, {40, 80, 200}));
        QCOMPARE(parked.size(), std::size_t{2});  // the one with a point at 80 is part of the new one
        QCOMPARE(parked.at(0).checkpoints.front()->length(), std::size_t{90});
    }

    void without_free_memory_nothing_is_parked() {
        std::uint64_t free = 1 << 30;
        ConversationStore parked([&free] { return free; });
        parked.set_limits({1 << 30, 4, 1 << 20});
        QCOMPARE(parked.park(image(0, 100)).outcome, Outcome::parked);
        free = 1 << 20;
        const auto report = parked.park(image(1'000, 100));
        QCOMPARE(report.outcome, Outcome::no_memory);
        QCOMPARE(report.evicted, 1);  // what is parked gives way first
        QCOMPARE(parked.size(), std::size_t{0});
        free = 0;  // not known
        parked.set_limits({1 << 30, 4, 0});
        QCOMPARE(parked.park(image(0, 100)).outcome, Outcome::no_memory);
    }

    void a_budget_of_nothing_switches_parking_off() {
        ConversationStore parked = store(0);
        QCOMPARE(parked.park(image(0, 100)).outcome, Outcome::switched_off);
        QCOMPARE(parked.size(), std::size_t{0});
    }
};

STRATA_TEST(ConversationStoreTest);
#include "conversation_store_test.moc"
