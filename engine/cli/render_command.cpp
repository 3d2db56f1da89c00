#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/built_in_model.h"
#include "cli/command.h"
#include "cli/path_argument.h"
#include "cli/request_variables.h"
#include "gguf/gguf_file.h"
#include "text/chat_template.h"

namespace strata::cli {
namespace {

struct RenderOptions {
    std::string model, request, template_file;
};

/// The template that was named, or the one of the model file; files without one get the plain built-in one.
Result<ChatTemplate> chosen_template(const RenderOptions& options) {
    if (!options.template_file.empty()) {
        STRATA_TRY(const std::string source, read_all(options.template_file));
        return ChatTemplate::parse(source);
    }
    STRATA_TRY(const std::filesystem::path model, model_or_built_in(options.model));
    STRATA_TRY(const GgufFile file, GgufFile::open(model));
    const GgufValue* value = file.find("tokenizer.chat_template");
    const std::string* source = value != nullptr ? value->as_string() : nullptr;
    return source != nullptr ? ChatTemplate::parse(*source) : ChatTemplate::built_in();
}

Result<void> render(const RenderOptions& options, Output& out) {
    STRATA_TRY(const std::string text, read_all(options.request));
    STRATA_TRY(const nlohmann::ordered_json variables, request_variables(text, options.request));
    STRATA_TRY(const ChatTemplate chat_template, chosen_template(options));
    STRATA_TRY(const PromptText prompt, chat_template.render(variables));
    out.write(prompt.text);
    return {};
}

}  // namespace

void add_render(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App* command = program.add_subcommand("render", "Print the prompt that a chat request becomes");
    command
        ->add_option("--request", options->request,
                     "A JSON file: messages, and perhaps tools, enable_thinking, reasoning_effort, preserve_thinking, "
                     "add_generation_prompt, add_vision_id; - is standard input")
        ->required();
    CLI::Option* model = command->add_option("--model", options->model,
                                             "The GGUF file whose template to use; without it, the built-in model");
    command->add_option("--template", options->template_file, "A template (Jinja) from a file instead")
        ->excludes(model);
    command->callback([&chosen, options] { chosen = [options](Output& out) { return render(*options, out); }; });
}

}  // namespace strata::cli
