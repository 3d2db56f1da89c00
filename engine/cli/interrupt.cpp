#include "cli/interrupt.h"

#include <csignal>

namespace strata::cli {
namespace {

// A signal handler has no argument to reach an object by; this flag is all that it touches.
volatile std::sig_atomic_t g_interrupted = 0;

void note_interrupt(int) {
    g_interrupted = 1;
    std::signal(SIGINT, note_interrupt);  // some systems forget the handler when they call it
}

}  // namespace

InterruptGuard::InterruptGuard() {
    g_interrupted = 0;
    previous_ = std::signal(SIGINT, note_interrupt);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, previous_ == SIG_ERR ? SIG_DFL : previous_);
}

bool InterruptGuard::take() {
    const bool pressed = g_interrupted != 0;
    g_interrupted = 0;
    return pressed;
}

}  // namespace strata::cli
