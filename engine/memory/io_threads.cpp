#include "memory/io_threads.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"

namespace strata {
namespace {

constexpr std::size_t kLeastBuffer = std::size_t{1} << 20;  // large enough to start at a page

}  // namespace

Result<std::byte*> IoBuffer::reserve(std::size_t bytes) {
    if (buffer_.size() < bytes) {
        STRATA_TRY(buffer_, AlignedBuffer::create_uninitialised(std::max(bytes, kLeastBuffer)));
    }
    return buffer_.data();
}

IoThreads::IoThreads(int threads) {
    for (int i = 0; i < std::clamp(threads, 1, kMost); ++i) {
        threads_.emplace_back([this] { work(); });
    }
}

IoThreads::~IoThreads() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void IoThreads::submit(Urgency urgency, std::vector<Job> jobs) {
    const std::size_t count = jobs.size();
    {
        const std::lock_guard lock(mutex_);
        std::deque<Job>& queue = queues_[static_cast<std::size_t>(urgency)];
        std::ranges::move(jobs, std::back_inserter(queue));
    }
    for (std::size_t i = 0; i < std::min(count, threads_.size()); ++i) {
        wake_.notify_one();
    }
}

std::deque<IoThreads::Job>* IoThreads::next_queue() {
    const auto found = std::ranges::find_if(queues_, [](const auto& queue) { return !queue.empty(); });
    return found == queues_.end() ? nullptr : &*found;
}

void IoThreads::work() {
    IoBuffer buffer;
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return stop_ || next_queue() != nullptr; });
        if (stop_) {
            return;
        }
        std::deque<Job>* queue = next_queue();
        {
            const Job job = std::move(queue->front());
            queue->pop_front();
            lock.unlock();
            job(buffer);
        }
        lock.lock();
    }
}

}  // namespace strata
