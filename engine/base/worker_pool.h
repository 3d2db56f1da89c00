#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace strata {

/// The engine's only parallel construct: runs `count` slices on the calling thread and `threads - 1` workers.
///
/// Workers without work spin for 20 ms, then sleep; while other programs want the cores they sleep at once, and so does
/// the owner when it waits for a worker's last slices. One owner thread calls `run`; nested use is a programming error.
/// Slices must not depend on each other; which thread runs a slice is not defined.
class WorkerPool {
public:
    /// threads: the calling one included, at least 1.
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls fn(slice) for slice = 0 … count − 1 and returns when all of them are done. fn must not throw.
    template <class Fn>
    void run(int count, Fn&& fn) {
        using Callable = std::remove_reference_t<Fn>;
        run_slices(
            count, [](void* context, int slice) { (*static_cast<Callable*>(context))(slice); },
            const_cast<void*>(static_cast<const void*>(std::addressof(fn))));
    }

    /// Splits [0, total) into contiguous ranges of at least `least` and calls fn(begin, end) for each.
    template <class Fn>
    void run_ranges(std::size_t total, std::size_t least, Fn&& fn) {
        if (total == 0) {
            return;
        }
        const std::size_t most = least == 0 ? total : (total + least - 1) / least;
        const std::size_t slices =
            most < static_cast<std::size_t>(threads()) ? most : static_cast<std::size_t>(threads());
        if (slices <= 1) {
            fn(std::size_t{0}, total);
            return;
        }
        run(static_cast<int>(slices), [&](int slice) {
            const std::size_t s = static_cast<std::size_t>(slice);
            fn(total * s / slices, total * (s + 1) / slices);
        });
    }

    /// How many workers sleep at this moment; for tests.
    int sleeping() const { return sleepers_.load(std::memory_order_relaxed); }

private:
    using SliceFn = void (*)(void* context, int slice);

    void run_slices(int count, SliceFn fn, void* context);
    void run_block(int first, int count);
    void wait_for(int count);
    void work();
    void wait_for_job(std::uint32_t seen, std::chrono::steady_clock::time_point& scarce_until);
    void take_slices(std::uint32_t generation);

    // One job at a time. The owner writes fn_, context_ and first_, then publishes ticket_ (release): generation in the
    // upper 32 bits, slices of the job in the next 16, next slice to hand out in the last 16. Whoever moves the last
    // field on (compare-exchange, acquire) owns that slice and sees the job; the job cannot change before done_
    // (release by workers, acquire by the owner) has counted the slice. A worker that comes late finds nothing to take,
    // so the owner never waits for a worker that has no slice.
    SliceFn fn_ = nullptr;
    void* context_ = nullptr;
    int first_ = 0;
    bool running_ = false;
    alignas(64) std::atomic<std::uint64_t> ticket_{0};
    alignas(64) std::atomic<int> done_{0};
    std::atomic<bool> owner_waits_{false};
    alignas(64) std::atomic<int> sleepers_{0};
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<std::thread> workers_;
};

}  // namespace strata
