#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/path_argument.h"
#include "cli/request_json.h"
#include "cli/value_text.h"
#include "strata/engine.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

constexpr int kDefaultMaxTokens = 500;

struct EvalOptions {
    LoadArguments load;
    std::string set;
    int max_tokens = kDefaultMaxTokens;
    bool json = false, show_wrong = false;
};

struct Score {
    int right = 0, of = 0;
};

// An item is right when every expected text occurs in the answer, or the expected call is made with exactly its
// arguments.
bool is_right(const ordered_json& expect, const Answer& answer) {
    if (const auto wanted = expect.find("tool_call"); wanted != expect.end()) {
        for (const ToolCall& call : answer.tool_calls) {
            // Key order does not matter here.
            const auto made = nlohmann::json::parse(call.arguments, nullptr, false);
            const auto arguments = nlohmann::json::parse(wanted->value("arguments", ordered_json::object()).dump());
            if (call.name == wanted->value("name", "") && made == arguments) {
                return true;
            }
        }
        return false;
    }
    for (const ordered_json& piece : expect.value("contains", ordered_json::array())) {
        if (!piece.is_string() || answer.text.find(piece.get<std::string>()) == std::string::npos) {
            return false;
        }
    }
    return true;
}

Result<ordered_json> read_set(const std::string& path) {
    STRATA_TRY(const std::string text, read_all(path));
    ordered_json items = ordered_json::parse(text, nullptr, false);
    if (!items.is_array()) {
        return fail(ErrorCode::invalid_argument, fmt::format("{}: is not a JSON list of conversations", path));
    }
    for (const ordered_json& item : items) {
        if (!item.is_object() || !item.contains("expect") || !item["expect"].is_object()) {
            return fail(ErrorCode::invalid_argument, fmt::format("{}: an item says not what it expects", path));
        }
    }
    return items;
}

void report(const EvalOptions& options, const std::map<std::string, Score>& scores, const Score& same, Output& out) {
    Score all;
    ordered_json categories = ordered_json::object();
    for (const auto& [category, score] : scores) {
        all.right += score.right;
        all.of += score.of;
        categories[category] = {{"right", score.right}, {"of", score.of}};
    }
    if (options.json) {
        out.write(dump({{"right", all.right},
                        {"of", all.of},
                        {"accuracy", all.of == 0 ? 0.0 : static_cast<double>(all.right) / all.of},
                        {"identical_to_reference", {same.right, same.of}},
                        {"by_category", categories}}));
        return;
    }
    for (const auto& [category, score] : scores) {
        out.write(fmt::format("{:<16} {:>4} of {}\n", category, score.right, score.of));
    }
    out.write(fmt::format("{:<16} {:>4} of {}; {} of {} as in the reference answers\n", "all", all.right, all.of,
                          same.right, same.of));
}

Result<void> run(const EvalOptions& options, Output& out) {
    STRATA_TRY(const ordered_json items, read_set(options.set));
    STRATA_TRY(const LoadOptions load, options.load.options());
    STRATA_TRY(const std::unique_ptr<Engine> engine, Engine::load(load, {}));
    std::map<std::string, Score> scores;
    Score same;
    for (const ordered_json& item : items) {
        STRATA_TRY(GenerationRequest request, request_from_json(item));
        request.sampling = SamplingOptions::greedy();
        request.limits.max_tokens = options.max_tokens;
        STRATA_TRY(const Answer answer, ask(*engine, request, Show::nothing, out));
        if (answer.summary.reason == FinishReason::cancelled) {
            return fail(ErrorCode::invalid_argument, "stopped by Ctrl+C");
        }
        const ordered_json& expect = item["expect"];
        const bool right = is_right(expect, answer);
        Score& score = scores[item.value("category", "")];
        score.right += right ? 1 : 0;
        ++score.of;
        if (const auto reference = expect.find("reference"); reference != expect.end() && reference->is_string()) {
            same.right += answer.text == reference->get<std::string>() ? 1 : 0;
            ++same.of;
        }
        if (!right && options.show_wrong) {
            remark(fmt::format("{}: wanted {}, got {}\n", item.value("id", ""), expect.dump(), dump(answer.text)));
        }
    }
    report(options, scores, same, out);
    return {};
}

}  // namespace

void add_eval(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<EvalOptions>();
    CLI::App* command =
        program.add_subcommand("eval", "Answer conversations with known answers and count the right ones");
    command->add_option("--set", options->set, "A JSON list of conversations with what each expects")->required();
    command->add_option("--max-tokens", options->max_tokens, "Longest answer in tokens")->check(CLI::Range(1, 1 << 20));
    command->add_flag("--show-wrong", options->show_wrong, "Print wrong answers on standard error");
    command->add_flag("--json", options->json, "Print the counts as JSON");
    options->load.add_to(*command);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace strata::cli
