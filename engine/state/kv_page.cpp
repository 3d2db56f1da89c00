#include "state/kv_page.h"

#include "base/error.h"

namespace strata {

Result<KvPage> KvPage::create(std::size_t bytes) {
    STRATA_TRY(AlignedBuffer buffer, AlignedBuffer::create(bytes));
    return holding(std::move(buffer));
}

Result<KvPage> KvPage::create_uninitialised(std::size_t bytes) {
    STRATA_TRY(AlignedBuffer buffer, AlignedBuffer::create_uninitialised(bytes));
    return holding(std::move(buffer));
}

KvPage KvPage::holding(AlignedBuffer bytes) {
    KvPage page;
    page.block_ = new Block{std::move(bytes), {1}};
    return page;
}

void KvPage::release() noexcept {
    // Release: what this holder did with the page comes before the next writer; acquire: before the memory goes.
    if (block_ != nullptr && block_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete block_;
    }
    block_ = nullptr;
}

}  // namespace strata
