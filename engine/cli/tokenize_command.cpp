#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/built_in_model.h"
#include "cli/command.h"
#include "cli/path_argument.h"
#include "cli/token_list.h"
#include "cli/value_text.h"
#include "gguf/gguf_file.h"
#include "text/tokenizer.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

struct TokenizeOptions {
    std::string model, text, file, decode;
    bool from_text = false;  ///< --text was given, perhaps empty
    bool from_ids = false;   ///< --decode was given, perhaps empty
    bool control = false;
    bool json = false;
};

std::string joined(const std::vector<TokenId>& ids) {
    std::string text;
    for (const TokenId id : ids) {
        text += (text.empty() ? "" : ",") + std::to_string(id);
    }
    return text;
}

Result<void> decode(const Tokenizer& tokenizer, const TokenizeOptions& options, Output& out) {
    STRATA_TRY(const std::vector<TokenId> ids, parse_token_list(options.decode));
    for (const TokenId id : ids) {
        if (static_cast<std::size_t>(id) >= tokenizer.vocab_size()) {
            return fail(ErrorCode::invalid_argument,
                        fmt::format("token id {}: this model has ids 0 to {}", id, tokenizer.vocab_size() - 1));
        }
    }
    const std::string text = tokenizer.decode(ids);
    out.write(options.json ? dump({{"text", text}, {"count", ids.size()}}) : text);
    return {};
}

Result<void> encode(const Tokenizer& tokenizer, const TokenizeOptions& options, Output& out) {
    std::string text = options.text;
    if (!options.from_text) {
        STRATA_TRY(text, read_all(options.file));
    }
    const std::vector<TokenId> ids =
        tokenizer.encode(text, options.control ? ControlTokens::recognised : ControlTokens::plain_text);
    if (!options.json) {
        out.write(joined(ids) + "\n");
        return {};
    }
    ordered_json tokens = ordered_json::array();
    for (const TokenId id : ids) {
        tokens.push_back(std::string(tokenizer.token_bytes(id)));
    }
    out.write(dump({{"count", ids.size()}, {"ids", ids}, {"tokens", tokens}}));
    return {};
}

Result<void> tokenize(const TokenizeOptions& options, Output& out) {
    STRATA_TRY(const std::filesystem::path model, model_or_built_in(options.model));
    STRATA_TRY(const GgufFile file, GgufFile::open(model));
    STRATA_TRY(const Tokenizer tokenizer, Tokenizer::from_gguf(file));
    return options.from_ids ? decode(tokenizer, options, out) : encode(tokenizer, options, out);
}

}  // namespace

void add_tokenize(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<TokenizeOptions>();
    CLI::App* command = program.add_subcommand("tokenize", "Turn text into token ids, or ids into text");
    command->add_option("--model", options->model, "A GGUF file; without it, the built-in model");
    CLI::Option_group* source = command->add_option_group("source", "What to read; without any, standard input");
    CLI::Option* text = source->add_option("--text", options->text, "This text");
    CLI::Option* file = source->add_option("--file", options->file, "The bytes of this file; - is standard input");
    CLI::Option* ids = source->add_option("--decode", options->decode, "Token ids to turn into text, as in \"1,2,3\"");
    source->require_option(0, 1);
    ids->check([](const std::string& typed) {
        const auto list = parse_token_list(typed);
        return list ? std::string() : list.error().message;
    });
    command->add_flag("--special", options->control, "Recognise control tokens such as <|im_start|> in the text");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([&chosen, options, text, file, ids] {
        options->from_text = text->count() > 0;
        options->from_ids = ids->count() > 0;
        if (file->count() == 0) {
            options->file = "-";
        }
        chosen = [options](Output& out) { return tokenize(*options, out); };
    });
}

}  // namespace strata::cli
