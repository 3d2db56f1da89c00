#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gguf/quant_type.h"
#include "strata/result.h"

namespace strata::cli {

/// Encoded blocks of normal values to fill large tensors with: encoding a few thousand blocks once and choosing among
/// them at random is as good for speed and routing as encoding billions, and takes seconds instead of an hour.
class BlockPool {
public:
    static constexpr std::size_t kBlocks = 2048;

    /// Blocks of mean 0 and this deviation. Errors: those of quantize_row.
    static Result<BlockPool> create(QuantType type, float spread);

    std::size_t block_bytes() const { return block_bytes_; }
    const std::byte* block(std::uint64_t random_bits) const {
        return bytes_.data() + random_bits % kBlocks * block_bytes_;
    }

private:
    std::vector<std::byte> bytes_;
    std::size_t block_bytes_ = 0;
};

/// The pools of one file: one per type and deviation.
class BlockPools {
public:
    Result<std::shared_ptr<const BlockPool>> get(QuantType type, float spread);

private:
    std::map<std::pair<QuantType, float>, std::shared_ptr<const BlockPool>>
        pools_;  // shared with the fillers of tensors
};

}  // namespace strata::cli
