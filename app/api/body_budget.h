#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace strata::app::api {

/// What the bodies of all requests take of the memory. Any thread.
class BodyBudget {
public:
    explicit BodyBudget(std::uint64_t bytes) : bytes_(bytes) {}

    // A sum that nothing else hangs on, so relaxed.
    bool isSpent() const { return used_.load(std::memory_order_relaxed) >= bytes_; }
    std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
    void take(std::uint64_t bytes) { used_.fetch_add(bytes, std::memory_order_relaxed); }
    void giveBack(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

private:
    const std::uint64_t bytes_;
    std::atomic<std::uint64_t> used_{0};
};

/// The part of one body. Shared with the budget, as a request may outlive the server.
class BodyShare {
public:
    explicit BodyShare(std::shared_ptr<BodyBudget> budget) : budget_(std::move(budget)) {}
    BodyShare(BodyShare&& other) noexcept : budget_(std::move(other.budget_)), bytes_(std::exchange(other.bytes_, 0)) {}
    BodyShare& operator=(BodyShare&&) = delete;
    ~BodyShare() {
        if (budget_) {
            budget_->giveBack(bytes_);
        }
    }

    void growTo(std::uint64_t bytes) {
        if (bytes > bytes_) {
            budget_->take(bytes - bytes_);
            bytes_ = bytes;
        }
    }

private:
    std::shared_ptr<BodyBudget> budget_;
    std::uint64_t bytes_ = 0;
};

}  // namespace strata::app::api
