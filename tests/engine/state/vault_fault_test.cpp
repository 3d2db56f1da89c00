// Disks that are full, closed or gone: the state before stays, a sentence says why, and the next save works again.
#include <QtTest/QtTest>

#include <atomic>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"
#include "vault_story.h"

#ifdef __linux__
#include <sys/mount.h>
#include <unistd.h>
#endif

using namespace strata;
using namespace strata::testing;

namespace {

namespace fs = std::filesystem;

const ImageMaker& maker() {
    static const ImageMaker made(small_identity());
    return made;
}

Result<void> full_disk() {
    return tl::unexpected(Error{ErrorCode::io_error, "no space left on device"});
}

/// Options whose steps from the n-th one on fail: one of them, or all. 0: none.
struct Faults {
    std::shared_ptr<std::atomic<int>> countdown = std::make_shared<std::atomic<int>>(0);
    bool only_one = true;

    VaultOptions options() const {
        VaultOptions made = test_options();
        made.before_step = [countdown = countdown, one = only_one](VaultStep, const fs::path&) -> Result<void> {
            const int left = countdown->load();
            if (left == 0) {
                return {};
            }
            if (left > 1) {
                --*countdown;
                return {};
            }
            *countdown = one ? 0 : 1;
            return full_disk();
        };
        return made;
    }
};

#ifdef __linux__
/// A small file system in memory at a folder, as long as the object lives.
class SmallDisk {
public:
    SmallDisk(const fs::path& place, const char* size) : place_(place) {
        fs::create_directories(place_);
        mounted_ = ::mount("tmpfs", place_.c_str(), "tmpfs", 0, size) == 0;
    }
    ~SmallDisk() {
        if (mounted_) {
            ::umount2(place_.c_str(), MNT_DETACH);
        }
    }
    explicit operator bool() const { return mounted_; }
    bool make_read_only(bool read_only) const {
        return ::mount("tmpfs", place_.c_str(), "tmpfs", MS_REMOUNT | (read_only ? MS_RDONLY : 0), nullptr) == 0;
    }

private:
    fs::path place_;
    bool mounted_ = false;
};
#endif

}  // namespace

class VaultFaultTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_fault_at_any_step_of_a_save_keeps_the_old_or_the_new_version_data() {
        QTest::addColumn<bool>("only_one");
        QTest::newRow("one step fails") << true;
        QTest::newRow("all steps fail from there on") << false;
    }

    void a_fault_at_any_step_of_a_save_keeps_the_old_or_the_new_version() {
        QFETCH(bool, only_one);
        const auto old_tokens = tokens_of(1, 600), new_tokens = tokens_of(1, 900);
        const ConversationImagePtr before = maker().make(old_tokens, {250});
        const ConversationImagePtr after = maker().grow(before, new_tokens, {700});
        int failures = 0;
        bool reached = true;
        for (int step = 1; reached; ++step) {
            const QTemporaryDir folder(quick_folder());
            Faults faults;
            faults.only_one = only_one;
            auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), faults.options());
            vault->save(kId, "", before, kAlways);
            QVERIFY(vault->flush());
            *faults.countdown = step;
            vault->save(kId, "", after, kAlways);
            const bool saved = vault->flush().has_value();
            failures += saved ? 0 : 1;
            reached = faults.countdown->load() <= 1;
            // What can be had now, with the disk as it is.
            const auto restored = vault->restore(kId, prompt_after(new_tokens));
            QVERIFY(restored && restored->image);
            QVERIFY(same_state(*restored->image, saved ? *after : *before) || same_state(*restored->image, *after));
            *faults.countdown = 0;
            vault->save(kId, "", after, kAlways);
            QVERIFY(vault->flush());
            QVERIFY(vault->status().problem.empty());
            vault = open_again(vault_path(folder), std::move(vault));
            QVERIFY(same_state(*vault->restore(kId, prompt_after(new_tokens))->image, *after));
            QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
        }
        QVERIFY(failures > 10);
    }

    void a_fault_at_any_step_of_a_story_leaves_a_folder_that_opens() {
        for (int step = 1; step < 400; step += 3) {
            const QTemporaryDir folder(quick_folder());
            Faults faults;
            *faults.countdown = step;
            VaultStory::run(vault_path(folder), faults.options(), [](int) {});
            auto vault = open_vault(vault_path(folder));
            for (const ParkedConversation& parked : vault->list()) {
                vault->forget(parked.id);
            }
            QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
        }
    }

    void a_failed_first_save_leaves_no_folder() {
        const QTemporaryDir folder(quick_folder());
        Faults faults;
        auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), faults.options());
        *faults.countdown = 5;
        vault->save(kId, "", maker().make(tokens_of(1, 600)), kAlways);
        QVERIFY(!vault->flush());
        QVERIFY(vault->status().problem.find("no space left on device") != std::string::npos);
        QVERIFY(!fs::exists(folder_of(vault_path(folder), kId)));
        QCOMPARE(vault->status().on_disk, 0);
    }

    void a_full_disk_keeps_what_was_there() {
#ifdef __linux__
        const QTemporaryDir folder(quick_folder());
        const SmallDisk disk(vault_path(folder), "size=2m");
        if (!disk) {
            QSKIP("needs the right to mount a small file system");
        }
        auto vault = open_vault(vault_path(folder) / "vault");
        const auto tokens = tokens_of(1, 600);
        vault->save(kId, "", maker().make(tokens), kAlways);
        QVERIFY(vault->flush());
        for (int round = 0; round < 3; ++round) {
            vault->save("large", "", maker().make(tokens_of(2, 40'000)), kAlways);
            QVERIFY(!vault->flush());
        }
        vault = open_again(vault_path(folder) / "vault", std::move(vault));
        QVERIFY(same_state(*vault->restore(kId, prompt_after(tokens))->image, *maker().make(tokens)));
        QVERIFY(unreferenced_in(vault_path(folder) / "vault", small_identity()).empty());
        vault->save("small", "", maker().make(tokens), kAlways);
        QVERIFY(vault->flush());
#else
        QSKIP("needs a small file system");
#endif
    }

    void a_disk_that_fills_up_in_the_middle_keeps_what_was_there() {
#ifdef __linux__
        // The free space that is asked for beforehand is there, but somebody else takes it meanwhile.
        const QTemporaryDir folder(quick_folder());
        const SmallDisk disk(vault_path(folder), "size=4m");
        if (!disk) {
            QSKIP("needs the right to mount a small file system");
        }
        VaultOptions options = test_options();
        std::atomic<int> writes{-1};
        options.before_step = [&](VaultStep step, const fs::path&) -> Result<void> {
            if (step == VaultStep::write && writes.load() > 0 && --writes == 0) {
                write_file(vault_path(folder) / "somebody", std::vector<std::byte>(fs::space(vault_path(folder)).free));
            }
            return {};
        };
        auto vault = open_vault(vault_path(folder) / "vault", small_identity(), ample_limits(), options);
        const auto tokens = tokens_of(1, 600);
        vault->save(kId, "", maker().make(tokens), kAlways);
        QVERIFY(vault->flush());
        for (const int when : {1, 2, 4, 7, 9}) {
            writes = when;
            vault->save(kId, "", maker().make(tokens_of(1, 2000)), kAlways);
            const auto flushed = vault->flush();
            QVERIFY(!flushed);
            QVERIFY(flushed.error().message.find("could not be written") != std::string::npos);
            fs::remove(vault_path(folder) / "somebody");
            QVERIFY(same_state(*vault->restore(kId, prompt_after(tokens))->image, *maker().make(tokens)));
            QVERIFY(unreferenced_in(vault_path(folder) / "vault", small_identity()).empty());
        }
        vault->save(kId, "", maker().make(tokens_of(1, 2000)), kAlways);
        QVERIFY(vault->flush());
#else
        QSKIP("needs a small file system");
#endif
    }

    void a_disk_that_becomes_read_only_keeps_what_was_there() {
#ifdef __linux__
        const QTemporaryDir folder(quick_folder());
        const SmallDisk disk(vault_path(folder), "size=16m");
        if (!disk) {
            QSKIP("needs the right to mount a small file system");
        }
        auto vault = open_vault(vault_path(folder) / "vault");
        const auto tokens = tokens_of(1, 600);
        vault->save(kId, "", maker().make(tokens), kAlways);
        QVERIFY(vault->flush());
        vault.reset();
        QVERIFY(disk.make_read_only(true));
        const auto refused =
            ConversationVault::open(vault_path(folder) / "vault", small_identity(), ample_limits(), test_options());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::io_error);
        QVERIFY(disk.make_read_only(false));
        vault = open_vault(vault_path(folder) / "vault");
        QVERIFY(vault->restore(kId, prompt_after(tokens))->image != nullptr);
#else
        QSKIP("needs a small file system");
#endif
    }

    void a_folder_that_vanishes_and_comes_back_is_used_again() {
        const QTemporaryDir folder(quick_folder());
        auto vault = open_vault(vault_path(folder));
        const auto tokens = tokens_of(1, 600);
        vault->save(kId, "", maker().make(tokens), kAlways);
        QVERIFY(vault->flush());
        const fs::path elsewhere = vault_path(folder).parent_path() / "elsewhere";
        fs::rename(vault_path(folder), elsewhere);
        vault->save(kId, "", maker().make(tokens_of(1, 700)), kAlways);
        QVERIFY(!vault->flush());
        QVERIFY(!vault->status().problem.empty());
        fs::rename(elsewhere, vault_path(folder));
        QVERIFY(same_state(*vault->restore(kId, prompt_after(tokens))->image, *maker().make(tokens)));
        vault->save(kId, "", maker().make(tokens_of(1, 700)), kAlways);
        QVERIFY(vault->flush());
        vault = open_again(vault_path(folder), std::move(vault));
        QCOMPARE(vault->find(kId, prompt_after(tokens_of(1, 700))).match.length, std::size_t{700});
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
    }

    void files_that_somebody_removed_are_written_again() {
        const QTemporaryDir folder(quick_folder());
        auto vault = open_vault(vault_path(folder));
        vault->save(kId, "", maker().make(tokens_of(1, 600)), kAlways);
        QVERIFY(vault->flush());
        fs::remove_all(folder_of(vault_path(folder), kId));
        vault->save(kId, "", maker().make(tokens_of(1, 700)), kAlways);
        QVERIFY(vault->flush());
        vault = open_again(vault_path(folder), std::move(vault));
        QVERIFY(
            same_state(*vault->restore(kId, prompt_after(tokens_of(1, 700)))->image, *maker().make(tokens_of(1, 700))));
    }

    void a_folder_that_is_a_file_or_a_link_is_refused() {
        const QTemporaryDir folder(quick_folder());
        write_file(vault_path(folder), {});
        QCOMPARE(ConversationVault::open(vault_path(folder), small_identity(), ample_limits()).error().code,
                 ErrorCode::io_error);
        fs::remove(vault_path(folder));
        fs::create_directory_symlink(vault_path(folder).parent_path(), vault_path(folder));
        QCOMPARE(ConversationVault::open(vault_path(folder), small_identity(), ample_limits()).error().code,
                 ErrorCode::io_error);
    }
};

STRATA_TEST(VaultFaultTest);

#include "vault_fault_test.moc"
