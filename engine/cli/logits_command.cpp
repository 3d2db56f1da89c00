#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/npy_file.h"
#include "cli/path_argument.h"
#include "cli/tap_files.h"
#include "cli/token_list.h"
#include "cli/value_text.h"
#include "model/loaded_model.h"

namespace strata::cli {
namespace {

struct LogitsOptions {
    LoadArguments load{"f32"};
    std::string tokens, out, taps;
    int prefill = 0;
    bool json = false;
};

Result<void> check_ids(const std::vector<std::int32_t>& ids, std::size_t vocab_size) {
    for (const std::int32_t id : ids) {
        if (id < 0 || static_cast<std::size_t>(id) >= vocab_size) {
            return fail(ErrorCode::invalid_argument,
                        fmt::format("token {} lies outside the vocabulary of {}", id, vocab_size));
        }
    }
    return {};
}

// The first `prefill` tokens at once, the rest in windows of the chunk's size.
Result<std::vector<float>> compute(LoadedModel& loaded, const LoadOptions& load, const std::vector<std::int32_t>& ids,
                                   std::size_t prefill, TapFiles* taps) {
    STRATA_TRY(SequenceState sequence, create_sequence(*loaded.model, load.kv_type));
    std::vector<float> logits;
    logits.reserve(ids.size() * loaded.model->config().vocab_size);
    for (std::size_t at = 0; at < ids.size();) {
        const std::size_t wanted = at < prefill ? prefill - at : loaded.chunk;
        const std::size_t rows = std::min({wanted, loaded.pass->most_rows(), ids.size() - at});
        STRATA_CHECK(loaded.pass->run(std::span(ids).subspan(at, rows), sequence, LogitRows::all, {}, taps));
        for (std::size_t row = 0; row < rows; ++row) {
            const float* values = loaded.pass->logits().row(row);
            logits.insert(logits.end(), values, values + loaded.model->config().vocab_size);
        }
        loaded.pass->commit(sequence, rows);
        at += rows;
    }
    if (taps != nullptr) {
        taps->add_states(sequence.running);
    }
    return logits;
}

Result<void> run(const LogitsOptions& options, Output& out) {
    STRATA_TRY(const std::vector<std::int32_t> ids, parse_token_list(options.tokens));
    STRATA_TRY(LoadOptions load, options.load.options());
    if (ids.empty()) {
        return fail(ErrorCode::invalid_argument, "--tokens names no token");
    }
    STRATA_TRY(const GgufFile file, GgufFile::open(load.model));
    const int chunk = load.chunk;
    load.chunk = std::max(chunk, std::min(options.prefill, 8192));  // room for the longer of both
    STRATA_TRY(LoadedModel loaded, LoadedModel::open(file, load));
    loaded.chunk = static_cast<std::size_t>(chunk);
    const std::size_t vocab_size = loaded.model->config().vocab_size;
    STRATA_CHECK(check_ids(ids, vocab_size));
    std::optional<TapFiles> taps;
    if (!options.taps.empty()) {
        taps.emplace(loaded.model->config());
    }
    STRATA_TRY(const std::vector<float> logits, compute(loaded, load, ids, static_cast<std::size_t>(options.prefill),
                                                        taps ? &*taps : nullptr));
    const std::size_t shape[] = {ids.size(), vocab_size};
    STRATA_CHECK(write_npy(path_from_argument(options.out), shape, std::span(logits)));
    if (taps) {
        STRATA_CHECK(taps->write(path_from_argument(options.taps)));
    }
    const auto last = logits.end() - static_cast<std::ptrdiff_t>(vocab_size);
    const auto best = std::max_element(last, logits.end()) - last;
    if (options.json) {
        out.write(dump({{"tokens", ids.size()}, {"vocabulary", vocab_size}, {"best_last", best}, {"out", options.out}}));
    } else {
        out.write(fmt::format("{} rows of {} logits in {}; likeliest after the last token: {}\n", ids.size(), vocab_size,
                              options.out, best));
    }
    return {};
}

}  // namespace

void add_logits(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<LogitsOptions>();
    CLI::App* command = program.add_subcommand("logits", "Compute the logits of every position of a token sequence");
    command->add_option("--tokens", options->tokens, "The ids, with commas between them")->required();
    command->add_option("--out", options->out, "The .npy file to write: float32 [tokens, vocabulary]")->required();
    command->add_option("--taps", options->taps, "A folder for the inner values, one .npy file each");
    command->add_option("--prefill", options->prefill, "Compute so many tokens at once before --chunk begins")
        ->check(CLI::Range(0, 8192));
    command->add_flag("--json", options->json, "Say what was done as JSON");
    options->load.add_to(*command);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace strata::cli
