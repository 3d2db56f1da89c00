#include <QtTest/QtTest>

#include <QTemporaryDir>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

VaultLimits with_memory(std::uint64_t bytes, std::size_t checkpoints = 6) {
    VaultLimits limits = ample_limits();
    limits.memory_bytes = bytes;
    limits.checkpoints = checkpoints;
    return limits;
}

std::uint64_t page_bytes() {
    return KvCache(small_identity().kv).page_bytes();
}

std::uint64_t state_bytes() {
    return RunningState::bytes_of(small_identity().running);
}

}  // namespace

class VaultDeltaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_grown_conversation_writes_only_what_changed_data() {
        QTest::addColumn<quint64>("memory");
        QTest::newRow("pages compared by handle") << quint64{64 * kMegabyte};
        QTest::newRow("pages compared by digest") << quint64{0};
    }

    void a_grown_conversation_writes_only_what_changed() {
        QFETCH(quint64, memory);
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto vault = open_vault(vault_path(folder), small_identity(), with_memory(memory));
        const ConversationImagePtr first = maker.make(tokens_of(1, 5000), {4000});
        vault->save(kId, "", first, kAlways);
        QVERIFY(vault->flush());
        const std::uint64_t before = vault->status().written_bytes;
        vault->save(kId, "", maker.grow(first, tokens_of(1, 5100)), kAlways);
        QVERIFY(vault->flush());
        // Cells 5000 to 5099 lie in the last page of before; the checkpoint is there already.
        const std::uint64_t written = vault->status().written_bytes - before;
        QVERIFY(written < page_bytes() + state_bytes() + 5 * 4096);
        QVERIFY(vault->status().kept_bytes >= 19 * page_bytes() + state_bytes());
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
        const auto restored =
            open_again(vault_path(folder), std::move(vault))->restore(kId, prompt_after(tokens_of(1, 5100)));
        QVERIFY(same_state(*restored->image, *maker.make(tokens_of(1, 5100))));
    }

    void the_same_again_writes_nothing_but_the_manifest() {
        const QTemporaryDir folder;
        const ConversationImagePtr image = ImageMaker(small_identity()).make(tokens_of(1, 700), {300});
        auto vault = open_vault(vault_path(folder));
        vault->save(kId, "old", image, kAlways);
        QVERIFY(vault->flush());
        const std::uint64_t before = vault->status().written_bytes;
        vault->save(kId, "new", image, kAlways);
        QVERIFY(vault->flush());
        QCOMPARE(vault->status().written_bytes, before);
        QCOMPARE(open_again(vault_path(folder), std::move(vault))->list()[0].title, std::string("new"));
    }

    void after_a_restart_the_next_save_is_a_delta_too() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        const auto tokens = tokens_of(1, 5000);
        open_vault(vault_path(folder))->save(kId, "", maker.make(tokens), kAlways);
        auto vault = open_vault(vault_path(folder), small_identity(), with_memory(64 * kMegabyte));
        const auto restored = vault->restore(kId, prompt_after(tokens));
        vault->save(kId, "", maker.grow(restored->image, tokens_of(1, 5100)), kAlways);
        QVERIFY(vault->flush());
        QVERIFY(vault->status().written_bytes < page_bytes() + state_bytes() + 5 * 4096);
    }

    void only_what_the_prompt_needs_is_read() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto tokens = tokens_of(1, 5000);
        open_vault(vault_path(folder))->save(kId, "", maker.make(tokens, {500, 4000}), kAlways);
        auto vault = open_vault(vault_path(folder));
        tokens[3000] = -1;
        const auto restored = vault->restore(kId, prompt_after(tokens));
        QCOMPARE(restored->image->content.size(), std::size_t{500});
        QVERIFY(restored->bytes < 2 * page_bytes() + state_bytes() + 5 * 4096);
    }

    void another_course_replaces_the_tail_and_keeps_the_beginning() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto vault = open_vault(vault_path(folder));
        const ConversationImagePtr first = maker.make(tokens_of(1, 3000), {500, 2000});
        vault->save(kId, "", first, kAlways);
        QVERIFY(vault->flush());
        auto other = tokens_of(1, 900);
        const auto tail = tokens_of(2, 700);
        other.insert(other.end(), tail.begin(), tail.end());
        const ConversationImagePtr second = maker.grow(first, other);
        vault->save(kId, "", second, kAlways);
        QVERIFY(vault->flush());
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());

        const auto again = open_again(vault_path(folder), std::move(vault));
        QVERIFY(same_state(*again->restore(kId, prompt_after(other))->image, *second));
        // The checkpoint at 500 is a beginning of both; the one at 2000 went with the old tail.
        QCOMPARE(again->find(kId, prompt_after(tokens_of(1, 3000))).match.length, std::size_t{500});
    }

    void a_stored_checkpoint_outlives_images_without_it() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        const auto tokens = tokens_of(1, 2000);
        auto vault = open_vault(vault_path(folder));
        vault->save(kId, "", maker.make(tokens, {500}), kAlways);
        vault->flush();
        vault->save(kId, "", maker.make(tokens_of(1, 2100), {1500}), kAlways);
        vault->flush();
        auto edited = tokens;
        edited[600] = -1;
        const auto restored = vault->restore(kId, prompt_after(edited));
        edited.resize(500);
        QVERIFY(same_state(*restored->image, *maker.make(edited)));
    }

    void the_oldest_stored_checkpoints_leave_but_not_the_root() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto vault = open_vault(vault_path(folder), small_identity(), with_memory(0, 3));
        vault->save(kId, "", maker.make(tokens_of(1, 600), {100, 550}, true), kAlways);
        vault->flush();
        for (const std::size_t size : {700, 800, 900}) {
            vault->save(kId, "", maker.make(tokens_of(1, size), {size - 50}), kAlways);
            vault->flush();
        }
        const auto deepest = [&](std::size_t from) {
            auto edited = tokens_of(1, 900);
            edited[from] = -1;
            return vault->find(kId, prompt_after(edited)).match.length;
        };
        QCOMPARE(deepest(899), std::size_t{850});
        QCOMPARE(deepest(849), std::size_t{750});
        QCOMPARE(deepest(749), std::size_t{100});
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
    }

    void a_used_checkpoint_stays_longer() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto vault = open_vault(vault_path(folder), small_identity(), with_memory(0, 2));
        vault->save(kId, "", maker.make(tokens_of(1, 900), {300, 600}), kAlways);
        vault->flush();
        auto edited = tokens_of(1, 900);
        edited[500] = -1;
        QCOMPARE(vault->restore(kId, prompt_after(edited))->image->content.size(), std::size_t{300});
        vault->save(kId, "", maker.make(tokens_of(1, 1000), {950}), kAlways);
        vault->flush();
        QCOMPARE(vault->find(kId, prompt_after(edited)).match.length, std::size_t{300});
    }

    void a_checkpoint_on_the_disk_takes_its_pages_from_memory() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto vault = open_vault(vault_path(folder), small_identity(), with_memory(64 * kMegabyte));
        vault->save(kId, "", maker.make(tokens_of(1, 2000), {500}), kAlways);
        vault->flush();
        vault->save(kId, "", maker.make(tokens_of(1, 2100)), kAlways);
        vault->flush();
        auto edited = tokens_of(1, 2100);
        edited[600] = -1;
        const auto restored = vault->restore(kId, prompt_after(edited));
        QCOMPARE(restored->source, ResumeSource::disk);
        QVERIFY(restored->bytes < state_bytes() + 3 * 4096);
        edited.resize(500);
        QVERIFY(same_state(*restored->image, *maker.make(edited)));
    }

    void only_the_newest_waiting_state_is_written() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        Latch latch;
        VaultOptions options = test_options();
        options.before_step = [&](VaultStep, const std::filesystem::path&) -> Result<void> {
            latch.pass();
            return {};
        };
        latch.open();
        auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), options);
        latch.close();
        for (const std::size_t size : {300, 400, 500, 600}) {
            vault->save(kId, "", maker.make(tokens_of(1, size)), kAlways);
            if (size == 300) {
                latch.await_visitor();
            }
        }
        latch.open();
        QVERIFY(vault->flush());
        QCOMPARE(vault->find(kId, prompt_after(tokens_of(1, 600))).match.length, std::size_t{600});
        // 300 tokens, then 600: pages 2, then the second one and one more; a state each time.
        QVERIFY(vault->status().written_bytes <= 4 * (page_bytes() + 4096) + 2 * (state_bytes() + 4096) + 4 * 4096);
    }
};

STRATA_TEST(VaultDeltaTest);

#include "vault_delta_test.moc"
