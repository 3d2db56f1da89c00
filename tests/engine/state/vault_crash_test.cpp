// A process that is killed at any moment leaves the old or the new version of every conversation. Needs fork.
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest/QtTest>

#include <atomic>
#include <csignal>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <random>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"
#include "vault_story.h"

using namespace strata;
using namespace strata::testing;

namespace {

/// How a child process ended, and how many steps of the story it had reported.
struct Ended {
    bool killed = false;
    int done = 0;
};

/// Runs the story in a child process. `prepare` may change the options; it is called in the child.
Ended run_in_child(const std::filesystem::path& folder, const std::function<void(VaultOptions&)>& prepare) {
    int ends[2];
    if (::pipe(ends) != 0) {
        qFatal("no pipe");
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        VaultOptions options = test_options();
        prepare(options);
        VaultStory::run(folder, options, [&](int) {
            const char byte = 1;
            static_cast<void>(!::write(ends[1], &byte, 1));
        });
        ::_exit(0);
    }
    ::close(ends[1]);
    Ended ended;
    char byte = 0;
    while (::read(ends[0], &byte, 1) == 1) {
        ++ended.done;
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    ended.killed = WIFSIGNALED(status);
    return ended;
}

/// Ends the process before the n-th change on the disk.
VaultOptions& killed_before(VaultOptions& options, int n) {
    auto steps = std::make_shared<std::atomic<int>>(0);
    options.before_step = [steps, n](VaultStep, const std::filesystem::path&) -> Result<void> {
        if (++*steps == n) {
            ::kill(::getpid(), SIGKILL);
        }
        return {};
    };
    return options;
}

}  // namespace

class VaultCrashTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_process_killed_before_any_step_leaves_the_old_or_the_new_version() {
        int kills = 0;
        for (int step = 1;; ++step) {
            const QTemporaryDir folder(quick_folder());
            const Ended ended =
                run_in_child(vault_path(folder), [step](VaultOptions& options) { killed_before(options, step); });
            const std::string fault = VaultStory::fault_of(vault_path(folder), ended.done);
            QVERIFY2(fault.empty(), fault.c_str());
            if (!ended.killed) {
                QCOMPARE(ended.done, VaultStory::kSteps);
                break;
            }
            ++kills;
        }
        QVERIFY(kills > 100);
    }

    void a_process_killed_at_any_moment_leaves_the_old_or_the_new_version() {
        constexpr int kKills = 200;
        // As long as an undisturbed run takes: about every second child is still at work when its end comes.
        const QTemporaryDir undisturbed(quick_folder());
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(run_in_child(vault_path(undisturbed), [](VaultOptions&) {}).done, VaultStory::kSteps);
        const auto most = static_cast<std::uint32_t>(timer.nsecsElapsed() / 1000 + 1);
        std::mt19937 random(20261130);
        for (int kills = 0; kills < kKills;) {
            const QTemporaryDir folder(quick_folder());
            const auto moment = static_cast<suseconds_t>(1 + random() % most);
            const Ended ended = run_in_child(vault_path(folder), [moment](VaultOptions&) {
                const itimerval alarm{{0, 0}, {0, moment}};
                ::signal(SIGALRM, SIG_DFL);
                ::setitimer(ITIMER_REAL, &alarm, nullptr);
            });
            const std::string fault = VaultStory::fault_of(vault_path(folder), ended.done);
            QVERIFY2(fault.empty(), fault.c_str());
            kills += ended.killed ? 1 : 0;
        }
    }

    void a_killed_sweep_is_finished_by_the_next_start() {
        // What one process leaves behind is cleaned up by the next, and that one may be killed too.
        const QTemporaryDir folder(quick_folder());
        int done = 0;
        for (int step = 30; step > 0; --step) {
            const std::filesystem::path copy = vault_path(folder);
            std::filesystem::remove_all(copy);
            done = run_in_child(copy, [](VaultOptions& options) { killed_before(options, 100); }).done;
            const pid_t child = ::fork();
            if (child == 0) {
                VaultOptions options = test_options();
                static_cast<void>(ConversationVault::open(copy, small_identity(), VaultStory::limits(),
                                                          killed_before(options, step)));
                ::_exit(0);
            }
            ::waitpid(child, nullptr, 0);
            const std::string fault = VaultStory::fault_of(copy, done);
            QVERIFY2(fault.empty(), fault.c_str());
        }
        QVERIFY(done > 0);
    }

    void a_second_process_is_refused_and_changes_nothing() {
        const QTemporaryDir folder(quick_folder());
        auto vault = open_vault(vault_path(folder));
        vault->save(kId, "", ImageMaker(small_identity()).make(tokens_of(1, 300)), kAlways);
        QVERIFY(vault->flush());
        const pid_t child = ::fork();
        if (child == 0) {
            const auto second =
                ConversationVault::open(vault_path(folder), small_identity(), ample_limits(), test_options());
            const bool refused = !second && second.error().code == ErrorCode::io_error &&
                                 second.error().message.find("in use by another running copy") != std::string::npos;
            ::_exit(refused ? 0 : 1);
        }
        int status = -1;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
        vault = open_again(vault_path(folder), std::move(vault));
        QVERIFY(vault->restore(kId, prompt_after(tokens_of(1, 300)))->image != nullptr);
    }
};

STRATA_TEST(VaultCrashTest);

#include "vault_crash_test.moc"
