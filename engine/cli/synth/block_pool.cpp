#include "cli/synth/block_pool.h"

#include "base/error.h"
#include "cli/synth/random_values.h"

namespace strata::cli {

Result<BlockPool> BlockPool::create(QuantType type, float spread) {
    const QuantTypeInfo& info = quant_type_info(type);
    const RandomValues random(0, info.name);
    std::vector<float> values(kBlocks * info.block_values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = spread * random.normal(i);
    }
    BlockPool pool;
    pool.block_bytes_ = info.block_bytes;
    pool.bytes_.resize(kBlocks * info.block_bytes);
    STRATA_CHECK(quantize_row(type, values, pool.bytes_));
    return pool;
}

Result<std::shared_ptr<const BlockPool>> BlockPools::get(QuantType type, float spread) {
    std::shared_ptr<const BlockPool>& pool = pools_[{type, spread}];
    if (pool == nullptr) {
        STRATA_TRY(BlockPool created, BlockPool::create(type, spread));
        pool = std::make_shared<const BlockPool>(std::move(created));
    }
    return pool;
}

}  // namespace strata::cli
