#pragma once

namespace strata::cli {

/// While it lives, Ctrl+C does not end the program but is noted. One at a time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// True once after Ctrl+C was pressed.
    bool take();

private:
    using Handler = void (*)(int);
    Handler previous_;
};

}  // namespace strata::cli
