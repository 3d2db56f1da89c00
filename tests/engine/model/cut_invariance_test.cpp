#include <cstring>
#include <filesystem>
#include <QtTest/QtTest>

#include "support/model_harness.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

const std::filesystem::path kBuiltInModel = STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf";
constexpr std::size_t kTokens = 300;

// Every id of the vocabulary may come; end-of-text ids inside, too. 300 tokens reach past the indexer's budget of 256.
std::vector<std::int32_t> some_tokens(std::size_t count) {
    std::vector<std::int32_t> ids;
    std::uint32_t state = 12345;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        ids.push_back(i % 97 == 96 ? 4070 : static_cast<std::int32_t>((state >> 8) % 4070U));
    }
    return ids;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Keys, values and pooled keys of all cells below the position, as bytes.
std::string kv_bytes(const SequenceState& sequence) {
    const KvCache& kv = sequence.kv;
    const KvGeometry& geometry = kv.geometry();
    const std::size_t end = sequence.running.position;
    std::string bytes;
    const auto append = [&](const KvRun& run) {
        bytes.append(reinterpret_cast<const char*>(run.data), run.cells * kv_data_bytes(geometry.type, geometry.size));
        bytes.append(reinterpret_cast<const char*>(run.scales),
                     run.cells * kv_scale_count(geometry.type, geometry.size) * sizeof(std::uint16_t));
    };
    for (std::size_t layer = 0; layer < geometry.layers; ++layer) {
        for (std::size_t head = 0; head < geometry.heads; ++head) {
            for (std::size_t cell = 0; cell < end; cell += kv.key_run(layer, head, cell, end).cells) {
                append(kv.key_run(layer, head, cell, end));
                append(kv.value_run(layer, head, cell, end));
            }
        }
        for (std::size_t block = 0; block < end / geometry.indexer_block; ++block) {
            bytes.append(reinterpret_cast<const char*>(kv.pooled_key(layer, block)),
                         geometry.indexer_size * sizeof(float));
        }
    }
    return bytes;
}

}  // namespace

class CutInvarianceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void results_do_not_depend_on_cuts_or_threads_data();
    void results_do_not_depend_on_cuts_or_threads();
    void a_partial_commit_is_as_many_single_steps_data();
    void a_partial_commit_is_as_many_single_steps();
    void a_window_that_is_not_committed_never_happened();
    void a_stop_before_a_layer_leaves_the_sequence_as_it_was();
};

void CutInvarianceTest::results_do_not_depend_on_cuts_or_threads_data() {
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("kv");
    for (const CpuLevel level : available_levels()) {
        for (const auto& [kv, name] : {std::pair{KvType::int8, "int8"}, {KvType::f16, "f16"}, {KvType::f32, "f32"}}) {
            QTest::addRow("%s, K/V %s", to_string(level).data(), name)
                << static_cast<int>(level) << static_cast<int>(kv);
        }
    }
}

void CutInvarianceTest::results_do_not_depend_on_cuts_or_threads() {
    QFETCH(int, level);
    QFETCH(int, kv);
    const std::vector<std::int32_t> ids = some_tokens(kTokens);
    ModelHarness one(kBuiltInModel, static_cast<CpuLevel>(level), 1, static_cast<KvType>(kv), 512);
    const std::vector<float> wanted = one.run(ids, {1});
    const std::string wanted_state = one.state_bytes();
    const std::string wanted_kv = kv_bytes(one.sequence());
    ModelHarness two(kBuiltInModel, static_cast<CpuLevel>(level), 2, static_cast<KvType>(kv), 512);
    // The default type takes every cut; the others, whose kernels differ only in reading cells, take the extremes.
    const std::vector<Cuts> few{{8}, {512}};
    const std::vector<Cuts> all{{1}, {4}, {8}, {7}, {16}, {64}, {512}, {129, 3, 1, 64}};
    for (const Cuts& cuts : static_cast<KvType>(kv) == KvType::int8 ? all : few) {
        for (ModelHarness* harness : {&one, &two}) {
            const QString what = QString("cut by %1, %2 threads").arg(cuts[0]).arg(harness == &one ? 1 : 2);
            QVERIFY2(same_bits(harness->run(ids, cuts), wanted), qPrintable("logits, " + what));
            QVERIFY2(harness->state_bytes() == wanted_state, qPrintable("running state, " + what));
            QVERIFY2(kv_bytes(harness->sequence()) == wanted_kv, qPrintable("K/V cache, " + what));
        }
    }
}

