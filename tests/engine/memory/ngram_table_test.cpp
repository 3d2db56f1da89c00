#include "memory/ngram_table.h"

#include <QtTest/QtTest>

#include "support/model_harness.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

using Ranges = std::vector<NgramTable::Range>;

namespace {

/// Of a table with rows of 100 bytes that begins 40 bytes into a page of 1000.
Ranges pages_of(const std::vector<std::uint32_t>& rows) {
    return NgramTable::pages_of(rows, 100, 40, 1000);
}

}  // namespace

class NgramTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rows_are_asked_for_by_whole_pages() {
        QVERIFY(pages_of({}).empty());
        QVERIFY((pages_of({0}) == Ranges{{0, 1000}}));
        QVERIFY((pages_of({8}) == Ranges{{0, 1000}}));
        QVERIFY((pages_of({9}) == Ranges{{0, 2000}}));  // 940 to 1040
        QVERIFY((pages_of({19}) == Ranges{{1000, 3000}}));
        QVERIFY((pages_of({4'000'000'000U}) == Ranges{{400'000'000'000ULL, 400'000'001'000ULL}}));
    }

    void repeats_and_neighbours_are_one() {
        QVERIFY((pages_of({3, 3, 3}) == Ranges{{0, 1000}}));
        QVERIFY((pages_of({1, 12, 25}) == Ranges{{0, 3000}}));
        QVERIFY((pages_of({1, 35, 36, 77}) == Ranges{{0, 1000}, {3000, 4000}, {7000, 8000}}));
    }

    void rows_that_a_window_needs_are_counted() {
        ModelHarness harness(STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf", CpuLevel::scalar, 1, KvType::int8, 8);
        const auto& ngram = harness.model().config().ngram;
        QVERIFY(ngram.has_value());
        QCOMPARE(harness.model().ngram_counters().ngram_rows, std::uint64_t{0});
        const std::vector<std::int32_t> ids{5, 6, 7, 8, 9};
        harness.run(ids, {2, 3});
        QCOMPARE(harness.model().ngram_counters().ngram_rows, std::uint64_t{ids.size() * ngram->head_count()});
    }
};

STRATA_TEST(NgramTableTest);

#include "ngram_table_test.moc"
