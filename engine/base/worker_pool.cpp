#include "base/worker_pool.h"

#include "base/assert.h"

#include <algorithm>

#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace strata {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSpin{20};
constexpr int kPausesPerClockRead = 1024;
// So many pauses take some 10 to 60 microseconds. When they took this long another program had the core meanwhile; for
// a while then who waits sleeps soon, because a core that only waits is taken from it when it has work again.
constexpr std::chrono::milliseconds kHeldUp{1};
constexpr std::chrono::milliseconds kScarceFor{200};
constexpr std::chrono::microseconds kSpinWhenScarce{200};
constexpr int kMostSlices = 0xffff;

std::uint32_t generation_of(std::uint64_t ticket) {
    return static_cast<std::uint32_t>(ticket >> 32);
}
std::uint32_t count_of(std::uint64_t ticket) {
    return static_cast<std::uint32_t>(ticket >> 16) & 0xffffU;
}
std::uint32_t next_of(std::uint64_t ticket) {
    return static_cast<std::uint32_t>(ticket) & 0xffffU;
}

void pause() noexcept {
#if defined(__x86_64__) || defined(_M_X64)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
}

}  // namespace

WorkerPool::WorkerPool(int threads) {
    STRATA_ASSERT(threads >= 1, "a pool has at least the calling thread");
    workers_.reserve(static_cast<std::size_t>(threads - 1));
    for (int i = 1; i < threads; ++i) {
        workers_.emplace_back([this] { work(); });
    }
}

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        stop_.store(true);
        ticket_.store(static_cast<std::uint64_t>(generation_of(ticket_.load()) + 1U) << 32);
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) {
        worker.join();
    }
}

void WorkerPool::run_slices(int count, SliceFn fn, void* context) {
    STRATA_ASSERT(!running_, "WorkerPool::run must not be nested");
    running_ = true;
    fn_ = fn;
    context_ = context;
    if (workers_.empty() || count == 1) {
        for (int slice = 0; slice < count; ++slice) {
            fn(context, slice);
        }
    } else {
        for (int first = 0; first < count; first += kMostSlices) {
            run_block(first, std::min(count - first, kMostSlices));
        }
    }
    running_ = false;
}

void WorkerPool::run_block(int first, int count) {
    first_ = first;
    done_.store(0, std::memory_order_relaxed);
    const std::uint32_t generation = generation_of(ticket_.load(std::memory_order_relaxed)) + 1U;
    // Sequentially consistent on both sides: either the sleeper's last look sees this ticket, or the owner sees the
    // sleeper and notifies it under the mutex that it waits with. So no wake-up is lost.
    ticket_.store(static_cast<std::uint64_t>(generation) << 32 | static_cast<std::uint64_t>(count) << 16);
    if (sleepers_.load() > 0) {
        { const std::lock_guard lock(mutex_); }
        wake_.notify_all();
    }
    take_slices(generation);
    wait_for(count);
}

// Another program may hold the core that a worker needs: after a short spin this thread sleeps. Either it sees the last
// slice done in its look after saying that it waits, or the worker sees that it waits after counting the slice.
void WorkerPool::wait_for(int count) {
    for (int spins = 0; spins < kPausesPerClockRead; ++spins) {
        if (done_.load(std::memory_order_acquire) >= count) {
            return;
        }
        pause();
    }
    owner_waits_.store(true);
    for (int done = done_.load(); done < count; done = done_.load()) {
        done_.wait(done);
    }
    owner_waits_.store(false, std::memory_order_relaxed);
}

void WorkerPool::take_slices(std::uint32_t generation) {
    std::uint64_t ticket = ticket_.load(std::memory_order_acquire);
    while (generation_of(ticket) == generation && next_of(ticket) < count_of(ticket)) {
        if (ticket_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel, std::memory_order_acquire)) {
            fn_(context_, first_ + static_cast<int>(next_of(ticket)));
            done_.fetch_add(1);
            if (owner_waits_.load()) {
                done_.notify_one();
            }
            ticket = ticket_.load(std::memory_order_acquire);
        }
    }
}

void WorkerPool::work() {
    std::uint32_t seen = 0;
    Clock::time_point scarce_until{};
    for (;;) {
        wait_for_job(seen, scarce_until);
        if (stop_.load()) {
            return;
        }
        seen = generation_of(ticket_.load(std::memory_order_acquire));
        take_slices(seen);
    }
}

void WorkerPool::wait_for_job(std::uint32_t seen, Clock::time_point& scarce_until) {
    Clock::time_point idle_since = Clock::now();
    Clock::time_point last = idle_since;
    while (generation_of(ticket_.load(std::memory_order_acquire)) == seen) {
        for (int i = 0; i < kPausesPerClockRead && generation_of(ticket_.load(std::memory_order_acquire)) == seen;
             ++i) {
            pause();
        }
        const Clock::time_point now = Clock::now();
        if (now - last > kHeldUp) {
            scarce_until = now + kScarceFor;
        }
        last = now;
        if (now - idle_since < (now < scarce_until ? Clock::duration(kSpinWhenScarce) : Clock::duration(kSpin))) {
            continue;
        }
        std::unique_lock lock(mutex_);
        sleepers_.fetch_add(1);
        wake_.wait(lock, [&] { return generation_of(ticket_.load()) != seen; });
        sleepers_.fetch_sub(1);
        last = idle_since = Clock::now();
    }
}

}  // namespace strata
