#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kernels/cpu_kernels.h"
#include "state/kv_page.h"
#include "strata/load_options.h"
#include "strata/result.h"

namespace strata {

/// Bytes of `values` keys or values of one cell, without scales; and of their scales (0 for float types).
std::size_t kv_data_bytes(KvType type, std::size_t values);
std::size_t kv_scale_count(KvType type, std::size_t values);
/// The kernels of a K/V type.
const KvKernels& kv_kernels(const CpuKernels& kernels, KvType type);

struct KvGeometry {
    std::size_t layers = 0;         ///< attention layers
    std::size_t heads = 0;          ///< K/V heads
    std::size_t size = 0;           ///< values per head, for keys and for values
    std::size_t indexer_size = 0;   ///< width of a pooled indexer key; 0: no indexer
    std::size_t indexer_block = 1;  ///< cells per pooled key
    KvType type = KvType::int8;

    bool operator==(const KvGeometry&) const = default;
};

/// Keys, values and pooled indexer keys of past positions: written once per cell and never read before they are
/// written.
///
/// Grows by pages of 256 cells of all layers, so a long context costs memory only when it is used. Layout of a page: one
/// slab per layer with keys [head][cell][size], their scales [head][cell][size/64], values likewise, pooled keys
/// [block][indexer_size] in f32 (indexer keys are never quantised: it destroys the selection in long contexts).
///
/// Copies share their pages: a parked conversation costs nothing until one of the two goes on, and then one page.
/// One thread at a time; other caches that share pages may live on other threads.
class KvCache {
public:
    static constexpr std::size_t kPageCells = 256;

    KvCache() = default;
    explicit KvCache(const KvGeometry& geometry) : geometry_(geometry) {}

    const KvGeometry& geometry() const { return geometry_; }

    /// Makes cells [begin, end) writable: missing pages are added, pages that others hold too are copied first. Cells below
    /// `begin` keep their content. `begin` must not lie behind the pages that there are. Errors: out_of_memory.
    Result<void> prepare(std::size_t begin, std::size_t end);
    /// A cache with the pages that hold cells [0, cells), shared with this one.
    KvCache share(std::size_t cells) const;

    std::size_t page_bytes() const { return geometry_.layers * offsets().end; }
    std::size_t bytes() const { return pages_.size() * page_bytes(); }
    /// The pages in order of their cells. Whoever sets them answers for their size and content.
    std::span<const KvPage> pages() const { return pages_; }
    void set_pages(std::vector<KvPage> pages) { pages_ = std::move(pages); }
    static std::size_t pages_for(std::size_t cells) { return (cells + kPageCells - 1) / kPageCells; }

    /// Where one cell of one head is written.
    struct Cell {
        std::byte* data;
        std::uint16_t* scales;
    };
    Cell key(std::size_t layer, std::size_t head, std::size_t cell);
    Cell value(std::size_t layer, std::size_t head, std::size_t cell);

    /// The longest run of cells from `begin` that lies in one page and does not reach `end`.
    KvRun key_run(std::size_t layer, std::size_t head, std::size_t begin, std::size_t end) const;
    KvRun value_run(std::size_t layer, std::size_t head, std::size_t begin, std::size_t end) const;

    /// Pooled key of a block: [indexer_size]. Blocks of one page are neighbours.
    float* pooled_key(std::size_t layer, std::size_t block);
    const float* pooled_key(std::size_t layer, std::size_t block) const;
    std::size_t blocks_per_page() const { return kPageCells / geometry_.indexer_block; }

private:
    struct Offsets {
        std::size_t keys, key_scales, values, value_scales, pooled, end;
    };
    Offsets offsets() const;
    const std::byte* slab(std::size_t layer, std::size_t cell) const;
    Cell cell_at(std::size_t layer, std::size_t head, std::size_t cell, std::size_t data, std::size_t scales);
    KvRun run_at(std::size_t layer, std::size_t head, std::size_t begin, std::size_t end, std::size_t data,
                 std::size_t scales) const;

    KvGeometry geometry_;
    std::vector<KvPage> pages_;
};

}  // namespace strata
