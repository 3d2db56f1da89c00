#include "cli/read_bandwidth.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/aligned_buffer.h"
#include "base/error.h"

namespace strata::cli {
namespace {

constexpr std::size_t kBytes = 512U << 20;
constexpr int kPasses = 7;

// Eight independent sums, so that adding never limits reading.
std::uint64_t sum_of(std::span<const std::uint64_t> words) {
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i + 8 <= words.size(); i += 8) {
        for (std::size_t lane = 0; lane < 8; ++lane) {
            sums[lane] += words[i + lane];
        }
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t lane : sums) {
        sum += lane;
    }
    return sum;
}

}  // namespace

Result<double> measure_read_bandwidth(WorkerPool& pool) {
    STRATA_TRY(AlignedBuffer buffer, AlignedBuffer::create(kBytes));
    const std::span<std::uint64_t> words = buffer.as<std::uint64_t>();
    std::fill(words.begin(), words.end(), 1);
    std::atomic<std::uint64_t> total{0};  // keeps the sums from being optimised away
    double best = 0.0;
    for (int pass = 0; pass < kPasses; ++pass) {
        const auto start = std::chrono::steady_clock::now();
        pool.run_ranges(words.size(), 1, [&](std::size_t begin, std::size_t end) {
            total.fetch_add(sum_of(words.subspan(begin, end - begin)), std::memory_order_relaxed);
        });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        best = std::max(best, static_cast<double>(kBytes) / seconds.count());
    }
    if (total.load() == 0) {
        return fail(ErrorCode::internal, "the bandwidth measurement read nothing");
    }
    return best;
}

}  // namespace strata::cli
