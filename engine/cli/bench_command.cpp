#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/read_bandwidth.h"
#include "generation/random.h"
#include "model/loaded_model.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kRepeats = 3;
constexpr int kWindowsPerMeasure = 16;

struct BenchOptions {
    LoadArguments load;
    std::vector<int> prompts{512}, contexts{0}, windows;
    int decode = 64;
};

/// Runs made-up tokens through the model's own forward pass and counts what it reads.
class Bench {
public:
    Bench(LoadedModel loaded, SequenceState sequence, double bandwidth)
        : loaded_(std::move(loaded)), sequence_(std::move(sequence)), bandwidth_(bandwidth) {}

    Result<void> prompt(std::size_t tokens, Output& out);
    Result<void> decode(std::size_t tokens, std::size_t context, Output& out);
    Result<void> windows(std::size_t rows, std::size_t context, Output& out);

private:
    struct Measure {
        double seconds = 0.0;
        double bytes = 0.0;
    };
    Result<void> read_context(std::size_t tokens);
    Result<Measure> run_windows(std::size_t tokens, std::size_t rows, LogitRows which);
    Result<Measure> median_of(std::size_t tokens, std::size_t rows, LogitRows which, std::size_t context);
    ordered_json line(const char* what, const Measure& measure, std::size_t tokens) const;

    LoadedModel loaded_;
    SequenceState sequence_;
    double bandwidth_;
    std::uint64_t drawn_ = 0;
};

Result<Bench::Measure> Bench::run_windows(std::size_t tokens, std::size_t rows, LogitRows which) {
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
    }
    measure.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return measure;
}

Result<void> Bench::read_context(std::size_t tokens) {
    sequence_.running.reset();
    STRATA_CHECK(run_windows(tokens, loaded_.chunk, LogitRows::none));
    return {};
}

Result<Bench::Measure> Bench::median_of(std::size_t tokens, std::size_t rows, LogitRows which, std::size_t context) {
    std::vector<Measure> measures;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        STRATA_CHECK(read_context(context));
        STRATA_TRY(const Measure measure, run_windows(tokens, rows, which));
        measures.push_back(measure);
    }
    std::ranges::sort(measures, {}, &Measure::seconds);
    return measures[kRepeats / 2];
}

ordered_json Bench::line(const char* what, const Measure& measure, std::size_t tokens) const {
    return {{"bench", what},
            {"cpu", to_string(loaded_.level)},
            {"threads", loaded_.pool->threads()},
            {"tokens", tokens},
            {"seconds", measure.seconds},
            {"tokens_per_second", static_cast<double>(tokens) / measure.seconds},
            {"weight_bytes", measure.bytes},
            {"bytes_per_second", measure.bytes / measure.seconds},
            {"read_bandwidth", bandwidth_},
            {"share_of_bandwidth", measure.bytes / measure.seconds / bandwidth_}};
}

Result<void> Bench::prompt(std::size_t tokens, Output& out) {
    STRATA_TRY(const Measure measure, median_of(tokens, loaded_.chunk, LogitRows::none, 0));
    ordered_json json = line("prompt", measure, tokens);
    json["chunk"] = loaded_.chunk;
    out.write(json.dump() + "\n");
    return {};
}

Result<void> Bench::decode(std::size_t tokens, std::size_t context, Output& out) {
    STRATA_TRY(const Measure measure, median_of(tokens, 1, LogitRows::last, context));
    ordered_json json = line("decode", measure, tokens);
    json["context"] = context;
    out.write(json.dump() + "\n");
    return {};
}

Result<void> Bench::windows(std::size_t rows, std::size_t context, Output& out) {
    STRATA_TRY(const Measure measure, median_of(rows * kWindowsPerMeasure, rows, LogitRows::all, context));
    ordered_json json = line("window", measure, rows * kWindowsPerMeasure);
    json["rows"] = rows;
    json["context"] = context;
    json["ms_per_window"] = measure.seconds * 1000.0 / kWindowsPerMeasure;
    out.write(json.dump() + "\n");
    return {};
}

Result<void> run(const BenchOptions& options, Output& out) {
    STRATA_TRY(const LoadOptions load, options.load.options());
    STRATA_TRY(const GgufFile file, GgufFile::open(load.model));
    STRATA_TRY(LoadedModel loaded, LoadedModel::open(file, load));
    STRATA_TRY(SequenceState sequence, create_sequence(*loaded.model, load.kv_type));
    STRATA_TRY(const double bandwidth, measure_read_bandwidth(*loaded.pool));
    const int most_rows = static_cast<int>(loaded.pass->most_rows());
    Bench bench(std::move(loaded), std::move(sequence), bandwidth);
    for (const int tokens : options.prompts) {
        STRATA_CHECK(bench.prompt(static_cast<std::size_t>(tokens), out));
    }
    for (const int context : options.contexts) {
        if (options.decode > 0) {
            STRATA_CHECK(bench.decode(static_cast<std::size_t>(options.decode), static_cast<std::size_t>(context), out));
        }
        for (const int rows : options.windows) {
            if (rows > most_rows) {
                return fail(ErrorCode::invalid_argument, "--window is larger than --chunk");
            }
            STRATA_CHECK(bench.windows(static_cast<std::size_t>(rows), static_cast<std::size_t>(context), out));
        }
    }
    return {};
}

}  // namespace

void add_bench(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command = program.add_subcommand("bench", "Measure reading and writing speed; one JSON object per line");
    command->add_option("--prompt", options->prompts, "Prompt lengths in tokens")
        ->delimiter(',')
        ->check(CLI::Range(1, 1 << 20));
    command->add_option("--decode", options->decode, "Tokens to write one by one; 0: none")->check(CLI::Range(0, 1 << 20));
    command->add_option("--context", options->contexts, "Tokens that were read before")
        ->delimiter(',')
        ->check(CLI::Range(0, 1 << 20));
    command->add_option("--window", options->windows, "Rows per window, as with drafts")
        ->delimiter(',')
        ->check(CLI::Range(1, 8192));
    // --context names what was read before; the length limit of the other commands has no use here.
    options->load.add_to(*command, LoadArguments::ContextOption::left_out);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace strata::cli
