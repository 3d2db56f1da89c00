#include <algorithm>
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/read_bandwidth.h"
#include "cli/speed_meter.h"
#include "model/loaded_model.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kWindowsPerMeasure = 16;

struct BenchOptions {
    LoadArguments load;
    std::vector<int> prompts{512}, contexts{0}, windows;
    int decode = 64;
};

/// Measures and writes a line of JSON for each figure.
class Bench {
public:
    Bench(SpeedMeter meter, double bandwidth) : meter_(std::move(meter)), bandwidth_(bandwidth) {}

    Result<void> prompt(std::size_t tokens, std::size_t context, Output& out);
    Result<void> decode(std::size_t tokens, std::size_t context, Output& out);
    Result<void> windows(std::size_t rows, std::size_t context, Output& out);

private:
    using Measure = SpeedMeter::Measure;
    ordered_json line(const char* what, const Measure& measure, std::size_t tokens) const;

    SpeedMeter meter_;
    double bandwidth_;
};

ordered_json Bench::line(const char* what, const Measure& measure, std::size_t tokens) const {
    return {{"bench", what},
            {"cpu", to_string(meter_.loaded().level)},
            {"threads", meter_.loaded().pool->threads()},
            {"tokens", tokens},
            {"seconds", measure.seconds},
            {"tokens_per_second", static_cast<double>(tokens) / measure.seconds},
            {"weight_bytes", measure.bytes},
            {"bytes_per_second", measure.bytes / measure.seconds},
            {"read_bandwidth", bandwidth_},
            {"share_of_bandwidth", measure.bytes / measure.seconds / bandwidth_}};
}

Result<void> Bench::prompt(std::size_t tokens, std::size_t context, Output& out) {
    const std::size_t chunk = meter_.loaded().chunk;
    STRATA_TRY(const Measure measure, meter_.median(tokens, chunk, LogitRows::none, context));
    STRATA_TRY(const Measure first, meter_.first_token(tokens, context));
    ordered_json json = line("prompt", measure, tokens);
    json["chunk"] = chunk;
    json["context"] = context;
    json["first_token_seconds"] = first.seconds;
    out.write(json.dump() + "\n");
    return {};
}

Result<void> Bench::decode(std::size_t tokens, std::size_t context, Output& out) {
    STRATA_TRY(const Measure measure, meter_.median(tokens, 1, LogitRows::last, context));
    ordered_json json = line("decode", measure, tokens);
    json["context"] = context;
    out.write(json.dump() + "\n");
    return {};
}

Result<void> Bench::windows(std::size_t rows, std::size_t context, Output& out) {
    STRATA_TRY(const Measure measure, meter_.median(rows * kWindowsPerMeasure, rows, LogitRows::all, context));
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
    STRATA_TRY(const double bandwidth, measure_read_bandwidth(*loaded.pool));
    const int most_rows = static_cast<int>(loaded.pass->most_rows());
    STRATA_TRY(SpeedMeter meter, SpeedMeter::create(std::move(loaded), load.kv_type));
    Bench bench(std::move(meter), bandwidth);
    for (const int context : options.contexts) {
        for (const int tokens : options.prompts) {
            STRATA_CHECK(bench.prompt(static_cast<std::size_t>(tokens), static_cast<std::size_t>(context), out));
        }
        if (options.decode > 0) {
            STRATA_CHECK(
                bench.decode(static_cast<std::size_t>(options.decode), static_cast<std::size_t>(context), out));
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
    command->add_option("--decode", options->decode, "Tokens to write one by one; 0: none")
        ->check(CLI::Range(0, 1 << 20));
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
