#pragma once

#include <cstddef>
#include <span>

#include "kernels/cpu_kernels.h"

namespace strata::qwen4exp {

/// Neighbouring cells [begin, end) that a query reads.
struct CellRange {
    std::size_t begin = 0, end = 0;
};

/// Goes over the cells of some ranges, a tile of them at a time, wherever they lie in the cache.
class CellWalk {
public:
    explicit CellWalk(std::span<const CellRange> ranges) : ranges_(ranges) {
        if (!ranges_.empty()) {
            cell_ = ranges_.front().begin;
        }
    }

    /// The next cells, `most` or those that are left, as float32: out [cells × size]. Returns how many.
    /// run_of(begin, end): the longest KvRun from cell `begin` that does not reach `end`.
    template <class RunOf>
    std::size_t next(std::size_t most, std::size_t size, const KvKernels& kernels, RunOf&& run_of, float* out) {
        std::size_t count = 0;
        while (count < most && range_ < ranges_.size()) {
            const std::size_t end = ranges_[range_].end;
            const std::size_t wanted = most - count;
            const KvRun run = run_of(cell_, end - cell_ < wanted ? end : cell_ + wanted);
            kernels.unpack(run, size, out + count * size);
            count += run.cells;
            cell_ += run.cells;
            if (cell_ == end && ++range_ < ranges_.size()) {
                cell_ = ranges_[range_].begin;
            }
        }
        return count;
    }

private:
    std::span<const CellRange> ranges_;
    std::size_t range_ = 0;
    std::size_t cell_ = 0;
};

}  // namespace strata::qwen4exp
