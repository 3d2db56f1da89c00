#include <fmt/format.h>

#include <utility>

#include "app/api/dialect.h"
#include "app/api/dialects/conversation_builder.h"
#include "app/api/dialects/messages_writer.h"
#include "app/api/dialects/sampling_reader.h"
#include "app/api/dialects/shared_fields.h"
#include "app/api/dialects/structured_output.h"
#include "app/api/dialects/thinking_reader.h"
#include "app/api/dialects/tool_arguments.h"
#include "app/api/dialects/tools_reader.h"

namespace strata::app::api {
namespace {

/// What a vendor's own tools did: nothing that this model could have done.
bool isOfVendorsTools(const std::string& type) {
    return type == "server_tool_use" || type == "mcp_tool_use" || type.ends_with("_tool_result");
}

/// One message, block by block.
class MessageBlocks {
public:
    MessageBlocks(ContentReader& contents, ContentOf whose) : contents_(contents), whose_(whose) {}

    void take(const Fields& block) {
        const std::string* type = block.text("type");
        if (type == nullptr) {
            block.refuseMissing("type");
        } else if (*type == "tool_result" && whose_ == ContentOf::user) {
            results_.emplace_back(block.textOrEmpty("tool_use_id"), nested(block, "content", ContentOf::tool));
        } else if (*type == "tool_use" && whose_ == ContentOf::assistant) {
            takeCall(block);
        } else if (*type == "document" && whose_ != ContentOf::assistant) {
            takeDocument(block, content_);
        } else if (*type == "search_result" && whose_ != ContentOf::assistant) {
            content_.text += contents_.read(block, "content", whose_).text;
        } else if (*type != "redacted_thinking" && !isOfVendorsTools(*type)) {
            contents_.takePart(block, whose_, content_);
        }
    }

    /// Results of tools go first, whatever the order in which they came.
    void putUser(ConversationBuilder& conversation, bool is_plain) {
        const bool has_results = !results_.empty();
        for (auto& [id, result] : results_) {
            conversation.addToolResult(std::move(id), std::move(result));
        }
        if (is_plain || !has_results || !content_.text.empty() || !content_.pictures.empty()) {
            conversation.addUser(std::move(content_));
        }
    }

    void putAssistant(ConversationBuilder& conversation) {
        conversation.addAssistant(std::move(content_), std::move(calls_));
    }

    Content& content() { return content_; }

private:
    /// The content of a tool's result: as of a message, with documents in it.
    Content nested(const Fields& block, const char* name, ContentOf whose) {
        const Json* value = block.find(name);
        if (value == nullptr || !value->is_array()) {
            return contents_.read(block, name, whose);
        }
        Content content;
        for (std::size_t i = 0; i < value->size(); ++i) {
            const Fields part((*value)[i], pathOfItem(block.pathOf(name), i), block.refusal());
            if (!part.whole().is_object()) {
                part.refuseType("", "an object");
                break;
            }
            const Json* type = part.find("type");
            if (type != nullptr && *type == "document") {
                takeDocument(part, content);
            } else if (type != nullptr && *type == "search_result") {
                content.text += contents_.read(part, "content", whose).text;
            } else {
                contents_.takePart(part, whose, content);
            }
        }
        return content;
    }

    void takeCall(const Fields& block) {
        const std::string* name = block.text("name");
        if (name == nullptr) {
            block.refuseMissing("name");
            return;
        }
        calls_.push_back({block.textOrEmpty("id"), *name, argumentsOfCall(block.find("input"))});
    }

    void takeDocument(const Fields& block, Content& content) {
        const auto source = block.inside("source");
        if (!source) {
            block.refuseMissing("source");
            return;
        }
        const std::string type = source->textOrEmpty("type");
        if (type == "text") {
            content.text += source->textOrEmpty("data");
        } else if (type == "content") {
            content.text += contents_.read(*source, "content", whose_).text;
        } else {
            source->refuse(ErrorKind::unsupported_content, "type", "only documents of text can be read");
        }
    }

