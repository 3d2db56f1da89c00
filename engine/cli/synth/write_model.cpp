#include "cli/synth/write_model.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/path_argument.h"
#include "cli/synth/block_pool.h"
#include "cli/value_text.h"

namespace strata::cli {
namespace {

constexpr std::uint64_t kAlignment = 32;
constexpr std::uint64_t kPieceBytes = 1 << 20;
/// Tensors with more values are filled from a pool of encoded blocks.
constexpr std::uint64_t kPoolFrom = 4'000'000;

/// Draws the bytes of one tensor, row by row, in any order.
class TensorFiller {
public:
    TensorFiller(const TensorPlan& plan, QuantType type, std::uint64_t seed, std::shared_ptr<const BlockPool> pool)
        : columns_(plan.dims[0]),
          type_(type),
          row_bytes_(row_bytes(type, columns_)),
          values_(seed, plan.name, plan.rule),
          choice_(seed, plan.name),
          pool_(std::move(pool)) {}

    std::uint64_t bytes_per_row() const { return row_bytes_; }

    /// out: whole rows, the first of them at `offset`.
    Result<void> operator()(std::uint64_t offset, std::span<std::byte> out) {
        if (pool_ != nullptr) {
            copy_blocks(offset / pool_->block_bytes(), out);
            return {};
        }
        row_.resize(columns_);
        for (std::uint64_t row = offset / row_bytes_; !out.empty(); ++row) {
            for (std::uint64_t column = 0; column < columns_; ++column) {
                row_[column] = values_.at(row, column, columns_);
            }
            STRATA_CHECK(quantize_row(type_, row_, out.first(row_bytes_)));
            out = out.subspan(row_bytes_);
        }
        return {};
    }

private:
    void copy_blocks(std::uint64_t first_block, std::span<std::byte> out) const {
        const std::size_t size = pool_->block_bytes();
        for (std::uint64_t i = 0; i < out.size() / size; ++i) {
            std::memcpy(out.data() + i * size, pool_->block(choice_.bits(first_block + i)), size);
        }
    }

    std::uint64_t columns_;
    QuantType type_;
    std::uint64_t row_bytes_;
    TensorValues values_;
    RandomValues choice_;
    std::shared_ptr<const BlockPool> pool_;  // with the other tensors of its kind; null: every value is drawn
    std::vector<float> row_;
};

/// True if only the size of a tensor's values matters, so that pooled blocks can stand for it.
bool may_be_pooled(const TensorPlan& plan, QuantType type) {
    return plan.dims[0] * plan.rows() > kPoolFrom && quant_type_info(type).block_values > 1 && plan.rule.mean == 0.0F &&
           plan.rule.shared_spread == 0.0F && !plan.rule.decay_rates;
}

}  // namespace

std::uint64_t planned_bytes(const std::vector<TensorPlan>& plan, const TypeChoice& types) {
    std::uint64_t total = 0;
    for (const TensorPlan& tensor : plan) {
        const std::uint64_t bytes =
            row_bytes(types.type_for(tensor.role, tensor.dims[0]), tensor.dims[0]) * tensor.rows();
        total += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    }
    return total;
}

Result<void> check_room(const std::filesystem::path& path, std::uint64_t bytes) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::absolute(path, error).parent_path();
    const std::filesystem::space_info space = std::filesystem::space(folder, error);
    if (error) {
        return fail(ErrorCode::io_error, fmt::format("{}: {}", path_text(folder), error.message()));
    }
    if (space.available < bytes) {
        return fail(ErrorCode::io_error, fmt::format("{}: {} are needed, {} are free on this disk", path_text(path),
                                                     size_text(bytes), size_text(space.available)));
    }
    return {};
}

Result<void> write_tensors(GgufWriter& writer, const std::vector<TensorPlan>& plan, const TypeChoice& types,
                           std::uint64_t seed, const std::filesystem::path& path) {
    BlockPools pools;
    for (const TensorPlan& tensor : plan) {
        const QuantType type = types.type_for(tensor.role, tensor.dims[0]);
        std::shared_ptr<const BlockPool> pool;
        if (may_be_pooled(tensor, type)) {
            STRATA_TRY(pool, pools.get(type, tensor.rule.spread));
        }
        TensorFiller filler(tensor, type, seed, std::move(pool));
        const std::uint64_t rows_per_piece = std::max<std::uint64_t>(1, kPieceBytes / filler.bytes_per_row());
        writer.add_tensor(tensor.name, type, tensor.dims, rows_per_piece * filler.bytes_per_row(), filler);
    }
    return writer.write(path);
}

}  // namespace strata::cli
