#include "memory/expert_store.h"

#include <numeric>
#include <utility>

#include "base/assert.h"
#include "base/error.h"

namespace strata {

ExpertRequest::ExpertRequest(ExpertRequest&& other) noexcept
    : store_(other.store_), demand_(std::move(other.demand_)), active_(std::exchange(other.active_, false)) {}

void ExpertRequest::begin(std::size_t layer, std::span<const std::int32_t> experts) {
    finish();
    demand_.layer = layer;
    demand_.experts.assign(experts.begin(), experts.end());
    demand_.waiting.resize(experts.size());
    std::iota(demand_.waiting.begin(), demand_.waiting.end(), std::size_t{0});
    demand_.held.assign(experts.size(), 0);
    demand_.streams = false;
    demand_.group.clear();
    active_ = true;
    store_->begin(demand_);
    if (store_->profile_ != nullptr) {
        store_->profile_->note(layer, experts);
    }
}

Result<std::span<const std::size_t>> ExpertRequest::next() {
    STRATA_ASSERT(active_, "a batch was begun");
    if (demand_.waiting.empty()) {
        finish();
        return std::span<const std::size_t>();
    }
    if (Result<void> filled = store_->next(demand_); !filled) {
        finish();
        return tl::unexpected(std::move(filled).error());
    }
    return std::span<const std::size_t>(demand_.group);
}

void ExpertRequest::finish() {
    if (std::exchange(active_, false)) {
        store_->end(demand_);
    }
}

}  // namespace strata
