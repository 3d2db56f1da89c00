#include "app/quit_signals.h"

#include <atomic>

#ifdef _WIN32
#include <windows.h>
#else
#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#endif

namespace strata::app {

#ifdef _WIN32

namespace {

// Stored before the handler is set and cleared after it is gone; the handler runs on a thread of the system.
std::atomic<QuitSignals*> watching{nullptr};

BOOL WINAPI takeConsoleEvent(DWORD kind) {
    QuitSignals* const signals_of = watching.exchange(nullptr, std::memory_order_acq_rel);
    if (signals_of == nullptr) {
        return FALSE;
    }
    QMetaObject::invokeMethod(
        signals_of, [signals_of] { Q_EMIT signals_of->quitWanted(); }, Qt::QueuedConnection);
    if (kind == CTRL_CLOSE_EVENT || kind == CTRL_LOGOFF_EVENT || kind == CTRL_SHUTDOWN_EVENT) {
        Sleep(INFINITE);  // the process ends as soon as this returns; until then it has a few seconds
    }
    return TRUE;
}

}  // namespace

struct QuitSignals::Watch {
    Watch() { SetConsoleCtrlHandler(takeConsoleEvent, TRUE); }
    ~Watch() { SetConsoleCtrlHandler(takeConsoleEvent, FALSE); }
};

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
    watching.store(this, std::memory_order_release);
    watch_ = std::make_unique<Watch>();
}

QuitSignals::~QuitSignals() {
    watch_.reset();
    watching.store(nullptr, std::memory_order_release);
}

#else

namespace {

constexpr std::array kAsked{SIGTERM, SIGINT, SIGHUP};

// Stored before the handlers are set and cleared after they are gone.
std::atomic<int> pipe_end{-1};
static_assert(std::atomic<int>::is_always_lock_free);  // a signal handler may use nothing else

void takeSignal(int /*number*/) {
    const char byte = 1;
    // A pipe that is full has woken the program already.
    [[maybe_unused]] const auto written = ::write(pipe_end.load(std::memory_order_acquire), &byte, 1);
}

}  // namespace

struct QuitSignals::Watch {
    Watch() {
        if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
            ends = {-1, -1};
            return;
        }
        pipe_end.store(ends[1], std::memory_order_release);
        struct sigaction action = {};
        action.sa_handler = takeSignal;
        action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);  // a second one of its kind ends the program
        for (std::size_t i = 0; i < kAsked.size(); ++i) {
            ::sigaction(kAsked[i], &action, &before[i]);
        }
    }
    ~Watch() {
        if (ends[0] < 0) {
            return;
        }
        for (std::size_t i = 0; i < kAsked.size(); ++i) {
            ::sigaction(kAsked[i], &before[i], nullptr);
        }
        pipe_end.store(-1, std::memory_order_release);
        ::close(ends[0]);
        ::close(ends[1]);
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    std::array<int, 2> ends{-1, -1};
    std::array<struct sigaction, kAsked.size()> before{};
    std::unique_ptr<QSocketNotifier> notifier;
};

QuitSignals::QuitSignals(QObject* parent) : QObject(parent), watch_(std::make_unique<Watch>()) {
    if (watch_->ends[0] < 0) {
        return;
    }
    watch_->notifier = std::make_unique<QSocketNotifier>(watch_->ends[0], QSocketNotifier::Read);
    connect(watch_->notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        while (::read(watch_->ends[0], &byte, 1) > 0) {
        }
        Q_EMIT quitWanted();
    });
}

QuitSignals::~QuitSignals() = default;

#endif

}  // namespace strata::app
