#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gguf/gguf_file.h"
#include "memory/weight_matrix.h"
#include "strata/expert_counters.h"
#include "strata/result.h"

namespace strata {

/// The hashed n-gram table: far larger than memory, so single rows are read from the model file when a token needs
/// them.
class NgramTable {
public:
    NgramTable() = default;
    NgramTable(GgufFile file, const TensorInfo& tensor);

    std::size_t width() const { return tensor_.dims[0]; }
    std::uint64_t rows() const { return tensor_.row_count(); }
    bool empty() const { return tensor_.bytes == 0; }

    /// Asks the operating system for the pages of these rows, neighbours and repeats as one, so that reads of many rows
    /// overlap. Never waits. rows: ascending. The bytes that were not in memory.
    std::uint64_t prefetch(std::span<const std::uint32_t> rows) const;
    /// Decodes row `row` to out[width].
    void read_row(std::uint32_t row, std::span<float> out) const;
    /// Computing could not go on for so long because rows were not there yet.
    void note_wait(std::uint64_t microseconds) const;
    /// Only the members for n-grams are set. Any thread.
    ExpertCounters counters() const;

    struct Range {
        std::uint64_t begin = 0, end = 0;  ///< bytes, from the beginning of the page in which the table begins
        bool operator==(const Range&) const = default;
    };
    /// The whole pages that hold these rows of a table that begins `offset` bytes into a page; none touches another.
    static std::vector<Range> pages_of(std::span<const std::uint32_t> ascending_rows, std::uint64_t row_bytes,
                                       std::uint64_t offset, std::uint64_t page_bytes);

private:
    struct Counts {
        std::atomic<std::uint64_t> rows{0}, bytes{0}, wait_microseconds{0};
    };

    std::optional<GgufFile> file_;  // keeps the mapping alive
    TensorInfo tensor_;
    WeightMatrix matrix_;
    std::unique_ptr<Counts> counts_ = std::make_unique<Counts>();
};

}  // namespace strata
