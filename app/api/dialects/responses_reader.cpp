#include "app/api/dialects/responses_reader.h"

#include <utility>

#include <fmt/format.h>
#include <QByteArray>

#include "app/api/dialects/tool_arguments.h"

namespace strata::app::api {
namespace {

constexpr std::string_view kSeal = "strata1:";

DeclaredTool customTool(const Fields& tool, const std::string& name) {
    return {
        name,
        tool.textOrEmpty("description"),
        {{"type", "object"}, {"properties", {{"input", {{"type", "string"}}}}}, {"required", Json::array({"input"})}}};
}

/// Gathers what the model said in one turn: thinking, words and calls are items of their own in this dialect.
class Turn {
public:
    explicit Turn(ConversationBuilder& conversation) : conversation_(conversation) {}

    void addReasoning(std::string text) {
        if (!content_.text.empty() || !calls_.empty()) {
            flush();
        }
        content_.reasoning += text;
    }
    void addMessage(Content content) {
        if (!content_.text.empty() || !calls_.empty()) {
            flush();
        }
        std::string reasoning = std::exchange(content_.reasoning, {}) + content.reasoning;
        content_ = std::move(content);
        content_.reasoning = std::move(reasoning);
        begun_ = true;
    }
    void addCall(ToolCall call) { calls_.push_back(std::move(call)); }
    void flush() {
        if (begun_ || !content_.reasoning.empty() || !calls_.empty()) {
            conversation_.addAssistant(std::exchange(content_, {}), std::exchange(calls_, {}));
        }
        begun_ = false;
    }

private:
    ConversationBuilder& conversation_;
    Content content_;
    std::vector<ToolCall> calls_;
    bool begun_ = false;
};

/// Reads the list of items.
class ItemReader {
public:
    ItemReader(ContentReader& contents, ConversationBuilder& conversation)
        : contents_(contents), conversation_(conversation), turn_(conversation) {}

    void read(const Fields& item) {
        const std::string type = item.has("type") ? item.textOrEmpty("type") : "message";
        if (type == "message") {
            readMessage(item);
        } else if (type == "reasoning") {
            readReasoning(item);
        } else if (type == "function_call") {
            const std::string space = item.textOrEmpty("namespace");
            addCall(item, (space.empty() ? "" : space + ".") + item.textOrEmpty("name"),
                    argumentsOfCall(item.find("arguments")));
        } else if (type == "custom_tool_call") {
            addCall(item, item.textOrEmpty("name"), jsonText({{"input", item.textOrEmpty("input")}}));
        } else if (type == "local_shell_call") {
            addCall(item, "local_shell", argumentsOfCall(item.find("action")));
        } else if (type == "function_call_output" || type == "custom_tool_call_output" ||
                   type == "local_shell_call_output") {
            turn_.flush();
            const std::string id = item.has("call_id") ? item.textOrEmpty("call_id") : item.textOrEmpty("id");
            conversation_.addToolResult(id, contents_.read(item, "output", ContentOf::tool));
        } else {
            item.refuse(ErrorKind::unsupported_value, "type",
                        fmt::format("items of the type \"{}\" cannot be used here", quotable(type)));
        }
    }
    void end() { turn_.flush(); }

private:
    void readMessage(const Fields& item) {
        const std::string* const role = item.text("role");
        if (role == nullptr) {
            item.refuseMissing("role");
        } else if (*role == "assistant") {
            turn_.addMessage(contents_.read(item, "content", ContentOf::assistant));
        } else if (*role == "user") {
            turn_.flush();
            conversation_.addUser(contents_.read(item, "content", ContentOf::user));
        } else if (*role == "system" || *role == "developer") {
            turn_.flush();
            conversation_.addInstructions(contents_.read(item, "content", ContentOf::instructions).text);
        } else {
            item.refuse(ErrorKind::invalid_value, "role",
                        fmt::format("\"{}\" is none of system, developer, user and assistant", quotable(*role)));
        }
    }

