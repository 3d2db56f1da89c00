#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace strata::cli {

/// Threads that compute without end, as other programs on the same cores do, until the object goes.
class BusyThreads {
public:
    explicit BusyThreads(int count) {
        for (int i = 0; i < count; ++i) {
            threads_.emplace_back([this] {
                volatile double x = 1.0;
                while (!stop_.load(std::memory_order_relaxed)) {
                    x = x * 1.0000001 + 1e-9;
                }
            });
        }
    }
    ~BusyThreads() {
        stop_.store(true);
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }
    BusyThreads(const BusyThreads&) = delete;
    BusyThreads& operator=(const BusyThreads&) = delete;

private:
    std::atomic<bool> stop_{false};
    std::vector<std::thread> threads_;
};

}  // namespace strata::cli
