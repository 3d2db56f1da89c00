#include <QtTest/QtTest>

#include <atomic>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// A clock that goes on by a second whenever it is read.
VaultOptions ticking_options() {
    VaultOptions options = test_options();
    auto seconds = std::make_shared<std::atomic<int>>(1'000'000);
    options.now = [seconds] { return std::chrono::system_clock::time_point(std::chrono::seconds((*seconds)++)); };
    return options;
}

std::vector<std::string> ids_of(const ConversationVault& vault) {
    std::vector<std::string> ids;
    for (const ParkedConversation& parked : vault.list()) {
        ids.push_back(parked.id);
    }
    std::ranges::sort(ids);
    return ids;
}

using Ids = std::vector<std::string>;

/// What one conversation of 600 tokens takes on the disk.
std::uint64_t bytes_of_one() {
    const QTemporaryDir folder;
    auto vault = open_vault(vault_path(folder));
    vault->save(kId, "", ImageMaker(small_identity()).make(tokens_of(1, 600)), kAlways);
    return vault->flush() ? vault->status().disk_bytes : 0;
}

VaultLimits room_for(int conversations) {
    VaultLimits limits = ample_limits();
    limits.disk_bytes = bytes_of_one() * static_cast<std::uint64_t>(2 * conversations + 1) / 2;
    return limits;
}

void save_and_flush(ConversationVault& vault, const ConversationId& id, std::size_t tokens = 600) {
    vault.save(id, "", ImageMaker(small_identity()).make(tokens_of(1, tokens)), kAlways);
    static_cast<void>(vault.flush());
}

}  // namespace

class VaultLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_longest_unused_conversation_makes_room() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(3), ticking_options());
        for (const char* id : {"a", "b", "c"}) {
            save_and_flush(*vault, id);
        }
        QVERIFY(vault->restore("a", prompt_after(tokens_of(1, 600)))->image != nullptr);
        save_and_flush(*vault, "d");
        QCOMPARE(ids_of(*vault), (Ids{"a", "c", "d"}));
        QCOMPARE(vault->status().evicted_from_disk, std::uint64_t{1});
        QVERIFY(vault->status().problem.empty());
        QVERIFY(!std::filesystem::exists(folder_of(vault_path(folder), "b")));
    }

    void the_order_of_use_survives_a_restart() {
        const QTemporaryDir folder;
        const VaultOptions options = ticking_options();
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(3), options);
        for (const char* id : {"a", "b", "c"}) {
            save_and_flush(*vault, id);
        }
        QVERIFY(vault->restore("a", prompt_after(tokens_of(1, 600)))->image != nullptr);
        vault.reset();
        vault = open_vault(vault_path(folder), small_identity(), room_for(3), options);
        save_and_flush(*vault, "d");
        QCOMPARE(ids_of(*vault), (Ids{"a", "c", "d"}));
    }

    void a_conversation_that_had_to_leave_says_so_also_after_a_restart() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(1), ticking_options());
        save_and_flush(*vault, "a");
        save_and_flush(*vault, "b");
        const TokenSequence prompt = prompt_after(tokens_of(1, 600));
        QCOMPARE(vault->find("a", prompt).reason, RereadReason::evicted);
        vault = open_again(vault_path(folder), std::move(vault));
        QCOMPARE(vault->find("a", prompt).reason, RereadReason::evicted);
        QCOMPARE(vault->restore("a", prompt)->reason, RereadReason::evicted);
        save_and_flush(*vault, "a");
        QCOMPARE(vault->find("a", prompt).reason, RereadReason::none);
    }

    void a_kept_conversation_never_leaves() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(2), ticking_options());
        save_and_flush(*vault, "a");
        QVERIFY(vault->keep("a", true));
        for (const char* id : {"b", "c", "d"}) {
            save_and_flush(*vault, id);
        }
        QCOMPARE(ids_of(*vault), (Ids{"a", "d"}));
        QVERIFY(vault->keep("a", false));
        save_and_flush(*vault, "e");
        QCOMPARE(ids_of(*vault), (Ids{"d", "e"}));
    }

    void what_does_not_fit_at_all_removes_nothing() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(2), ticking_options());
        save_and_flush(*vault, "a");
        save_and_flush(*vault, "b");
        save_and_flush(*vault, "large", 20'000);
        QCOMPARE(ids_of(*vault), (Ids{"a", "b"}));
        QVERIFY(!vault->status().problem.empty());
        QVERIFY(!vault->flush());
        save_and_flush(*vault, "a", 610);
        QVERIFY(vault->status().problem.empty());
    }

    void a_conversation_that_outgrows_the_limit_keeps_its_older_state() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(2), ticking_options());
        save_and_flush(*vault, "a");
        save_and_flush(*vault, "a", 20'000);
        QVERIFY(!vault->status().problem.empty());
        vault = open_again(vault_path(folder), std::move(vault));
        QVERIFY(vault->restore("a", prompt_after(tokens_of(1, 600)))->image != nullptr);
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
    }

    void kept_conversations_can_fill_the_limit() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(1), ticking_options());
        save_and_flush(*vault, "a");
        QVERIFY(vault->keep("a", true));
        save_and_flush(*vault, "b");
        QCOMPARE(ids_of(*vault), (Ids{"a"}));
        QVERIFY(!vault->status().problem.empty());
    }

    void a_lower_limit_holds_at_once() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(4), ticking_options());
        for (const char* id : {"a", "b", "c", "d"}) {
            save_and_flush(*vault, id);
        }
        vault->set_limits(room_for(2));
        QVERIFY(vault->flush());
        QCOMPARE(ids_of(*vault), (Ids{"c", "d"}));
    }

    void without_a_budget_nothing_is_written_and_nothing_lost() {
        const QTemporaryDir folder;
        auto vault = open_vault(vault_path(folder), small_identity(), room_for(4));
        save_and_flush(*vault, "a");
        VaultLimits none = ample_limits();
        none.disk_bytes = 0;
        vault->set_limits(none);
        save_and_flush(*vault, "b");
        QCOMPARE(ids_of(*vault), (Ids{"a"}));
        QVERIFY(vault->restore("a", prompt_after(tokens_of(1, 600)))->image != nullptr);
    }

    void the_disk_keeps_its_free_space() {
        const QTemporaryDir folder;
        VaultOptions options = test_options();
        options.minimum_free_disk = std::uint64_t{1} << 60;
        auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), options);
        save_and_flush(*vault, "a");
        QCOMPARE(vault->status().on_disk, 0);
        QVERIFY(vault->status().problem.find("must stay free") != std::string::npos);
        QVERIFY(!std::filesystem::exists(folder_of(vault_path(folder), "a")));
    }

    void memory_holds_the_last_used_ones() {
        const QTemporaryDir folder;
        const ConversationImagePtr image = ImageMaker(small_identity()).make(tokens_of(1, 600));
        VaultLimits limits = ample_limits();
        limits.memory_bytes = image->bytes() * 5 / 2;
        auto vault = open_vault(vault_path(folder), small_identity(), limits, ticking_options());
        for (const char* id : {"a", "b", "c"}) {
            save_and_flush(*vault, id);
        }
        const TokenSequence prompt = prompt_after(tokens_of(1, 600));
        QCOMPARE(vault->find("a", prompt).source, ResumeSource::disk);
        QCOMPARE(vault->find("b", prompt).source, ResumeSource::memory);
        QCOMPARE(vault->find("c", prompt).source, ResumeSource::memory);
        QCOMPARE(vault->status().in_memory, 2);
        QVERIFY(vault->status().memory_bytes <= limits.memory_bytes);
        QCOMPARE(vault->status().evicted_from_memory, std::uint64_t{1});
    }

    void scarce_memory_is_left_alone() {
        const QTemporaryDir folder;
        VaultLimits limits = ample_limits();
        limits.memory_bytes = std::uint64_t{1} << 40;
        limits.minimum_free_memory = std::uint64_t{1} << 60;
        auto vault = open_vault(vault_path(folder), small_identity(), limits);
        save_and_flush(*vault, "a");
        QCOMPARE(vault->status().in_memory, 0);
        QCOMPARE(vault->status().on_disk, 1);
    }

    void a_short_conversation_is_written_only_if_that_is_quicker() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto vault = open_vault(vault_path(folder));
        const auto save = [&](const char* id, std::size_t tokens, ConversationVault::When when) {
            vault->save(id, "", maker.make(tokens_of(1, tokens)), when);
            static_cast<void>(vault->flush());
        };
        vault->set_prompt_speed(1e9);
        save("quick to read", 600, ConversationVault::When::if_worth_it);
        QCOMPARE(vault->status().on_disk, 0);
        save("asked for", 600, kAlways);
        save("long", 1000, ConversationVault::When::if_worth_it);
        vault->set_prompt_speed(1);
        save("slow to read", 600, ConversationVault::When::if_worth_it);
        vault->set_prompt_speed(0);
        save("nobody knows", 600, ConversationVault::When::if_worth_it);
        QCOMPARE(ids_of(*vault), (Ids{"asked for", "long", "nobody knows", "slow to read"}));
    }
};

STRATA_TEST(VaultLimitsTest);

#include "vault_limits_test.moc"
