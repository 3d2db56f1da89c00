#include "engine/text/chat_rules.h"

#include <string>
#include <string_view>

namespace strata::testing {
namespace {

using Json = nlohmann::ordered_json;

std::string trimmed(const std::string& text) {
    constexpr std::string_view kSpace = " \t\n\v\f\r";
    const auto begin = text.find_first_not_of(kSpace);
    if (begin == std::string::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// JSON on one line with a blank behind every comma and colon outside of strings.
std::string json_text(const Json& value) {
    const std::string compact = value.dump(-1, ' ', false);
    std::string out;
    bool inside = false;
    for (std::size_t i = 0; i < compact.size(); ++i) {
        out.push_back(compact[i]);
        if (inside && compact[i] == '\\') {
            out.push_back(compact[++i]);
        } else if (compact[i] == '"') {
            inside = !inside;
        } else if (!inside && (compact[i] == ',' || compact[i] == ':')) {
            out.push_back(' ');
        }
    }
    return out;
}

bool is_tool_result(const std::string& text) {
    constexpr std::string_view kOpen = "<tool_response>";
    constexpr std::string_view kClose = "</tool_response>";
    return text.starts_with(kOpen) && text.ends_with(kClose);
}

class Writer {
public:
    explicit Writer(const Json& variables)
        : variables_(variables),
          messages_(variables["messages"]),
          thinking_(variables.value("enable_thinking", true)) {}

    PromptText write();

private:
    std::string effort() const;
    std::string content(std::size_t index) const { return trimmed(messages_[index].value("content", "")); }
    std::string role(std::size_t index) const {
        return index < messages_.size() ? messages_[index]["role"].get<std::string>() : "";
    }
    std::size_t last_question() const;
    void write_system();
    void write_assistant(std::size_t index);
    void write_call(const Json& call);
    void write_tool_result(std::size_t index);

    Writer& own(std::string_view text) {
        out_.append_own(text);
        return *this;
    }
    Writer& foreign(std::string_view text) {
        out_.append_foreign(text);
        return *this;
    }

    const Json& variables_;
    const Json& messages_;
    bool thinking_;
    PromptText out_;
};

std::string Writer::effort() const {
    const std::string effort = variables_.value("reasoning_effort", "xhigh");
    if (!thinking_ || effort == "medium") {
        return {};
    }
    return effort == "xhigh" ? "[XHIGH]" : "[LOW]";
}

std::size_t Writer::last_question() const {
    for (std::size_t i = messages_.size(); i-- > 0;) {
        if (role(i) == "user" && !is_tool_result(content(i))) {
            return i;
        }
    }
    return 0;
}

void Writer::write_system() {
    const std::string system = role(0) == "system" ? content(0) : "";
    const std::string text = effort();
    if (variables_.contains("tools")) {
        own("<|im_start|>system\n").own(text).own(text.empty() ? "" : "\n\n");
        own("# Tools\n\nYou have access to the following functions:\n\n<tools>");
        for (const auto& tool : variables_["tools"]) {
            own("\n").foreign(json_text(tool));
        }
        own("\n</tools>[TOOLHELP]").own(system.empty() ? "" : "\n\n").foreign(system).own("<|im_end|>\n");
    } else if (!text.empty() || !system.empty()) {
        own("<|im_start|>system\n").own(text).own(text.empty() || system.empty() ? "" : "\n\n");
        foreign(system).own("<|im_end|>\n");
    }
}

void Writer::write_call(const Json& call) {
    own("<tool_call>\n<function=").foreign(call["name"].get<std::string>()).own(">\n");
    for (const auto& [name, value] : call["arguments"].items()) {
        own("<parameter=").foreign(name).own(">\n");
        foreign(value.is_string() ? value.get<std::string>() : json_text(value)).own("\n</parameter>\n");
    }
    own("</function>\n</tool_call>");
}

void Writer::write_assistant(std::size_t index) {
    const Json& message = messages_[index];
    own("<|im_start|>assistant\n");
    if (variables_.value("preserve_thinking", true) || index > last_question()) {
        own("<think>\n").foreign(trimmed(message.value("reasoning_content", ""))).own("\n</think>\n\n");
    }
    foreign(content(index));
    if (message.contains("tool_calls")) {
        const Json& calls = message["tool_calls"];
        for (std::size_t i = 0; i < calls.size(); ++i) {
            own(i > 0 ? "\n" : content(index).empty() ? "" : "\n\n");
            write_call(calls[i]["function"]);
        }
    }
    own("<|im_end|>\n");
}

void Writer::write_tool_result(std::size_t index) {
    own(index == 0 || role(index - 1) != "tool" ? "<|im_start|>user" : "");
    own("\n<tool_response>\n").foreign(content(index)).own("\n</tool_response>");
    own(role(index + 1) != "tool" ? "<|im_end|>\n" : "");
}

PromptText Writer::write() {
    write_system();
    for (std::size_t i = 0; i < messages_.size(); ++i) {
        if (role(i) == "user") {
            own("<|im_start|>user\n").foreign(content(i)).own("<|im_end|>\n");
        } else if (role(i) == "assistant") {
            write_assistant(i);
        } else if (role(i) == "tool") {
            write_tool_result(i);
        }
    }
    if (variables_.value("add_generation_prompt", false)) {
        own("<|im_start|>assistant\n<think>\n").own(thinking_ ? "" : "\n</think>\n\n");
    }
    return out_;
}

}  // namespace

PromptText render_by_rules(const nlohmann::ordered_json& variables) {
    return Writer(variables).write();
}

}  // namespace strata::testing
