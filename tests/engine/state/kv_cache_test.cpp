#include "state/kv_cache.h"

#include <QtTest/QtTest>

#include <cstring>

#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr KvGeometry kGeometry{1, 1, 64, 16, 4, KvType::int8};
constexpr std::size_t kPage = KvCache::kPageCells;

/// A cache whose cells [0, cells) each hold their own number.
KvCache numbered(std::size_t cells) {
    KvCache cache(kGeometry);
    if (!cache.prepare(0, cells)) {
        qFatal("no memory");
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
        *cache.key(0, 0, cell).scales = static_cast<std::uint16_t>(cell);
    }
    return cache;
}

std::uint16_t number_at(const KvCache& cache, std::size_t cell) {
    return *cache.key_run(0, 0, cell, cell + 1).scales;
}

}  // namespace

class KvCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_share_holds_the_same_pages() {
        const KvCache cache = numbered(2 * kPage);
        const KvCache shared = cache.share(kPage + 1);
        QCOMPARE(shared.pages().size(), std::size_t{2});
        QVERIFY(shared.pages()[0] == cache.pages()[0]);
        QCOMPARE(cache.share(kPage).pages().size(), std::size_t{1});
        QCOMPARE(cache.share(0).pages().size(), std::size_t{0});
    }

    void who_goes_on_copies_a_shared_page_first() {
        KvCache cache = numbered(kPage + 10);
        const KvCache parked = cache.share(kPage + 10);
        QVERIFY(cache.prepare(kPage + 10, kPage + 20));
        QVERIFY(cache.pages()[0] == parked.pages()[0]);
        QVERIFY(!(cache.pages()[1] == parked.pages()[1]));
        QCOMPARE(number_at(cache, kPage + 9), static_cast<std::uint16_t>(kPage + 9));
        *cache.key(0, 0, kPage + 10).scales = 7;
        QVERIFY(number_at(parked, kPage + 10) != 7);
    }

    void cells_below_the_beginning_keep_their_content() {
        KvCache cache = numbered(2 * kPage);
        const KvCache parked = cache.share(2 * kPage);
        QVERIFY(cache.prepare(3, 2 * kPage));
        for (std::size_t cell = 0; cell < 3; ++cell) {
            QCOMPARE(number_at(cache, cell), static_cast<std::uint16_t>(cell));
        }
        // The whole second page will be written, so nothing of it had to be copied.
        QVERIFY(!(cache.pages()[1] == parked.pages()[1]));
        QCOMPARE(number_at(parked, 2 * kPage - 1), static_cast<std::uint16_t>(2 * kPage - 1));
    }

    void an_only_holder_keeps_its_pages() {
        KvCache cache = numbered(kPage);
        const std::byte* before = cache.pages()[0].data();
        QVERIFY(cache.prepare(5, kPage));
        QCOMPARE(cache.pages()[0].data(), before);
        {
            const KvCache parked = cache.share(kPage);
            QVERIFY(!cache.pages()[0].only_holder());
        }
        QVERIFY(cache.prepare(5, kPage));
        QCOMPARE(cache.pages()[0].data(), before);
    }

    void a_page_lives_as_long_as_somebody_holds_it() {
        KvCache parked;
        {
            const KvCache cache = numbered(kPage);
            parked = cache.share(kPage);
        }
        QVERIFY(parked.pages()[0].only_holder());
        QCOMPARE(number_at(parked, 200), std::uint16_t{200});
    }

    void pages_are_counted_up() {
        QCOMPARE(KvCache::pages_for(0), std::size_t{0});
        QCOMPARE(KvCache::pages_for(1), std::size_t{1});
        QCOMPARE(KvCache::pages_for(kPage), std::size_t{1});
        QCOMPARE(KvCache::pages_for(kPage + 1), std::size_t{2});
        QCOMPARE(numbered(kPage + 1).bytes(), 2 * KvCache(kGeometry).page_bytes());
    }
};

STRATA_TEST(KvCacheTest);

#include "kv_cache_test.moc"
