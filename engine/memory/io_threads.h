#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/aligned_buffer.h"
#include "strata/result.h"

namespace strata {

/// A buffer that belongs to one I/O thread and is used again from read to read.
class IoBuffer {
public:
    /// Room for `bytes` bytes that starts at a page; what was in it is lost. Errors: out_of_memory.
    Result<std::byte*> reserve(std::size_t bytes);

private:
    AlignedBuffer buffer_;
};

/// The threads that wait for disks, so that nobody else has to. Jobs of a kind are begun in the order in which they
/// came; those that computing waits for go before those that it may need soon, and these before loading ahead.
class IoThreads {
public:
    static constexpr int kMost = 8;
    enum class Urgency { now, soon, background };
    using Job = std::function<void(IoBuffer&)>;

    /// threads: 1 … kMost.
    explicit IoThreads(int threads);
    /// Waits for the reads that are under way; jobs that were not begun are dropped.
    ~IoThreads();
    IoThreads(const IoThreads&) = delete;
    IoThreads& operator=(const IoThreads&) = delete;

    int threads() const { return static_cast<int>(threads_.size()); }

    /// Any thread; jobs may submit further ones.
    void submit(Urgency urgency, std::vector<Job> jobs);

private:
    void work();
    std::deque<Job>* next_queue();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::array<std::deque<Job>, 3> queues_;  // guarded by mutex_, by urgency
    bool stop_ = false;                      // guarded by mutex_
    std::vector<std::thread> threads_;
};

}  // namespace strata
