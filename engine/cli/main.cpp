#include <algorithm>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/path_argument.h"

namespace strata::cli {
namespace {

constexpr AddCommand kCommands[] = {add_run,  add_chat,   add_replay, add_inspect,      add_tokenize, add_render,
                                    add_eval, add_logits, add_bench,  add_verify_cache, add_selftest, add_synth};

/// Help and errors of the command line itself.
int end_parsing(const CLI::App& program, const CLI::ParseError& reason, Output& out) {
    std::ostringstream printed;
    std::ostringstream complaint;
    const int code = program.exit(reason, printed, complaint);
    out.write(printed.str());
    const auto finished = out.finish();
    if (code != 0) {
        std::string text = complaint.str();
        text.erase(text.find_last_not_of('\n') + 1);
        complain(text);
        return exit_usage;
    }
    return finished ? exit_done : exit_failed;
}

int run_command_line(std::vector<std::string> words) {
    Output out;
    CLI::App program("The engine of Strata Desktop on a command line.", "strata-engine");
    program.set_version_flag("--version", "strata-engine " STRATA_VERSION);
    program.require_subcommand(1);
    program.failure_message(CLI::FailureMessage::simple);
    Work chosen;
    for (const AddCommand add : kCommands) {
        add(program, chosen);
    }
    try {
        std::reverse(words.begin(), words.end());  // the parser takes the words from the back
        program.parse(words);
    } catch (const CLI::ParseError& reason) {
        return end_parsing(program, reason, out);
    }
    Result<void> result = chosen(out);
    const Result<void> written = out.finish();
    if (result) {
        result = written;
    }
    if (!result) {
        complain(result.error().message);
        return exit_failed;
    }
    return exit_done;
}

}  // namespace
}  // namespace strata::cli

int main(int argc, char** argv) {
    strata::cli::prepare_standard_streams();
    try {
        return strata::cli::run_command_line(strata::cli::command_line(argc, argv));
    } catch (const std::exception& fault) {  // std::bad_alloc, or a fault of a library
        strata::cli::complain(fault.what());
        return strata::cli::exit_failed;
    }
}
