#include "cli/speed_meter.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.h"
#include "generation/random.h"
#include "kernels/cpu_kernels.h"
#include "model/model.h"

namespace strata::cli {
namespace {

constexpr std::size_t kFirstTokens = 16;

/// Numbers of variance 1 that depend on the seed alone.
void fill_random(std::uint64_t seed, std::vector<float>& values) {
    constexpr float kHalfWidth = 1.7320508F;  // √3
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto bits = static_cast<std::uint32_t>(mix_bits(seed + i) >> 40);
        values[i] = kHalfWidth * (static_cast<float>(bits) / static_cast<float>(1 << 23) - 1.0F);
    }
}

}  // namespace

Result<SpeedMeter> SpeedMeter::create(LoadedModel loaded, KvType type) {
    STRATA_TRY(SequenceState sequence, create_sequence(*loaded.model, type));
    SpeedMeter meter(std::move(loaded), std::move(sequence));
    STRATA_CHECK(meter.go_on(kFirstTokens, kFirstTokens, LogitRows::none));
    STRATA_TRY(meter.start_, RunningState::copy_of(meter.sequence_.running));
    meter.filled_ = kFirstTokens;
    return meter;
}

void SpeedMeter::fill_page(std::size_t page, std::vector<float>& values) {
    KvCache& kv = sequence_.kv;
    const KvGeometry& geometry = kv.geometry();
    const KvKernels& kernels = kv_kernels(select_kernels(loaded_.level), geometry.type);
    const std::size_t first = page * KvCache::kPageCells;
    std::uint64_t seed = first << 32;
    for (std::size_t layer = 0; layer < geometry.layers; ++layer) {
        for (std::size_t cell = first; cell < first + KvCache::kPageCells; ++cell) {
            for (std::size_t head = 0; head < geometry.heads; ++head) {
                for (const KvCache::Cell place : {kv.key(layer, head, cell), kv.value(layer, head, cell)}) {
                    values.resize(geometry.size);
                    fill_random(seed += geometry.size, values);
                    kernels.store(values.data(), geometry.size, place.data, place.scales);
                }
            }
        }
        for (std::size_t block = 0; geometry.indexer_size != 0 && block < kv.blocks_per_page(); ++block) {
            values.resize(geometry.indexer_size);
            fill_random(seed += geometry.indexer_size, values);
            std::ranges::copy(values, kv.pooled_key(layer, page * kv.blocks_per_page() + block));
        }
    }
}

Result<void> SpeedMeter::fill_cells(std::size_t end) {
    const std::size_t first = KvCache::pages_for(filled_);
    const std::size_t pages = KvCache::pages_for(end);
    STRATA_CHECK(sequence_.kv.prepare(0, pages * KvCache::kPageCells));
    loaded_.pool->run_ranges(pages - first, 1, [&](std::size_t begin, std::size_t last) {
        std::vector<float> values;
        for (std::size_t page = begin; page < last; ++page) {
            fill_page(first + page, values);
        }
    });
    filled_ = pages * KvCache::kPageCells;
    return {};
}

Result<void> SpeedMeter::stand_at(std::size_t context) {
    const std::size_t block = sequence_.kv.geometry().indexer_block;
    const std::size_t cells = context / block * block;
    if (cells > filled_) {
        STRATA_CHECK(fill_cells(cells));
    }
    if (cells == 0) {
        sequence_.running.reset();
    } else {
        sequence_.running.copy_from(start_);
        sequence_.running.position = cells;
    }
    return {};
}

Result<SpeedMeter::Measure> SpeedMeter::go_on(std::size_t tokens, std::size_t rows, LogitRows which) {
    Measure measure;
    std::vector<std::int32_t> ids;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t at = 0; at < tokens; at += ids.size()) {
        ids.resize(std::min(rows, tokens - at));
        for (std::int32_t& id : ids) {
            id = static_cast<std::int32_t>(mix_bits(++drawn_) % loaded_.model->config().vocab_size);
        }
        STRATA_CHECK(loaded_.pass->run(ids, sequence_, which, {}));
        loaded_.pass->commit(sequence_, ids.size());
        measure.bytes += static_cast<double>(loaded_.pass->weight_bytes());
        measure.expert_seconds += std::chrono::duration<double>(loaded_.pass->time_in_experts()).count();
    }
    measure.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return measure;
}

Result<SpeedMeter::Measure> SpeedMeter::run(std::size_t context, std::size_t tokens, std::size_t rows,
                                            LogitRows which) {
    STRATA_CHECK(stand_at(context));
    return go_on(tokens, rows, which);
}

Result<SpeedMeter::Measure> SpeedMeter::first_token(std::size_t context, std::size_t tokens) {
    STRATA_CHECK(stand_at(context));
    STRATA_TRY(Measure all, go_on(tokens - std::min<std::size_t>(tokens, 1), loaded_.chunk, LogitRows::none));
    STRATA_TRY(const Measure last, go_on(1, 1, LogitRows::last));
    all.seconds += last.seconds;
    all.expert_seconds += last.expert_seconds;
    all.bytes += last.bytes;
    return all;
}

}  // namespace strata::cli
