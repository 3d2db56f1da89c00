#include <QtTest/QtTest>

#include <atomic>
#include <QTemporaryDir>
#include <random>
#include <thread>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

class VaultThreadsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void many_threads_save_restore_and_forget_at_once() {
        const QTemporaryDir folder(quick_folder());
        const ImageMaker maker(small_identity());
        constexpr std::size_t kSizes[] = {300, 500, 700};
        std::vector<ConversationImagePtr> images;
        for (const std::size_t size : kSizes) {
            images.push_back(maker.make(tokens_of(1, size), {100, 250}));
        }
        VaultLimits limits = ample_limits();
        limits.memory_bytes = images.back()->bytes() * 2;
        auto vault = open_vault(vault_path(folder), small_identity(), limits);
        std::atomic<int> wrong{0}, restored_count{0};
        const auto work = [&](unsigned seed) {
            std::mt19937 random(seed);
            for (int round = 0; round < 150; ++round) {
                const std::string id(1, static_cast<char>('a' + random() % 4));
                const std::size_t size = random() % 3;
                switch (random() % 8) {
                    case 0:
                        vault->forget(id);
                        break;
                    case 1:
                        static_cast<void>(vault->keep(id, random() % 2 == 0));
                        break;
                    case 2:
                    case 3:
                    case 4:
                        vault->save(id, "title", images[size], kAlways);
                        break;
                    default: {
                        const auto restored = vault->restore(id, prompt_after(tokens_of(1, kSizes[size])));
                        if (restored && restored->image) {
                            const auto tokens = tokens_of(1, restored->image->content.size());
                            wrong += same_state(*restored->image, *maker.make(tokens)) ? 0 : 1;
                            ++restored_count;
                        }
                        wrong += restored ? 0 : 1;
                        static_cast<void>(vault->list());
                        static_cast<void>(vault->status());
                    }
                }
            }
        };
        std::vector<std::thread> threads;
        for (unsigned seed = 1; seed <= 4; ++seed) {
            threads.emplace_back(work, seed);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QVERIFY(vault->flush());
        QCOMPARE(wrong.load(), 0);
        QVERIFY(restored_count.load() > 0);
        vault.reset();
        QVERIFY(open_vault(vault_path(folder)) != nullptr);
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
    }

    void closing_writes_everything_that_waits() {
        const QTemporaryDir folder(quick_folder());
        const ImageMaker maker(small_identity());
        const ConversationImagePtr image = maker.make(tokens_of(1, 700));
        {
            auto vault = open_vault(vault_path(folder));
            for (int i = 0; i < 20; ++i) {
                vault->save("id " + std::to_string(i), "", image, kAlways);
            }
        }
        QCOMPARE(open_vault(vault_path(folder))->list().size(), std::size_t{20});
    }

    void forgetting_stops_a_write_that_runs() {
        const QTemporaryDir folder(quick_folder());
        Latch latch;
        latch.open();
        VaultOptions options = test_options();
        options.before_step = [&](VaultStep step, const std::filesystem::path&) -> Result<void> {
            if (step == VaultStep::write) {
                latch.pass();
            }
            return {};
        };
        auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), options);
        latch.close();
        vault->save(kId, "", ImageMaker(small_identity()).make(tokens_of(1, 20'000)), kAlways);
        latch.await_visitor();
        std::thread other([&] { vault->forget(kId); });
        latch.open();
        other.join();
        QVERIFY(vault->flush());
        QVERIFY(vault->list().empty());
        QVERIFY(!std::filesystem::exists(folder_of(vault_path(folder), kId)));
        QVERIFY(vault->status().problem.empty());
    }
};

STRATA_TEST(VaultThreadsTest);

#include "vault_threads_test.moc"
