#include <fmt/format.h>

#include <utility>

#include "app/api/dialect.h"
#include "app/api/dialects/conversation_builder.h"
#include "app/api/dialects/responses_writer.h"
#include "app/api/dialects/sampling_reader.h"
#include "app/api/dialects/sealed_thinking.h"
#include "app/api/dialects/shared_fields.h"
#include "app/api/dialects/structured_output.h"
#include "app/api/dialects/thinking_reader.h"
#include "app/api/dialects/tool_arguments.h"
#include "app/api/dialects/tools_reader.h"

namespace strata::app::api {
namespace {

/// The items of a conversation. What the assistant said one item after another becomes one message of its own.
class InputItems {
public:
    InputItems(ContentReader& contents, ConversationBuilder& conversation)
        : contents_(contents), conversation_(conversation) {}

    void take(const Fields& item) {
        const std::string* given = item.text("type");
        const std::string type = given != nullptr ? *given : item.has("role") ? "message" : "";
        if (type == "message") {
            takeMessage(item);
        } else if (type == "reasoning") {
            takeReasoning(item);
        } else if (type == "function_call" || type == "custom_tool_call" || type == "local_shell_call") {
            takeCall(item, type);
        } else if (type == "function_call_output" || type == "custom_tool_call_output" ||
                   type == "local_shell_call_output") {
            takeOutput(item, type);
        } else if (type.empty()) {
            item.refuseMissing("type");
        } else {
            item.refuse(ErrorKind::unsupported_content, "type",
                        fmt::format("items of the type \"{}\" cannot be used", quotable(type)));
        }
    }

    /// Puts down what the assistant said last.
    void close() {
        if (is_open_) {
            conversation_.addAssistant(std::exchange(said_, {}), std::exchange(calls_, {}));
            is_open_ = false;
        }
    }

private:
    void takeMessage(const Fields& item) {
        const std::string* role = item.text("role");
        if (role == nullptr) {
            item.refuseMissing("role");
            return;
        }
        const bool is_assistant = *role == "assistant";
        if (!is_assistant && !item.has("content")) {
            item.refuseMissing("content");
        } else if (is_assistant) {
            Content content = contents_.read(item, "content", ContentOf::assistant);
            if (is_open_ && !said_.text.empty() && calls_.empty()) {
                close();
            }
            is_open_ = true;
            said_.text += content.text;
            said_.reasoning += content.reasoning;
        } else if (*role == "user") {
            close();
            conversation_.addUser(contents_.read(item, "content", ContentOf::user));
        } else if (*role == "system" || *role == "developer") {
            close();
            conversation_.addInstructions(contents_.read(item, "content", ContentOf::instructions).text);
        } else {
            item.refuse(ErrorKind::invalid_value, "role",
                        fmt::format("\"{}\" is none of system, developer, user and assistant", quotable(*role)));
        }
    }

    void takeReasoning(const Fields& item) {
        std::string thinking = contents_.read(item, "content", ContentOf::assistant).reasoning;
        const std::string* sealed = item.text("encrypted_content");
        if (thinking.empty() && sealed != nullptr) {
            thinking = openThinking(*sealed).value_or("");
        }
        if (is_open_ && (!said_.text.empty() || !calls_.empty())) {
            close();
        }
        is_open_ = is_open_ || !thinking.empty();
        said_.reasoning += thinking;
    }

    void takeCall(const Fields& item, const std::string& type) {
        ToolCall call;
        call.id = item.textOrEmpty(item.has("call_id") ? "call_id" : "id");
        if (type == "local_shell_call") {
            call.name = "local_shell";
            call.arguments = argumentsOfCall(item.find("action"));
        } else {
            const std::string* name = item.text("name");
            if (name == nullptr) {
                item.refuseMissing("name");
                return;
            }
            const std::string space = item.textOrEmpty("namespace");
            call.name = space.empty() ? *name : space + "." + *name;
            call.arguments = type == "function_call" ? argumentsOfCall(item.find("arguments"))
                                                     : jsonText(Json{{"input", item.textOrEmpty("input")}});
        }
        is_open_ = true;
        calls_.push_back(std::move(call));
    }

    void takeOutput(const Fields& item, const std::string& type) {
        close();
        const bool has_call_id = item.has("call_id") || type != "local_shell_call_output";
        conversation_.addToolResult(item.textOrEmpty(has_call_id ? "call_id" : "id"),
                                    contents_.read(item, "output", ContentOf::tool));
    }

    ContentReader& contents_;
    ConversationBuilder& conversation_;
    bool is_open_ = false;
    Content said_;
    std::vector<ToolCall> calls_;
};

void readInput(const Fields& fields, ContentReader& contents, ConversationBuilder& conversation) {
    if (const std::string* instructions = fields.text("instructions")) {
        conversation.addInstructions(*instructions);
    }
    const Json* input = fields.find("input");
    if (input == nullptr) {
        fields.refuseMissing("input");
        return;
    }
    if (input->is_string()) {
        conversation.addUser({input->get<std::string>(), {}, {}});
        return;
    }
    if (!input->is_array()) {
        fields.refuseType("input", "a string or an array of items");
        return;
    }
    InputItems items(contents, conversation);
    for (std::size_t i = 0; i < input->size() && !fields.refusal(); ++i) {
        const Fields item((*input)[i], pathOfItem("input", i), fields.refusal());
        if (item.whole().is_object()) {
            items.take(item);
        } else {
            item.refuseType("", "an object");
        }
    }
    items.close();
    if (!conversation.hasUser()) {
        fields.refuse(ErrorKind::invalid_value, "input", "expected at least one message of the user");
    }
}

/// Adds tools that this model can use; those that only a vendor's cloud can run are left out.
class ResponseTools {
public:
    explicit ResponseTools(Json& echo) : echo_(echo) {}

