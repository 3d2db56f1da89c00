// Speed of the quantised matrix products: bytes of weights per second, next to what the machine can read.
//
//   kernels_bench [--types Q4_K,Q2_0] [--levels avx2,avx512] [--rows 1,4,16] [--threads 1] [--mib 256] [--seconds 0.5]
//                 [--cpu-time]
//
// One JSON object per line. The weights are larger than the caches and are gone through from start to end, as a model's
// are. "rows" is the number of activation rows of a call: 1 when one token is generated, more when a prompt is read.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/cpu_features.h"
#include "base/worker_pool.h"
#include "gguf/quant_type.h"
#include "kernels/cpu_kernels.h"
#include "quant_samples.h"

namespace {

using namespace strata;

constexpr std::size_t kColumns = 2560;  // the model's hidden size
constexpr int kRepeats = 3;             // the best one counts

struct Options {
    std::vector<std::string> types{"Q8_0",   "Q6_K",  "Q5_K",    "Q4_K",  "Q2_K",   "IQ4_NL",
                                   "IQ4_XS", "IQ3_S", "IQ3_XXS", "IQ2_S", "IQ2_XS", "IQ2_XXS",
                                   "IQ1_M",  "Q2_0",  "Q5_1",    "Q5_0",  "Q4_0"};
    std::vector<std::string> levels;
    std::vector<std::size_t> rows{1, 4, 16};
    int threads = 1;
    std::size_t mib = 256;
    double seconds = 0.5;
    bool cpu_time = false;
};

/// Seconds by the clock, or of processor time.
double now(bool cpu_time) {
    if (cpu_time) {
        return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Calls work(slice) for slices 0, 1, .. slice_count - 1, 0, .. until the time is over; bytes per second.
template <class Work>
double bytes_per_second(const Options& options, std::size_t slice_count, std::size_t slice_bytes, Work&& work) {
    const double start = now(options.cpu_time);
    std::size_t done = 0;
    double elapsed = 0;
    do {
        work(done % slice_count);
        ++done;
        elapsed = now(options.cpu_time) - start;
    } while (elapsed < options.seconds);
    return static_cast<double>(done * slice_bytes) / elapsed;
}

/// The most that `threads` threads read from memory.
double read_bandwidth(WorkerPool& pool, const Options& options, AlignedBuffer& memory) {
    const std::size_t slice_words = (std::size_t{4} << 20) / sizeof(std::uint64_t);
    const auto words = memory.as<std::uint64_t>();
    const std::size_t slices = words.size() / slice_words;
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(pool.threads()) * 8);
    double best = 0;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        best = std::max(best,
                        bytes_per_second(options, slices, slice_words * sizeof(std::uint64_t), [&](std::size_t slice) {
                            pool.run_ranges(slice_words, slice_words / 64, [&](std::size_t begin, std::size_t end) {
                                std::uint64_t sum = 0;
                                for (std::size_t i = begin; i < end; ++i) {
                                    sum += words[slice * slice_words + i];
                                }
                                sums[begin * static_cast<std::size_t>(pool.threads()) / slice_words * 8] += sum;
                            });
                        }));
    }
    // Used, so that the reading cannot be left out.
    return sums[0] == 1 ? 0 : best;
}

/// Quantised activation rows in memory of their own.
struct Activations {
    AlignedBuffer codes, scales, sums;
    ActivationRows rows;
};

Activations make_activations(const CpuKernels& kernels, QuantType type, std::size_t count) {
    Activations x;
    x.codes = AlignedBuffer::create(count * kColumns).value();
    x.rows.scale_stride = 128;
    x.rows.sum_stride = 192;
    x.scales = AlignedBuffer::create(count * x.rows.scale_stride * sizeof(float)).value();
    x.sums = AlignedBuffer::create(count * x.rows.sum_stride * sizeof(std::int16_t)).value();
    x.rows.codes = x.codes.as<std::int8_t>().data();
    x.rows.scales = x.scales.as<float>().data();
    x.rows.sums = x.sums.as<std::int16_t>().data();
    x.rows.stride = kColumns;
    x.rows.columns = kColumns;
    const std::vector<float> values = testing::random_activations(count, kColumns, 1);
    const auto quantize =
        activation_format(type) == ActivationFormat::q8_32 ? kernels.quantize_q8_32 : kernels.quantize_q8_256;
    for (std::size_t row = 0; row < count; ++row) {
        quantize(values.data() + row * kColumns, kColumns, x.codes.as<std::int8_t>().data() + row * kColumns,
                 x.scales.as<float>().data() + row * x.rows.scale_stride,
                 x.sums.as<std::int16_t>().data() + row * x.rows.sum_stride);
    }
    return x;
}

/// Fills the memory with whole rows of random weights; how many.
std::size_t fill_weights(QuantType type, AlignedBuffer& memory) {
    const std::size_t bytes = row_bytes(type, kColumns);
    const std::size_t pattern_rows = 64;
    const std::vector<std::byte> pattern = testing::random_weights(type, pattern_rows, kColumns, 2);
    const std::size_t rows = memory.size() / bytes / pattern_rows * pattern_rows;
    for (std::size_t row = 0; row < rows; row += pattern_rows) {
        std::memcpy(memory.data() + row * bytes, pattern.data(), pattern.size());
    }
    return rows;
}

double product_speed(WorkerPool& pool, const Options& options, const CpuKernels& kernels, QuantType type,
                     std::size_t activation_rows, const AlignedBuffer& memory, std::size_t weight_rows) {
    const Activations x = make_activations(kernels, type, activation_rows);
    const std::size_t bytes = row_bytes(type, kColumns);
    const std::size_t slice_rows = 640;  // an expert's rows
    std::vector<float> out(slice_rows * activation_rows);
    const auto matmul = kernels.matmul[static_cast<std::size_t>(type)];
    double best = 0;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        best = std::max(best,
                        bytes_per_second(options, weight_rows / slice_rows, slice_rows * bytes, [&](std::size_t slice) {
                            const std::byte* weights = memory.data() + slice * slice_rows * bytes;
                            pool.run_ranges(slice_rows, 8, [&](std::size_t begin, std::size_t end) {
                                matmul(weights + begin * bytes, bytes, end - begin, x.rows, nullptr, activation_rows,
                                       out.data() + begin, slice_rows);
                            });
                        }));
    }
    return best;
}