void CutInvarianceTest::a_partial_commit_is_as_many_single_steps_data() {
    QTest::addColumn<int>("level");
    for (const CpuLevel level : available_levels()) {
        QTest::addRow("%s", to_string(level).data()) << static_cast<int>(level);
    }
}

void CutInvarianceTest::a_partial_commit_is_as_many_single_steps() {
    QFETCH(int, level);
    const KvType kv = KvType::int8;
    const std::vector<std::int32_t> ids = some_tokens(285);
    const auto at = [&](std::size_t index) { return ids.begin() + static_cast<std::ptrdiff_t>(index); };
    ModelHarness steps(kBuiltInModel, static_cast<CpuLevel>(level), 1, kv, 512);
    ModelHarness windows(kBuiltInModel, static_cast<CpuLevel>(level), 2, kv, 512);
    // From the start of a sequence, from the middle of an indexer block, and where the selection is at work.
    for (const std::size_t start : {std::size_t{0}, std::size_t{50}, std::size_t{273}}) {
        // wanted[a]: the state after a single steps, and the logits of the step behind it.
        std::vector<std::pair<std::string, std::vector<float>>> wanted;
        steps.run({ids.begin(), at(start)}, {64});
        for (std::size_t taken = 0; taken <= kMostPartialRows; ++taken) {
            const std::string state = steps.state_bytes();
            wanted.emplace_back(state, steps.window({ids[start + taken]}));
            steps.pass().commit(steps.sequence(), 1);
        }
        windows.run({ids.begin(), at(start)}, {64});
        RunningState before;
        QVERIFY(RunningState::create(windows.model().running_geometry()).map([&](RunningState state) {
            before = std::move(state);
        }));
        before.copy_from(windows.sequence().running);
        for (const std::size_t rows : {std::size_t{1}, std::size_t{4}, kMostPartialRows}) {
            for (std::size_t taken = 0; taken <= rows; ++taken) {
                windows.sequence().running.copy_from(before);
                std::vector<std::int32_t> window(at(start), at(start + rows));
                std::fill(window.begin() + static_cast<std::ptrdiff_t>(taken), window.end(), 17);  // rejected drafts
                windows.window(window);
                windows.pass().commit(windows.sequence(), taken);
                const QString what = QString("%1 of %2 rows behind %3").arg(taken).arg(rows).arg(start);
                QVERIFY2(windows.state_bytes() == wanted[taken].first, qPrintable(what));
                QVERIFY2(same_bits(windows.window({ids[start + taken]}), wanted[taken].second),
                         qPrintable("next logits, " + what));
            }
        }
    }
}

void CutInvarianceTest::a_window_that_is_not_committed_never_happened() {
    const std::vector<std::int32_t> ids = some_tokens(100);
    ModelHarness harness(kBuiltInModel, available_levels().back(), 2, KvType::int8, 512);
    harness.run(ids, {64});
    const std::vector<float> wanted = harness.window({5, 6, 7});
    const std::string state = harness.state_bytes();
    harness.window(std::vector<std::int32_t>(200, 9));
    QCOMPARE(harness.state_bytes(), state);
    QVERIFY(same_bits(harness.window({5, 6, 7}), wanted));
}

void CutInvarianceTest::a_stop_before_a_layer_leaves_the_sequence_as_it_was() {
    const std::vector<std::int32_t> ids = some_tokens(100);
    ModelHarness harness(kBuiltInModel, available_levels().back(), 2, KvType::int8, 512);
    harness.run(ids, {64});
    const std::string state = harness.state_bytes();
    std::stop_source source;
    source.request_stop();
    const auto outcome = harness.pass().run(ids, harness.sequence(), LogitRows::last, source.get_token());
    QVERIFY(outcome.has_value());
    QVERIFY(*outcome == ForwardPass::Outcome::cancelled);
    QCOMPARE(harness.state_bytes(), state);
}

STRATA_TEST(CutInvarianceTest);

#include "cut_invariance_test.moc"
