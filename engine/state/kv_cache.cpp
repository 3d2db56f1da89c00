#include "state/kv_cache.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/error.h"

namespace strata {
namespace {

constexpr std::size_t kValuesPerScale = 64;

std::size_t padded(std::size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

}  // namespace

std::size_t kv_data_bytes(KvType type, std::size_t values) {
    switch (type) {
        case KvType::f32:
            return values * 4;
        case KvType::f16:
            return values * 2;
        case KvType::int8:
            break;
    }
    return values;
}

std::size_t kv_scale_count(KvType type, std::size_t values) {
    return type == KvType::int8 ? (values + kValuesPerScale - 1) / kValuesPerScale : 0;
}

const KvKernels& kv_kernels(const CpuKernels& kernels, KvType type) {
    switch (type) {
        case KvType::f32:
            return kernels.kv_f32;
        case KvType::f16:
            return kernels.kv_f16;
        case KvType::int8:
            break;
    }
    return kernels.kv_int8;
}

KvCache::Offsets KvCache::offsets() const {
    const std::size_t cells = geometry_.heads * kPageCells;
    const std::size_t data = padded(cells * kv_data_bytes(geometry_.type, geometry_.size));
    const std::size_t scales = padded(cells * kv_scale_count(geometry_.type, geometry_.size) * sizeof(std::uint16_t));
    Offsets o{};
    o.keys = 0;
    o.key_scales = o.keys + data;
    o.values = o.key_scales + scales;
    o.value_scales = o.values + data;
    o.pooled = o.value_scales + scales;
    o.end = o.pooled + (geometry_.indexer_size == 0 ? 0 : blocks_per_page() * geometry_.indexer_size * sizeof(float));
    return o;
}

Result<void> KvCache::prepare(std::size_t begin, std::size_t end) {
    STRATA_ASSERT(begin <= pages_.size() * kPageCells, "cells are added without a gap");
    const std::size_t wanted = pages_for(end);
    for (std::size_t at = begin / kPageCells; at < wanted; ++at) {
        if (at < pages_.size() && pages_[at].only_holder()) {
            continue;
        }
        STRATA_TRY(KvPage page, KvPage::create(page_bytes()));
        if (at == pages_.size()) {
            pages_.push_back(std::move(page));
            continue;
        }
        // Only a page that holds cells below `begin` has something to keep.
        if (at * kPageCells < begin) {
            std::memcpy(page.data(), pages_[at].data(), page_bytes());
        }
        pages_[at] = std::move(page);
    }
    return {};
}

KvCache KvCache::share(std::size_t cells) const {
    KvCache copy(geometry_);
    const std::size_t pages = std::min(pages_for(cells), pages_.size());
    copy.pages_.assign(pages_.begin(), pages_.begin() + static_cast<std::ptrdiff_t>(pages));
    return copy;
}

const std::byte* KvCache::slab(std::size_t layer, std::size_t cell) const {
    return pages_[cell / kPageCells].data() + layer * offsets().end;
}

KvCache::Cell KvCache::cell_at(std::size_t layer, std::size_t head, std::size_t cell, std::size_t data,
                               std::size_t scales) {
    const KvRun run = run_at(layer, head, cell, cell + 1, data, scales);
    return {const_cast<std::byte*>(run.data), const_cast<std::uint16_t*>(run.scales)};
}

KvRun KvCache::run_at(std::size_t layer, std::size_t head, std::size_t begin, std::size_t end, std::size_t data,
                      std::size_t scales) const {
    const std::byte* base = slab(layer, begin);
    const std::size_t index = head * kPageCells + begin % kPageCells;
    KvRun run;
    run.data = base + data + index * kv_data_bytes(geometry_.type, geometry_.size);
    run.scales =
        reinterpret_cast<const std::uint16_t*>(base + scales) + index * kv_scale_count(geometry_.type, geometry_.size);
    run.cells = std::min(end - begin, kPageCells - begin % kPageCells);
    return run;
}

KvCache::Cell KvCache::key(std::size_t layer, std::size_t head, std::size_t cell) {
    const Offsets o = offsets();
    return cell_at(layer, head, cell, o.keys, o.key_scales);
}

KvCache::Cell KvCache::value(std::size_t layer, std::size_t head, std::size_t cell) {
    const Offsets o = offsets();
    return cell_at(layer, head, cell, o.values, o.value_scales);
}

KvRun KvCache::key_run(std::size_t layer, std::size_t head, std::size_t begin, std::size_t end) const {
    const Offsets o = offsets();
    return run_at(layer, head, begin, end, o.keys, o.key_scales);
}

KvRun KvCache::value_run(std::size_t layer, std::size_t head, std::size_t begin, std::size_t end) const {
    const Offsets o = offsets();
    return run_at(layer, head, begin, end, o.values, o.value_scales);
}

const float* KvCache::pooled_key(std::size_t layer, std::size_t block) const {
    const std::size_t in_page = block % blocks_per_page();
    return reinterpret_cast<const float*>(slab(layer, block * geometry_.indexer_block) + offsets().pooled) +
           in_page * geometry_.indexer_size;
}

float* KvCache::pooled_key(std::size_t layer, std::size_t block) {
    return const_cast<float*>(std::as_const(*this).pooled_key(layer, block));
}

}  // namespace strata
