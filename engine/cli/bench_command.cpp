#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cli/bench_rounds.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/read_bandwidth.h"
#include "cli/speed_meter.h"
#include "model/loaded_model.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kWindowsPerMeasure = 16;

struct BenchOptions {
    LoadArguments load;
    std::vector<int> prompts{512}, contexts{0}, windows, busy{0};
    int decode = 64, rounds = 3;
};

/// All cases of a context and load; the first context and load serve the others to compare with.
void add_cases(const BenchOptions& options, std::size_t chunk, std::size_t context, int busy,
               std::vector<BenchCase>& cases) {
    const std::size_t begin = cases.size();
    const auto add = [&](BenchCase made) {
        const std::size_t place = cases.size() - begin;
        made.context = context;
        made.busy_threads = busy;
        if (made.compare_with < 0 && begin > 0) {
            made.compare_with = static_cast<int>(place);
        }
        cases.push_back(std::move(made));
    };
    for (const int tokens : options.prompts) {
        const auto count = static_cast<std::size_t>(tokens);
        add({.name = "prompt", .tokens = count, .rows = chunk, .logits = LogitRows::none});
        add({.name = "first_token", .tokens = count, .rows = chunk, .to_first_token = true});
    }
    const int decode = static_cast<int>(cases.size());
    if (options.decode > 0) {
        add({.name = "decode", .tokens = static_cast<std::size_t>(options.decode)});
    }
    for (const int rows : options.windows) {
        const auto count = static_cast<std::size_t>(rows);
        add({.name = "window",
             .tokens = count * kWindowsPerMeasure,
             .rows = count,
             .logits = LogitRows::all,
             .compare_with = options.decode > 0 ? decode : -1});
    }
}

/// What the ratio of a case says, as the name of its field.
const char* ratio_name(const BenchCase& mine, const BenchCase& other) {
    if (mine.name != other.name) {
        return "time_to_one_row";
    }
    return mine.busy_threads != other.busy_threads ? "time_to_first_load" : "time_to_first_context";
}

ordered_json line(const LoadedModel& loaded, const std::vector<BenchCase>& cases, std::size_t place,
                  const BenchFigures& figures, double bandwidth, int rounds) {
    const BenchCase& mine = cases[place];
    const double tokens = static_cast<double>(mine.tokens);
    const double rate = figures.median.bytes / figures.median.seconds;
    ordered_json json = {{"bench", mine.name},
                         {"cpu", to_string(loaded.level)},
                         {"threads", loaded.pool->threads()},
                         {"busy_threads", mine.busy_threads},
                         {"context", mine.context},
                         {"tokens", mine.tokens},
                         {"rows", mine.rows},
                         {"rounds", rounds},
                         {"seconds", figures.median.seconds},
                         {"expert_seconds", figures.median.expert_seconds},
                         {"ms_per_window", figures.median.seconds * 1000.0 / static_cast<double>(mine.windows())},
                         {"tokens_per_second", tokens / figures.median.seconds},
                         {"weight_bytes", figures.median.bytes},
                         {"bytes_per_second", rate},
                         {"read_bandwidth", bandwidth},
                         {"share_of_bandwidth", rate / bandwidth}};
    if (mine.compare_with >= 0) {
        const BenchCase& other = cases[static_cast<std::size_t>(mine.compare_with)];
        json[ratio_name(mine, other)] = figures.ratio;
        if (mine.name != other.name) {
            json["dense_time_to_one_row"] = figures.dense_ratio;
        }
    }
    return json;
}

Result<void> run(const BenchOptions& options, Output& out) {
    STRATA_TRY(const LoadOptions load, options.load.options());
    STRATA_TRY(const GgufFile file, GgufFile::open(load.model));
    STRATA_TRY(LoadedModel loaded, LoadedModel::open(file, load));
    for (const int rows : options.windows) {
        if (static_cast<std::size_t>(rows) > loaded.pass->most_rows()) {
            return fail(ErrorCode::invalid_argument, "--window is larger than --chunk");
        }
    }
    STRATA_TRY(const double bandwidth, measure_read_bandwidth(*loaded.pool));
    std::vector<BenchCase> cases;
    for (const int busy : options.busy) {
        for (const int context : options.contexts) {
            add_cases(options, loaded.chunk, static_cast<std::size_t>(context), busy, cases);
        }
    }
    STRATA_TRY(SpeedMeter meter, SpeedMeter::create(std::move(loaded), load.kv_type));
    STRATA_TRY(const std::vector<BenchFigures> figures, measure_in_rounds(meter, cases, options.rounds));
    for (std::size_t i = 0; i < cases.size(); ++i) {
        out.write(line(meter.loaded(), cases, i, figures[i], bandwidth, options.rounds).dump() + "\n");
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
    command
        ->add_option("--context", options->contexts,
                     "Tokens that were read before; the keys and values of them are made up")
        ->delimiter(',')
        ->check(CLI::Range(0, 1 << 20));
    command->add_option("--window", options->windows, "Rows per window, as with drafts")
        ->delimiter(',')
        ->check(CLI::Range(1, 8192));
    command->add_option("--busy", options->busy, "Threads of other work on the same cores meanwhile")
        ->delimiter(',')
        ->check(CLI::Range(0, 256));
    command->add_option("--rounds", options->rounds, "How often everything is measured, in turn; medians are shown")
        ->check(CLI::Range(1, 1000));
    // --context names what was read before; the length limit of the other commands has no use here.
    options->load.add_to(*command, LoadArguments::ContextOption::left_out);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace strata::cli
