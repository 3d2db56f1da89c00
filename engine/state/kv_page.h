#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

#include "base/aligned_buffer.h"
#include "strata/result.h"

namespace strata {

/// A share in one page of K/V cells. Pages are shared between the live session, parked conversations and the writer of
/// files; who wants to write must be the only holder.
///
/// The count is atomic, so holders may live on different threads; one handle belongs to one thread at a time.
class KvPage {
public:
    KvPage() = default;
    /// A zeroed page. Errors: out_of_memory.
    static Result<KvPage> create(std::size_t bytes);
    /// The same with arbitrary content, for who fills it at once.
    static Result<KvPage> create_uninitialised(std::size_t bytes);

    KvPage(const KvPage& other) : block_(other.block_) {
        if (block_ != nullptr) {
            block_->holders.fetch_add(1, std::memory_order_relaxed);  // we hold one already, so it cannot vanish
        }
    }
    KvPage(KvPage&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    KvPage& operator=(KvPage other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~KvPage() { release(); }

    explicit operator bool() const { return block_ != nullptr; }
    std::byte* data() { return block_->bytes.data(); }
    const std::byte* data() const { return block_->bytes.data(); }
    std::size_t size() const { return block_ == nullptr ? 0 : block_->bytes.size(); }

    /// Whether nobody else holds the page. Acquire pairs with the release of who let go: their reading is over.
    bool only_holder() const { return block_->holders.load(std::memory_order_acquire) == 1; }
    /// The same page, hence the same content as long as both handles live.
    bool operator==(const KvPage& other) const { return block_ == other.block_; }

private:
    struct Block {
        AlignedBuffer bytes;
        std::atomic<int> holders{1};
    };
    static KvPage holding(AlignedBuffer bytes);
    void release() noexcept;

    Block* block_ = nullptr;
};

}  // namespace strata