    void readReasoning(const Fields& item) {
        std::string text;
        const Json* const parts = item.array("content");
        for (std::size_t i = 0; parts != nullptr && i < parts->size(); ++i) {
            if ((*parts)[i].is_object()) {
                text += Fields((*parts)[i], pathOfItem(item.pathOf("content"), i), item.refusal()).textOrEmpty("text");
            }
        }
        if (text.empty()) {
            text = unsealedThinking(item.textOrEmpty("encrypted_content"));
        }
        turn_.addReasoning(std::move(text));
    }

    void addCall(const Fields& item, const std::string& name, std::string arguments) {
        if (name.empty()) {
            item.refuseMissing("name");
            return;
        }
        turn_.addCall({item.textOrEmpty("call_id"), name, std::move(arguments)});
    }

    ContentReader& contents_;
    ConversationBuilder& conversation_;
    Turn turn_;
};

}  // namespace

ToolList readResponseTools(const Fields& request, std::map<std::string, ToolOrigin>& origins) {
    ToolList tools;
    const Json* const list = request.array("tools");
    const auto addOne = [&](const Fields& tool, const std::string& space) {
        const std::string type = tool.textOrEmpty("type");
        const std::string own_name = tool.textOrEmpty("name");
        const std::string prefix = space.empty() ? std::string() : space + ".";
        if (type == "function") {
            tools.add(tool, "parameters", prefix);
        } else if (type == "custom") {
            tools.add(tool, customTool(tool, prefix + own_name));
        } else {
            return;
        }
        if (type == "custom" || !space.empty()) {
            origins[prefix + own_name] = {type == "custom", space, own_name};
        }
    };
    for (std::size_t i = 0; list != nullptr && i < list->size() && !request.refusal(); ++i) {
        const Fields tool((*list)[i], pathOfItem("tools", i), request.refusal());
        if (!tool.whole().is_object()) {
            tool.refuseType("", "an object");
            break;
        }
        if (tool.textOrEmpty("type") != "namespace") {
            addOne(tool, {});
            continue;
        }
        const Json* const inner = tool.array("tools");
        for (std::size_t j = 0; inner != nullptr && j < inner->size() && !request.refusal(); ++j) {
            if ((*inner)[j].is_object()) {
                addOne(Fields((*inner)[j], pathOfItem(tool.pathOf("tools"), j), request.refusal()),
                       tool.textOrEmpty("name"));
            }
        }
    }
    return tools;
}

void readResponseInput(const Fields& request, ContentReader& contents, ConversationBuilder& conversation) {
    if (const std::string* const instructions = request.text("instructions")) {
        conversation.addInstructions(*instructions);
    }
    const Json* const input = request.find("input");
    if (input == nullptr) {
        request.refuseMissing("input");
        return;
    }
    if (input->is_string()) {
        conversation.addUser({input->get<std::string>(), {}, {}});
        return;
    }
    const Json* const items = request.array("input");
    ItemReader reader(contents, conversation);
    for (std::size_t i = 0; items != nullptr && i < items->size() && !request.refusal(); ++i) {
        const Fields item((*items)[i], pathOfItem("input", i), request.refusal());
        if (item.whole().is_object()) {
            reader.read(item);
        } else {
            item.refuseType("", "an object");
        }
    }
    reader.end();
    if (items != nullptr && !conversation.hasUser()) {
        request.refuse(ErrorKind::invalid_value, "input", "expected at least one message of the user");
    }
}

std::string sealedThinking(const std::string& thinking) {
    return std::string(kSeal) + QByteArray::fromStdString(thinking).toBase64().toStdString();
}

std::string unsealedThinking(const std::string& sealed) {
    if (!sealed.starts_with(kSeal)) {
        return {};
    }
    return QByteArray::fromBase64(QByteArray::fromStdString(sealed.substr(kSeal.size()))).toStdString();
}

}  // namespace strata::app::api
