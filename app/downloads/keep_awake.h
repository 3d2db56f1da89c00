#pragma once

#include <memory>

namespace strata::app {

/// Keeps the computer from going to sleep while it is held, if it runs on mains power. One thread.
class KeepAwake {
public:
    KeepAwake();
    ~KeepAwake();

    void hold(bool wanted);
    bool isHeld() const { return held_; }

private:
    struct System;
    std::unique_ptr<System> system_;
    bool held_ = false;
};

}  // namespace strata::app
