#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/answer.h"
#include "cli/bench_rounds.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/path_argument.h"
#include "cli/replay_script.h"

#include "cli/speed_meter.h"
#include "cli/value_text.h"
#include "strata/engine.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kBenchRounds = 3;

struct ReplayOptions {
    LoadArguments load;
    ConversationArguments conversation;
    AnswerArguments answer;
    std::string script;
    bool json = false, fingerprint = false, compare = false;
};

/// Plays a script's turns against an engine and tells what each one cost.
class Replay {
public:
    Replay(const ReplayOptions& options, Engine& engine, SpeedMeter* meter, Output& out)
        : options_(options), engine_(engine), meter_(meter), out_(out) {}

    Result<void> play(const ReplayScript& script);

private:
    Result<void> report(std::size_t turn, const Answer& answer);
    ordered_json line(std::size_t turn, const Answer& answer, std::optional<double> bench_ms) const;
    void write_row(const ordered_json& line);

    const ReplayOptions& options_;
    Engine& engine_;
    SpeedMeter* meter_;
    Output& out_;
};

Result<void> Replay::play(const ReplayScript& script) {
    GenerationRequest request = options_.answer.request(options_.load);
    request.conversation = options_.conversation.id();
    request.tools = script.tools;
    request.thinking = script.thinking;
    if (!options_.json) {
        out_.write(fmt::format("{:>4} {:>7} {:>7} {:>6}  {:<13} {:>9} {:>9}\n", "turn", "prompt", "reused", "read",
                               "from", "first ms", meter_ != nullptr ? "bench ms" : ""));
    }
    for (std::size_t turn = 0; turn < script.turns.size(); ++turn) {
        for (const ChatMessage& message : script.turns[turn].messages) {
            request.messages.push_back(message);
        }
        STRATA_TRY(Answer answer, ask(engine_, request, Show::nothing, out_));
        STRATA_CHECK(report(turn, answer));
        if (answer.summary.reason == FinishReason::cancelled) {
            return fail(ErrorCode::invalid_argument, "stopped by Ctrl+C");
        }
        ChatMessage said = message_from(Role::assistant, std::move(answer.text));
        said.reasoning = std::move(answer.reasoning);
        said.tool_calls = std::move(answer.tool_calls);
        request.messages.push_back(std::move(said));
    }
    return {};
}

Result<void> Replay::report(std::size_t turn, const Answer& answer) {
    std::optional<double> bench_ms;
    if (meter_ != nullptr) {
        const GenerationSummary& summary = answer.summary;
        const BenchCase same{.name = "first_token",
                             .context = static_cast<std::size_t>(summary.reused_tokens),
                             .tokens = static_cast<std::size_t>(summary.prompt_tokens - summary.reused_tokens),
                             .to_first_token = true};
        STRATA_TRY(const std::vector<BenchFigures> figures, measure_in_rounds(*meter_, {same}, kBenchRounds));
        bench_ms = figures.front().median.seconds * 1e3;
    }
    const ordered_json json = line(turn, answer, bench_ms);
    if (options_.json) {
        out_.write(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
    } else {
        write_row(json);
    }
    out_.flush();
    return {};
}

ordered_json Replay::line(std::size_t turn, const Answer& answer, std::optional<double> bench_ms) const {
    const GenerationSummary& summary = answer.summary;
    const auto ms = [](std::chrono::microseconds time) { return static_cast<double>(time.count()) / 1e3; };
    ordered_json json = {{"turn", turn + 1},
                         {"prompt_tokens", summary.prompt_tokens},
                         {"reused_tokens", summary.reused_tokens},
                         {"read_tokens", summary.prompt_tokens - summary.reused_tokens},
                         {"source", to_string(summary.source)},
                         {"reason", to_string(summary.reread_reason)},
                         {"first_token_ms", ms(summary.first_token_time)},
                         {"restored_bytes", summary.restored_bytes},
                         {"restore_ms", ms(summary.restore_time)},
                         {"parked_bytes", summary.parked_bytes},
                         {"park_ms", ms(summary.park_time)},
                         {"generated_tokens", summary.generated_tokens},
                         {"text", answer.text}};
    if (bench_ms) {
        json["bench_first_token_ms"] = *bench_ms;
    }
    if (answer.diverged) {
        json["diverged"] = divergence_line(*answer.diverged);
    }
    if (options_.fingerprint) {
        const StateFingerprint print = engine_.fingerprint();
        json["fingerprint"] = {{"tokens", print.tokens}};
        for (const StateFingerprint::Component& component : print.components) {
            if (component.must_match) {
                json["fingerprint"][component.name] = component.digest;
            }
        }
    }
    return json;
}

void Replay::write_row(const ordered_json& json) {
    const auto bench = json.find("bench_first_token_ms");
    out_.write(fmt::format(
        "{:>4} {:>7} {:>7} {:>6}  {:<13} {:>9.1f} {:>9}\n", json["turn"].get<int>(), json["prompt_tokens"].get<int>(),
        json["reused_tokens"].get<int>(), json["read_tokens"].get<int>(), json["source"].get<std::string>(),
        json["first_token_ms"].get<double>(), bench != json.end() ? fmt::format("{:.1f}", bench->get<double>()) : ""));
    if (const auto print = json.find("fingerprint"); print != json.end()) {
        for (const auto& [name, digest] : print->items()) {
            out_.write(
                fmt::format("     {:<14} {}\n", name, digest.is_string() ? digest.get<std::string>() : digest.dump()));
        }
    }
}

Result<void> replay(const ReplayOptions& options, Output& out) {
    STRATA_TRY(const std::string text, read_all(options.script));
    STRATA_TRY(const ReplayScript script, replay_script_from_json(text));
    STRATA_TRY(LoadOptions load, options.load.options());
    options.conversation.fill(load);
    STRATA_TRY(const std::unique_ptr<Engine> engine, Engine::load(load, {}));
    warn_about_parking(*engine);
    std::optional<SpeedMeter> meter;
    if (options.compare) {
        STRATA_TRY(const GgufFile file, GgufFile::open(load.model));
        STRATA_TRY(LoadedModel loaded, LoadedModel::open(file, load));
        STRATA_TRY(SpeedMeter made, SpeedMeter::create(std::move(loaded), load.kv_type));
        meter.emplace(std::move(made));
    }
    STRATA_CHECK(Replay(options, *engine, meter ? &*meter : nullptr, out).play(script));
    finish_parking(*engine, options.conversation.id());
    return {};
}

}  // namespace

void add_replay(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command =
        program.add_subcommand("replay", "Play a conversation from a file and print what each turn read and reused");
    command->add_option("script", options->script, "A JSON file with turns; - is standard input")->required();
    command->add_flag("--json", options->json, "One JSON object per turn, with the answer");
    command->add_flag("--fingerprint", options->fingerprint, "Print digests of the state after each turn");
    command->add_flag("--compare", options->compare,
                      "Measure beside each turn how long so many tokens take at that depth without any keeping");
    options->load.add_to(*command);
    options->conversation.add_to(*command);
    options->answer.add_to(*command);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return replay(*options, out); }; });
}

}  // namespace strata::cli