    void take(const Fields& tool) {
        const std::string type = tool.textOrEmpty("type");
        if (type == "function") {
            list.add(tool, "parameters");
        } else if (type == "custom") {
            takeCustom(tool);
        } else if (type == "namespace") {
            takeNamespace(tool);
        }
    }

    ToolList list;

private:
    void takeCustom(const Fields& tool) {
        const std::string* name = tool.text("name");
        if (name == nullptr) {
            tool.refuseMissing("name");
            return;
        }
        echo_[responses_echo::kCustom][*name] = true;
        list.add(tool, {*name,
                        tool.textOrEmpty("description"),
                        {{"type", "object"},
                         {"properties", {{"input", {{"type", "string"}}}}},
                         {"required", Json::array({"input"})}}});
    }

    void takeNamespace(const Fields& space) {
        const std::string* name = space.text("name");
        if (name == nullptr) {
            space.refuseMissing("name");
            return;
        }
        const Json* tools = space.array("tools");
        for (std::size_t i = 0; tools != nullptr && i < tools->size() && !space.refusal(); ++i) {
            const Fields tool((*tools)[i], pathOfItem(space.pathOf("tools"), i), space.refusal());
            if (!tool.whole().is_object()) {
                tool.refuseType("", "an object");
                return;
            }
            if (const Json* type = tool.find("type"); type == nullptr || *type == "function") {
                list.add(tool, "parameters", *name + ".");
                const std::string own = tool.textOrEmpty("name");
                echo_[responses_echo::kNamespaces][*name + "." + own] = Json::array({*name, own});
            }
        }
    }

    Json& echo_;
};

ToolList readTools(const Fields& fields, Json& echo) {
    ResponseTools tools(echo);
    const Json* list = fields.array("tools");
    for (std::size_t i = 0; list != nullptr && i < list->size() && !fields.refusal(); ++i) {
        const Fields tool((*list)[i], pathOfItem("tools", i), fields.refusal());
        if (tool.whole().is_object()) {
            tools.take(tool);
        } else {
            tool.refuseType("", "an object");
        }
    }
    return std::move(tools.list);
}

/// What the answer repeats of the request.
Json repeated(const Fields& fields, const GenerationRequest& request) {
    const auto given = [&](const char* name, Json otherwise) {
        const Json* value = fields.find(name);
        return value != nullptr ? *value : std::move(otherwise);
    };
    return {{"instructions", given("instructions", nullptr)},
            {"max_output_tokens", given("max_output_tokens", nullptr)},
            {"metadata", given("metadata", Json::object())},
            {"parallel_tool_calls", !request.one_tool_call},
            {"previous_response_id", nullptr},
            {"reasoning", given("reasoning", {{"effort", nullptr}, {"summary", nullptr}})},
            {"store", false},
            {"temperature", given("temperature", static_cast<double>(request.sampling.temperature))},
            {"text", given("text", {{"format", {{"type", "text"}}}})},
            {"tool_choice", given("tool_choice", "auto")},
            {"tools", given("tools", Json::array())},
            {"top_p", given("top_p", static_cast<double>(request.sampling.top_p))},
            {"truncation", "disabled"}};
}

void refuseWhatIsNotThere(const Fields& fields) {
    for (const char* name : {"previous_response_id", "conversation", "background", "prompt", "max_tool_calls"}) {
        if (const Json* value = fields.find(name); value != nullptr && *value != false) {
            fields.refuse(ErrorKind::unsupported_parameter, name,
                          "is not supported, as nothing is stored here; leave it out");
        }
    }
}

bool wantsSealedThinking(const Fields& fields) {
    const Json* include = fields.array("include");
    for (std::size_t i = 0; include != nullptr && i < include->size(); ++i) {
        if ((*include)[i] == "reasoning.encrypted_content") {
            return true;
        }
    }
    return false;
}

class ResponsesDialect : public Dialect {
public:
    std::string_view name() const override { return "responses"; }

    ApiResult<ApiCall> read(const Json& body, const HttpRequest& http, const RequestDefaults& defaults) const override {
        Refusals refusals;
        const Fields fields(body, {}, refusals.fields);
        ApiCall call;
        GenerationRequest& request = call.request;
        ContentReader contents(refusals.pictures);
        ConversationBuilder conversation;
        refuseWhatIsNotThere(fields);
        readInput(fields, contents, conversation);
        readSharedFields(fields, http, defaults, refusals, call);
        request.limits.max_tokens = readMaxTokens(fields, "max_output_tokens");
        request.continue_answer = conversation.begunAnswer() != nullptr;
        call.echo = Json::object();
        const ToolList tools = readTools(fields, call.echo);
        putTools(fields, tools, readToolWish(fields), request);
        request.one_tool_call = !fields.boolean("parallel_tool_calls").value_or(true);
        putThinking(fields, readThinking(fields, defaults), defaults, request);
        if (const auto text = fields.inside("text")) {
            readFormat({*text, "format", false, false}, conversation, call);
        }
        fields.object("metadata");
        call.echo[responses_echo::kSealed] = wantsSealedThinking(fields);
        call.echo[responses_echo::kResponse] = repeated(fields, request);
        conversation.moveTo(call);
        if (const ApiError* error = refusals.first()) {
            return tl::unexpected(*error);
        }
        return call;
    }

    std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest&) const override {
        return std::make_unique<ResponsesWriter>(call);
    }
};

}  // namespace

const Dialect& responsesDialect() {
    static const ResponsesDialect dialect;
    return dialect;
}

}  // namespace strata::app::api