    ContentReader& contents_;
    ContentOf whose_;
    Content content_;
    std::vector<ToolCall> calls_;
    std::vector<std::pair<std::string, Content>> results_;
};

void readMessage(const Fields& message, ContentReader& contents, ConversationBuilder& conversation, bool& has_user) {
    const std::string* role = message.text("role");
    if (role == nullptr) {
        message.refuseMissing("role");
        return;
    }
    const bool is_user = *role == "user", is_assistant = *role == "assistant";
    if (!is_user && !is_assistant && *role != "system") {
        message.refuse(ErrorKind::invalid_value, "role",
                       fmt::format("\"{}\" is none of user, assistant and system", quotable(*role)));
        return;
    }
    const Json* content = message.find("content");
    if (content == nullptr && !is_assistant) {
        message.refuseMissing("content");
        return;
    }
    has_user = has_user || is_user;
    const ContentOf whose = is_user ? ContentOf::user : is_assistant ? ContentOf::assistant : ContentOf::instructions;
    MessageBlocks blocks(contents, whose);
    const bool is_list = content != nullptr && content->is_array();
    for (std::size_t i = 0; is_list && i < content->size() && !message.refusal(); ++i) {
        const Fields block((*content)[i], pathOfItem(message.pathOf("content"), i), message.refusal());
        if (block.whole().is_object()) {
            blocks.take(block);
        } else {
            block.refuseType("", "an object");
        }
    }
    if (!is_list) {
        blocks.content() = contents.read(message, "content", whose);
    }
    if (is_user) {
        blocks.putUser(conversation, !is_list);
    } else if (is_assistant) {
        blocks.putAssistant(conversation);
    } else {
        conversation.addInstructions(std::move(blocks.content().text));
    }
}

void readSystem(const Fields& fields, ContentReader& contents, ConversationBuilder& conversation) {
    const Json* system = fields.find("system");
    if (system == nullptr) {
        return;
    }
    if (!system->is_array()) {
        conversation.addInstructions(contents.read(fields, "system", ContentOf::instructions).text);
        return;
    }
    std::string text;
    for (std::size_t i = 0; i < system->size() && !fields.refusal(); ++i) {
        const Fields block((*system)[i], pathOfItem("system", i), fields.refusal());
        if (!block.whole().is_object()) {
            block.refuseType("", "an object");
            return;
        }
        Content content;
        contents.takePart(block, ContentOf::instructions, content);
        text += (i > 0 ? "\n" : "") + content.text;
    }
    if (!system->empty()) {
        conversation.addInstructions(std::move(text));
    }
}

void readMessages(const Fields& fields, ContentReader& contents, ConversationBuilder& conversation) {
    Json decoded;
    const Json* messages = arrayOrItsText(fields, "messages", decoded);
    if (messages == nullptr) {
        fields.refuseMissing("messages");  // counts only if it was not of another type
        return;
    }
    // A first system message is not a late one, but where the field is not used it is the start.
    bool has_user = false;
    for (std::size_t i = 0; i < messages->size() && !fields.refusal(); ++i) {
        const Fields message((*messages)[i], pathOfItem("messages", i), fields.refusal());
        if (message.whole().is_object()) {
            readMessage(message, contents, conversation, has_user);
        } else {
            message.refuseType("", "an object");
        }
    }
    if (!has_user) {
        fields.refuse(ErrorKind::invalid_value, "messages", "expected at least one message of the user");
    }
}

ToolList readTools(const Fields& fields) {
    ToolList tools;
    const Json* list = fields.array("tools");
    for (std::size_t i = 0; list != nullptr && i < list->size() && !fields.refusal(); ++i) {
        const Fields tool((*list)[i], pathOfItem("tools", i), fields.refusal());
        if (!tool.whole().is_object()) {
            tool.refuseType("", "an object");
            break;
        }
        const std::string* type = tool.text("type");
        const bool is_own = type == nullptr || *type == "custom" || tool.has("input_schema");
        if (is_own) {
            tools.add(tool, "input_schema");
        }
    }
    return tools;
}

ToolWish readWish(const Fields& fields, GenerationRequest& request) {
    const auto choice = fields.inside("tool_choice");
    if (!choice) {
        return {};
    }
    request.one_tool_call = choice->boolean("disable_parallel_tool_use").value_or(false);
    const std::string type = choice->textOrEmpty("type");
    if (type == "tool") {
        const std::string* name = choice->text("name");
        if (name == nullptr) {
            choice->refuseMissing("name");
            return {};
        }
        return {false, {ToolChoice::Kind::named, *name}};
    }
    if (type == "any") {
        return {false, {ToolChoice::Kind::required, {}}};
    }
    if (type != "auto" && type != "none") {
        choice->refuse(ErrorKind::invalid_value, "type", "expected auto, any, none or tool");
    }
    return {type == "none", {}};
}

class MessagesDialect : public Dialect {
public:
    std::string_view name() const override { return "messages"; }

    ApiResult<ApiCall> read(const Json& body, const HttpRequest& http, const RequestDefaults& defaults) const override {
        Refusals refusals;
        const Fields fields(body, {}, refusals.fields);
        ApiCall call;
        GenerationRequest& request = call.request;
        ContentReader contents(refusals.pictures);
        ConversationBuilder conversation;
        readSystem(fields, contents, conversation);
        readMessages(fields, contents, conversation);
        readSharedFields(fields, http, defaults, refusals, call);
        request.limits.max_tokens = readMaxTokens(fields, "max_tokens");
        request.limits.stop = readStops(fields, "stop_sequences");
        request.continue_answer = conversation.begunAnswer() != nullptr;
        const ToolList tools = readTools(fields);
        putTools(fields, tools, readWish(fields, request), request);
        putThinking(fields, readOptInThinking(fields, defaults), defaults, request);
        if (const Json* servers = fields.array("mcp_servers"); servers != nullptr && !servers->empty()) {
            fields.refuse(ErrorKind::unsupported_parameter, "mcp_servers", "is not supported; leave it out");
        }
        if (const auto output = fields.inside("output_config")) {
            readFormat({*output, "format", false, true}, conversation, call);
        }
        conversation.moveTo(call);
        if (const ApiError* error = refusals.first()) {
            return tl::unexpected(*error);
        }
        return call;
    }

    std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest& http) const override {
        return std::make_unique<MessagesWriter>(call, http.id);
    }

    std::string contextMessage(int prompt_tokens, int context_length) const override {
        return fmt::format("prompt is too long: {} tokens > {} maximum", prompt_tokens, context_length);
    }
};

}  // namespace

const Dialect& messagesDialect() {
    static const MessagesDialect dialect;
    return dialect;
}

}  // namespace strata::app::api
