#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/interrupt.h"
#include "cli/path_argument.h"
#include "strata/engine.h"

namespace strata::cli {
namespace {

struct VerifyOptions {
    LoadArguments load;
    std::vector<std::string> scenarios;
    std::string folder;
    bool list = false;
};

Result<void> verify(const VerifyOptions& options, Output& out) {
    if (options.list) {
        for (const CacheCheckScenario& scenario : cache_check_scenarios()) {
            out.write(fmt::format("{:<10} {}\n", scenario.name, scenario.description));
        }
        return {};
    }
    STRATA_TRY(LoadOptions load, options.load.options());
    load.limits.memory_parking_bytes = 0;
    STRATA_TRY(const std::unique_ptr<Engine> engine, Engine::load(load, {}));
    CacheCheckOptions check;
    check.scenarios = options.scenarios;
    std::error_code error;
    check.scratch_folder = options.folder.empty() ? std::filesystem::temp_directory_path(error) / "strata-verify-cache"
                                                  : path_from_argument(options.folder);
    InterruptGuard interrupt;
    std::stop_source stop;
    const auto progress = [&](const std::string&, double) {
        if (interrupt.take() || !out.good()) {
            stop.request_stop();
        }
    };
    STRATA_TRY(const auto results, engine->check_cache(check, progress, stop.get_token()));
    std::size_t failed = 0;
    for (const CacheCheckResult& result : results) {
        out.write(fmt::format("{} {:<10} {} requests, {} resumed{}{}\n", result.passed ? "PASS" : "FAIL",
                              result.scenario, result.requests, result.resumed, result.passed ? "" : "; ",
                              result.difference));
        failed += result.passed ? 0 : 1;
    }
    if (stop.stop_requested()) {
        return fail(ErrorCode::invalid_argument, "stopped before all scenarios were played");
    }
    if (failed > 0) {
        return fail(ErrorCode::internal, fmt::format("{} of {} scenarios differ", failed, results.size()));
    }
    return {};
}

}  // namespace

void add_verify_cache(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<VerifyOptions>();
    CLI::App* command = program.add_subcommand(
        "verify-cache", "Check that keeping and parking conversations changes no answer: PASS or FAIL per scenario");
    command->add_option("--scenario", options->scenarios, "Only these")->delimiter(',');
    command->add_option("--folder", options->folder, "Where files go while it runs; without it, the system's place");
    command->add_flag("--list", options->list, "Name the scenarios");
    options->load.add_to(*command);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return verify(*options, out); }; });
}

}  // namespace strata::cli
