#include "text/chat_template.h"

#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "text/built_in_template.h"
#include "text/jinja/interpreter.h"
#include "text/jinja/json_value.h"
#include "text/jinja/parser.h"
#include "text/jinja/render_context.h"
#include "text/jinja/time_format.h"

namespace strata {

struct ChatTemplate::Program {
    jinja::SyntaxTree tree;
};

ChatTemplate::ChatTemplate(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

Result<ChatTemplate> ChatTemplate::parse(std::string_view source) {
    STRATA_TRY(jinja::SyntaxTree tree, jinja::parse(source));
    return ChatTemplate(std::make_shared<const Program>(Program{std::move(tree)}));
}

const ChatTemplate& ChatTemplate::built_in() {
    static const ChatTemplate instance = [] {
        auto parsed = parse(built_in_template());
        STRATA_ASSERT(parsed.has_value(), "the built-in chat template can be read");
        return *std::move(parsed);
    }();
    return instance;
}

Result<PromptText> ChatTemplate::render(const nlohmann::ordered_json& variables) const {
    STRATA_TRY(const jinja::Variables read, jinja::variables_from_json(variables));
    jinja::RenderContext context(read.bytes + program_->tree.source_bytes, jinja::local_time);
    return jinja::Interpreter(context, *read.values).run(program_->tree);
}

}  // namespace strata
