#include <memory>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/path_argument.h"
#include "cli/value_text.h"
#include "strata/engine.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

struct RunOptions {
    LoadArguments load;
    ConversationArguments conversation;
    AnswerArguments answer;
    std::string prompt, prompt_file, system, tools_file;
    bool from_text = false;  ///< --prompt was given, perhaps empty
    bool raw = false, show_thinking = false, stats = false, json = false;
};

Result<GenerationRequest> make_request(const RunOptions& options) {
    GenerationRequest request = options.answer.request(options.load);
    request.conversation = options.conversation.id();
    std::string prompt = options.prompt;
    if (!options.from_text) {
        STRATA_TRY(prompt, read_all(options.prompt_file));
    }
    if (!options.tools_file.empty()) {
        STRATA_TRY(request.tools, read_all(options.tools_file));
    }
    if (options.raw) {
        request.raw_prompt = std::move(prompt);
        return request;
    }
    if (!options.system.empty()) {
        request.messages.push_back(message_from(Role::system, options.system));
    }
    request.messages.push_back(message_from(Role::user, std::move(prompt)));
    return request;
}

std::string answer_json(const Answer& answer) {
    ordered_json calls = ordered_json::array();
    for (const ToolCall& call : answer.tool_calls) {
        calls.push_back(call_json(call));
    }
    const GenerationSummary& summary = answer.summary;
    return dump({{"text", answer.text},
                 {"reasoning", answer.reasoning},
                 {"tool_calls", calls},
                 {"finish_reason", to_string(summary.reason)},
                 {"prompt_tokens", summary.prompt_tokens},
                 {"reused_tokens", summary.reused_tokens},
                 {"source", to_string(summary.source)},
                 {"generated_tokens", summary.generated_tokens},
                 {"prompt_tokens_per_second", summary.prompt_tokens_per_second()},
                 {"decode_tokens_per_second", summary.decode_tokens_per_second()}});
}

Result<void> run(const RunOptions& options, Output& out) {
    STRATA_TRY(const GenerationRequest request, make_request(options));
    STRATA_TRY(LoadOptions load, options.load.options());
    options.conversation.fill(load);
    STRATA_TRY(const std::unique_ptr<Engine> engine, Engine::load(load, {}));
    warn_about_parking(*engine);
    const Show show = options.json ? Show::nothing : options.show_thinking ? Show::answer_and_thinking : Show::answer;
    STRATA_TRY(const Answer answer, ask(*engine, request, show, out));
    if (options.json) {
        out.write(answer_json(answer));
    } else if (!answer.text.ends_with('\n')) {
        out.write("\n");
    }
    if (options.stats) {
        out.flush();
        if (answer.diverged) {
            remark(divergence_line(*answer.diverged) + "\n");
        }
        remark(summary_line(answer.summary) + "\n");
    }
    finish_parking(*engine, options.conversation.id());
    if (answer.summary.reason == FinishReason::cancelled && out.good()) {
        return fail(ErrorCode::invalid_argument, "stopped by Ctrl+C");
    }
    return {};
}

}  // namespace

void add_run(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = program.add_subcommand("run", "Answer one prompt");
    CLI::Option_group* source = command->add_option_group("prompt", "What to answer; without any, standard input");
    CLI::Option* prompt = source->add_option("--prompt", options->prompt, "This text");
    CLI::Option* file =
        source->add_option("--prompt-file", options->prompt_file, "The text of this file; - is standard input");
    source->require_option(0, 1);
    command->add_option("--system", options->system, "Instructions in front of the prompt");
    command->add_option("--tools", options->tools_file, "A JSON file with the functions that the model may call");
    command->add_flag("--raw", options->raw,
                      "Continue the text as it is: no chat template, control tokens in it are live");
    options->load.add_to(*command);
    options->conversation.add_to(*command);
    options->answer.add_to(*command);
    command->add_flag("--show-thinking", options->show_thinking, "Print the thinking too, on standard error");
    command->add_flag("--stats", options->stats, "Print counts and speeds on standard error");
    command->add_flag("--json", options->json, "Print the whole answer as JSON");
    command->callback([&chosen, options, prompt, file] {
        options->from_text = prompt->count() > 0;
        if (file->count() == 0) {
            options->prompt_file = "-";
        }
        chosen = [options](Output& out) { return run(*options, out); };
    });
}

}  // namespace strata::cli
