#pragma once

#include <functional>

#include "cli/output.h"
#include "strata/result.h"

namespace CLI {
class App;
}

namespace strata::cli {

/// How every command ends.
enum ExitCode : int {
    exit_done = 0,
    exit_failed = 1,  ///< the reason is on stderr
    exit_usage = 2,   ///< the command line made no sense
};

/// What a command does once its command line was understood. An error ends the program with exit_failed.
using Work = std::function<Result<void>(Output& out)>;

/// Each command is one file that adds a subcommand with its options to `program` and, if that is the one that was
/// typed, puts its work into `chosen` (which outlives the parsing).
using AddCommand = void (*)(CLI::App& program, Work& chosen);

void add_bench(CLI::App& program, Work& chosen);         ///< bench_command.cpp
void add_chat(CLI::App& program, Work& chosen);          ///< chat_command.cpp
void add_eval(CLI::App& program, Work& chosen);          ///< eval_command.cpp
void add_inspect(CLI::App& program, Work& chosen);       ///< inspect_command.cpp
void add_logits(CLI::App& program, Work& chosen);        ///< logits_command.cpp
void add_render(CLI::App& program, Work& chosen);        ///< render_command.cpp
void add_replay(CLI::App& program, Work& chosen);        ///< replay_command.cpp
void add_run(CLI::App& program, Work& chosen);           ///< run_command.cpp
void add_selftest(CLI::App& program, Work& chosen);      ///< selftest_command.cpp
void add_synth(CLI::App& program, Work& chosen);         ///< synth_command.cpp
void add_tokenize(CLI::App& program, Work& chosen);      ///< tokenize_command.cpp
void add_verify_cache(CLI::App& program, Work& chosen);  ///< verify_cache_command.cpp

}  // namespace strata::cli
