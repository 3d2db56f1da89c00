#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/path_argument.h"
#include "strata/engine.h"

namespace strata::cli {
namespace {

struct ChatOptions {
    LoadArguments load;
    ConversationArguments conversation;
    AnswerArguments answer;
    std::string system;
    bool show_thinking = false, stats = false;
};

constexpr const char* kHelp = "/new begins a new conversation, /quit or Ctrl+D leaves, Ctrl+C stops an answer.\n";

/// The next line of standard input without its end; nothing at the end of input.
std::optional<std::string> read_line() {
    std::string line;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), static_cast<int>(part.size()), stdin) != nullptr) {
        line += part.data();
        if (line.ends_with('\n')) {
            line.erase(line.find_last_not_of("\r\n") + 1);
            return line;
        }
    }
    return line.empty() ? std::nullopt : std::optional(line);
}

/// A conversation at the terminal, or one that is read line by line from a file or a pipe.
class Conversation {
public:
    Conversation(Engine& engine, const ChatOptions& options, Output& out)
        : engine_(engine), options_(options), out_(out), request_(options.answer.request(options.load)) {
        request_.conversation = options.conversation.id();
        begin();
    }

    Result<void> run();

private:
    void begin() {
        request_.messages.clear();
        if (!options_.system.empty()) {
            request_.messages.push_back(message_from(Role::system, options_.system));
        }
    }
    Result<void> answer(std::string text);

    Engine& engine_;
    const ChatOptions& options_;
    Output& out_;
    GenerationRequest request_;
};

Result<void> Conversation::run() {
    const bool typed = input_is_terminal();
    if (typed) {
        const char* what = options_.load.uses_built_in() ? ": a tiny practice model, built in for trying out" : "";
        remark(fmt::format("{}{}. {}", engine_.status().model_name, what, kHelp));
    }
    while (out_.good()) {
        if (typed) {
            remark("\n> ");
        }
        std::optional<std::string> line = read_line();
        if (!line || *line == "/quit" || *line == "/exit") {
            break;
        }
        if (*line == "/new") {
            begin();
        } else if (*line == "/help") {
            remark(kHelp);
        } else if (line->find_first_not_of(" \t") != line->npos) {
            STRATA_CHECK(answer(*std::move(line)));
        }
    }
    if (typed) {
        remark("\n");
    }
    return {};
}

Result<void> Conversation::answer(std::string text) {
    request_.messages.push_back(message_from(Role::user, std::move(text)));
    Result<Answer> answer =
        ask(engine_, request_, options_.show_thinking ? Show::answer_and_thinking : Show::answer, out_);
    if (!answer) {
        // The conversation may have become too long, or the template refused it; whoever types can begin a new one.
        request_.messages.pop_back();
        if (!input_is_terminal()) {
            return tl::unexpected(answer.error());
        }
        complain(answer.error().message);
        return {};
    }
    out_.write("\n");
    out_.flush();
    if (options_.stats) {
        if (answer->diverged) {
            remark(divergence_line(*answer->diverged) + "\n");
        }
        remark(summary_line(answer->summary) + "\n");
    }
    ChatMessage said = message_from(Role::assistant, std::move(answer->text));
    said.reasoning = std::move(answer->reasoning);
    said.tool_calls = std::move(answer->tool_calls);
    request_.messages.push_back(std::move(said));
    return {};
}

Result<void> chat(const ChatOptions& options, Output& out) {
    STRATA_TRY(LoadOptions load, options.load.options());
    options.conversation.fill(load);
    STRATA_TRY(const std::unique_ptr<Engine> engine, Engine::load(load, {}));
    warn_about_parking(*engine);
    STRATA_CHECK(Conversation(*engine, options, out).run());
    finish_parking(*engine, options.conversation.id());
    return {};
}

}  // namespace

void add_chat(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<ChatOptions>();
    CLI::App* command = program.add_subcommand("chat", "Chat in the terminal; each line is a message");
    command->add_option("--system", options->system, "Instructions in front of the conversation");
    options->load.add_to(*command);
    options->conversation.add_to(*command);
    options->answer.add_to(*command);
    command->add_flag("--show-thinking", options->show_thinking, "Print the thinking too, on standard error");
    command->add_flag("--stats", options->stats, "Print counts and speeds of each answer on standard error");
    command->callback([&chosen, options] { chosen = [options](Output& out) { return chat(*options, out); }; });
}

}  // namespace strata::cli