void run(const Options& options) {
    WorkerPool pool(options.threads);
    AlignedBuffer memory = AlignedBuffer::create(options.mib << 20).value();
    std::memset(memory.data(), 1, memory.size());
    const double readable = read_bandwidth(pool, options, memory);
    fmt::print("{{\"bench\":\"read\",\"threads\":{},\"gb_per_s\":{:.2f}}}\n", options.threads, readable / 1e9);
    for (const std::string& name : options.types) {
        const QuantType type = parse_quant_type(name).value();
        const std::size_t weight_rows = fill_weights(type, memory);
        for (const std::string& level : options.levels) {
            const CpuKernels& kernels = select_kernels(parse_cpu_level(level).value());
            for (const std::size_t rows : options.rows) {
                const double speed = product_speed(pool, options, kernels, type, rows, memory, weight_rows);
                const double weights_per_byte =
                    static_cast<double>(kColumns) / static_cast<double>(row_bytes(type, kColumns));
                fmt::print(
                    "{{\"bench\":\"matmul\",\"type\":\"{}\",\"level\":\"{}\",\"rows\":{},\"threads\":{},"
                    "\"weight_gb_per_s\":{:.2f},\"share_of_read\":{:.2f},\"gmac_per_s\":{:.1f}}}\n",
                    name, level, rows, options.threads, speed / 1e9, speed / readable,
                    speed * weights_per_byte * static_cast<double>(rows) / 1e9);
                std::fflush(stdout);
            }
        }
    }
}

bool known(const Options& options) {
    const auto is_type = [](const std::string& name) {
        const auto type = parse_quant_type(name);
        return type && quant_type_info(*type).is_weight && quant_type_info(*type).block_values > 1;
    };
    const auto is_level = [](const std::string& name) {
        const auto level = parse_cpu_level(name);
        return level && detect_cpu_features().has(*level);
    };
    return std::all_of(options.types.begin(), options.types.end(), is_type) &&
           std::all_of(options.levels.begin(), options.levels.end(), is_level);
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    options.levels = {std::string(to_string(detect_cpu_features().best_level()))};
    CLI::App app("Speed of the quantised matrix products");
    app.add_option("--types", options.types, "weight types")->delimiter(',');
    app.add_option("--levels", options.levels, "scalar, avx2, avx2_vnni, avx512, avx512_amx")->delimiter(',');
    app.add_option("--rows", options.rows, "activation rows of a call")->delimiter(',');
    app.add_option("--threads", options.threads, "threads")->check(CLI::Range(1, 1024));
    app.add_option("--mib", options.mib, "size of the weights")->check(CLI::Range(16, 65536));
    app.add_option("--seconds", options.seconds, "time for each number")->check(CLI::Range(0.01, 60.0));
    app.add_flag("--cpu-time", options.cpu_time,
                 "count processor time: for one thread on a busy machine (not on Windows)");
    CLI11_PARSE(app, argc, argv);
    if (!known(options)) {
        fmt::print(stderr, "unknown weight type, or a level that this processor does not have\n");
        return 2;
    }
    run(options);
    return 0;
}
