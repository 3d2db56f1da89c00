// Where experts lie and what it costs; JSON lines.
//
//   experts_bench load --model F     full arena from a cold disk, and plain reading of the same file, in turn
//   experts_bench tier --model F     decode with experts in a budget: tokens per second, bytes from the file, memory
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/mapped_file.h"
#include "base/system_memory.h"
#include "base/uncached_file.h"
#include "gguf/gguf_file.h"
#include "memory/arena_experts.h"
#include "model/loaded_model.h"
#include "model/model.h"

using namespace strata;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

template <class T>
T must(Result<T> result) {
    if (!result) {
        fmt::print(stderr, "{}\n", result.error().message);
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

struct BenchArguments {
    std::string model;
    int rounds = 3, io_threads = 0, threads = 0;
    std::uint64_t budget_mib = 0;
    std::size_t prompt = 0, tokens = 64;
    bool no_prefetch = false;
};

/// The system forgets what it has of the file, as far as nobody maps it.
void make_cold(const std::filesystem::path& path) {
    must(UncachedFile::open(path)).drop_cache();
}

/// Reads the file from end to end, as a person would copy it.
double sequential_seconds(const std::filesystem::path& path, std::uint64_t bytes) {
    const MappedFile file = must(MappedFile::open(path));
    AlignedBuffer buffer = must(AlignedBuffer::create(std::size_t{4} << 20));
    const Clock::time_point start = Clock::now();
    for (std::uint64_t at = 0; at < bytes; at += buffer.size()) {
        must(file.read(at, {buffer.data(), std::min<std::uint64_t>(buffer.size(), bytes - at)}));
    }
    return seconds_since(start);
}

void measure_load(const BenchArguments& arguments) {
    for (int round = 0; round < arguments.rounds; ++round) {
        const std::uint64_t file_bytes = std::filesystem::file_size(arguments.model);
        make_cold(arguments.model);
        const double plain = static_cast<double>(file_bytes) / sequential_seconds(arguments.model, file_bytes);
        make_cold(arguments.model);
        const Clock::time_point start = Clock::now();
        const GgufFile file = must(GgufFile::open(arguments.model));
        const auto model = must(Model::open(file));
        ArenaExperts::Options options;
        options.io_threads = arguments.io_threads > 0 ? arguments.io_threads : ArenaExperts::kUsualThreads;
        const auto arena = must(ArenaExperts::create(file, model->experts(), options));
        const double opened = seconds_since(start);
        must(arena->wait_until_loaded());
        const double seconds = seconds_since(start);
        const auto bytes = static_cast<double>(arena->memory().loaded_bytes);
        fmt::print(
            "{{\"bench\":\"arena_load\",\"io_threads\":{},\"bytes\":{:.0f},\"open_seconds\":{:.3f},"
            "\"seconds\":{:.3f},\"bytes_per_second\":{:.0f},\"sequential_bytes_per_second\":{:.0f},"
            "\"share\":{:.3f}}}\n",
            options.io_threads, bytes, opened, seconds, bytes / seconds, plain, bytes / seconds / plain);
    }
}

/// Bytes of the model's files that the system keeps in its cache.
double cached_bytes(const GgufFile& file) {
    double bytes = 0;
    for (const TensorInfo& tensor : file.tensors()) {
        bytes += MappedFile::cached_share(file.tensor_bytes(tensor)) * static_cast<double>(tensor.bytes);
    }
    return bytes;
}

/// Runs made-up tokens and keeps the most memory that was seen.
class Run {
public:
    Run(const GgufFile& file, LoadedModel& loaded)
        : file_(file), loaded_(loaded), sequence_(must(create_sequence(*loaded.model, KvType::int8))) {}

    double seconds(std::size_t tokens, std::size_t rows) {
        double seconds = 0;
        for (std::size_t at = 0; at < tokens; at += rows) {
            std::vector<std::int32_t> ids(std::min(rows, tokens - at));
            for (std::int32_t& id : ids) {
                state_ = state_ * 1664525U + 1013904223U;
                id = static_cast<std::int32_t>((state_ >> 8) % loaded_.model->config().vocab_size);
            }
            const Clock::time_point start = Clock::now();
            must(loaded_.pass->run(ids, sequence_, LogitRows::last, {}));
            loaded_.pass->commit(sequence_, ids.size());
            seconds += seconds_since(start);
            own_ = std::max(own_, static_cast<double>(read_system_memory().process_private_bytes));
            if (at / rows % 16 == 0) {
                cached_ = std::max(cached_, cached_bytes(file_));
            }
        }
        return seconds;
    }
    double own() const { return own_; }
    double cached() const { return cached_; }

private:
    const GgufFile& file_;
    LoadedModel& loaded_;
    SequenceState sequence_;
    std::uint32_t state_ = 7;
    double own_ = 0, cached_ = 0;
};

void print_part(const char* part, std::size_t tokens, double seconds, const ExpertCounters& used) {
    fmt::print(
        "{{\"bench\":\"{}\",\"tokens\":{},\"tokens_per_second\":{:.2f},\"lookups\":{},\"from_memory\":{},"
        "\"file_experts\":{},\"file_bytes_per_token\":{:.0f},\"early\":{},\"early_used\":{},\"waits\":{},"
        "\"wait_seconds\":{:.3f}}}\n",
        part, tokens, static_cast<double>(tokens) / seconds, used.lookups, used.from_memory, used.file_experts,
        static_cast<double>(used.file_bytes) / static_cast<double>(tokens), used.early_experts, used.early_used,
        used.waits, static_cast<double>(used.wait_microseconds) / 1e6);
}

void measure_tier(const BenchArguments& arguments) {
    make_cold(arguments.model);
    const GgufFile file = must(GgufFile::open(arguments.model));
    LoadOptions options;
    options.threads = arguments.threads;
    options.io_threads = arguments.io_threads;
    options.expert_prefetch = !arguments.no_prefetch;
    options.context_length = 4096;
    options.experts = ExpertPlacement::budget;
    if (arguments.budget_mib > 0) {
        options.expert_budget_bytes = arguments.budget_mib << 20;
    }
    LoadedModel loaded = must(LoadedModel::open(file, options));
    Run run(file, loaded);
    if (arguments.prompt > 0) {
        const ExpertCounters before = loaded.experts->counters();
        const double seconds = run.seconds(arguments.prompt, loaded.chunk);
        print_part("tier_prompt", arguments.prompt, seconds, loaded.experts->counters() - before);
    }
    run.seconds(arguments.tokens, 1);  // until the cache holds what decoding uses
    const ExpertCounters before = loaded.experts->counters();
    const double seconds = run.seconds(arguments.tokens, 1);
    print_part("tier_decode", arguments.tokens, seconds, loaded.experts->counters() - before);
    const ExpertMemory memory = loaded.experts->memory();
    fmt::print(
        "{{\"bench\":\"tier_memory\",\"prefetch\":{},\"expert_bytes\":{},\"expert_budget\":{},\"expert_pool\":{},"
        "\"budget\":{},\"own_peak\":{:.0f},\"file_cached_peak\":{:.0f},\"share_of_budget\":{:.3f}}}\n",
        options.expert_prefetch, memory.all_bytes, loaded.plan.expert_bytes, memory.budget_bytes,
        loaded.plan.expected_bytes, run.own(), run.cached(),
        (run.own() + run.cached()) / static_cast<double>(loaded.plan.expected_bytes));
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures where experts lie");
    app.require_subcommand(1);
    BenchArguments arguments;
    CLI::App* load = app.add_subcommand("load", "A full arena from a cold disk");
    CLI::App* tier = app.add_subcommand("tier", "Decoding with experts in a budget");
    for (CLI::App* command : {load, tier}) {
        command->add_option("--model", arguments.model, "A GGUF file")->required();
        command->add_option("--io-threads", arguments.io_threads, "Threads that read");
    }
    load->add_option("--rounds", arguments.rounds, "How often");
    tier->add_option("--threads", arguments.threads, "Threads that compute");
    tier->add_option("--budget-mib", arguments.budget_mib, "MiB for experts");
    tier->add_option("--prompt", arguments.prompt, "Prompt tokens that are read first");
    tier->add_option("--tokens", arguments.tokens, "Tokens that are decoded");
    tier->add_flag("--no-prefetch", arguments.no_prefetch, "Do not read before experts are needed");
    CLI11_PARSE(app, argc, argv);
    if (load->parsed()) {
        measure_load(arguments);
    } else {
        measure_tier(arguments);
    }
    return 0;
}
