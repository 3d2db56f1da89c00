#include "memory/ngram_table.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "base/mapped_file.h"

namespace strata {

NgramTable::NgramTable(GgufFile file, const TensorInfo& tensor) : file_(std::move(file)), tensor_(tensor) {
    matrix_ = {tensor_.type, file_->tensor_bytes(tensor_).data(), row_bytes(tensor_.type, tensor_.dims[0]),
               tensor_.row_count(), tensor_.dims[0]};
}

std::vector<NgramTable::Range> NgramTable::pages_of(std::span<const std::uint32_t> ascending_rows,
                                                    std::uint64_t row_bytes, std::uint64_t offset,
                                                    std::uint64_t page_bytes) {
    std::vector<Range> ranges;
    for (const std::uint32_t row : ascending_rows) {
        const std::uint64_t begin = (offset + row * row_bytes) / page_bytes * page_bytes;
        const std::uint64_t end =
            (offset + (row + std::uint64_t{1}) * row_bytes + page_bytes - 1) / page_bytes * page_bytes;
        if (!ranges.empty() && begin <= ranges.back().end) {
            ranges.back().end = std::max(ranges.back().end, end);
        } else {
            ranges.push_back({begin, end});
        }
    }
    return ranges;
}

std::uint64_t NgramTable::prefetch(std::span<const std::uint32_t> rows) const {
    const std::uint64_t page = MappedFile::page_bytes();
    const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(matrix_.data) % page;
    const std::uint64_t end = offset + matrix_.row_bytes * matrix_.rows;
    std::vector<std::span<const std::byte>> parts;
    std::uint64_t bytes = 0;
    for (const Range& range : pages_of(rows, matrix_.row_bytes, offset, page)) {
        // The first and the last page are not the table's alone.
        const std::uint64_t first = std::max(range.begin, offset);
        const std::span<const std::byte> part(matrix_.data + (first - offset), std::min(range.end, end) - first);
        parts.push_back(part);
        bytes += static_cast<std::uint64_t>((1.0 - MappedFile::cached_share(part)) *
                                            static_cast<double>(range.end - range.begin));
    }
    MappedFile::prefetch(parts);  // all of them: a system that does not tell what it has says that it has everything
    counts_->rows.fetch_add(rows.size(), std::memory_order_relaxed);
    counts_->bytes.fetch_add(bytes, std::memory_order_relaxed);
    return bytes;
}

void NgramTable::read_row(std::uint32_t row, std::span<float> out) const {
    STRATA_ASSERT(row < matrix_.rows, "an n-gram row lies inside the table");
    dequantize_row(matrix_.type, {matrix_.row(row), matrix_.row_bytes}, out);
}

void NgramTable::note_wait(std::uint64_t microseconds) const {
    counts_->wait_microseconds.fetch_add(microseconds, std::memory_order_relaxed);
}

ExpertCounters NgramTable::counters() const {
    ExpertCounters counters;
    counters.ngram_rows = counts_->rows.load(std::memory_order_relaxed);
    counters.ngram_bytes = counts_->bytes.load(std::memory_order_relaxed);
    counters.ngram_wait_microseconds = counts_->wait_microseconds.load(std::memory_order_relaxed);
    return counters;
}

}  // namespace strata
