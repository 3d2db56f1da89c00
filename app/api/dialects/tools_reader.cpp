#include "app/api/dialects/tools_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/api/dialects/tool_arguments.h"

namespace strata::app::api {
namespace {

constexpr std::size_t kMostNameCharacters = 128;

bool isNameByte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > ' ' && byte != 0x7F && c != '<' && c != '>';
}

/// Spaces and control characters beyond ASCII.
bool hasWideSpace(const std::string& text) {
    for (const char* space : {"\u0085", "\u00A0", "\u1680", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"}) {
        if (text.find(space) != std::string::npos) {
            return true;
        }
    }
    // U+2000 to U+200A; U+0080 to U+009F
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(at < text.size() ? text[at] : 0); };
        if ((byte(i) == 0xC2 && byte(i + 1) < 0xA0) ||
            (byte(i) == 0xE2 && byte(i + 1) == 0x80 && byte(i + 2) >= 0x80 && byte(i + 2) <= 0x8A)) {
            return true;
        }
    }
    return false;
}

bool isName(const std::string& name) {
    return !name.empty() && characterCount(name) <= kMostNameCharacters && std::ranges::all_of(name, isNameByte) &&
           !hasWideSpace(name);
}

}  // namespace

void ToolList::add(const Fields& function, const char* parameters, const std::string& name_prefix) {
    const std::string* name = function.text("name");
    if (name == nullptr) {
        function.refuseMissing("name");
        return;
    }
    DeclaredTool tool;
    tool.name = name_prefix + *name;
    tool.description = function.textOrEmpty("description");
    if (const Json* schema = function.object(parameters)) {
        tool.parameters = *schema;
        if (!fitsTemplate(*schema)) {
            function.refuse(ErrorKind::invalid_value, parameters, "the schema has too many levels or keys");
        }
    } else {
        tool.parameters = {{"type", "object"}, {"properties", Json::object()}};
    }
    function.boolean("strict");  // promises nothing, but must be what it says
    add(function, std::move(tool));
}

void ToolList::add(const Fields& where, DeclaredTool tool) {
    if (!isName(tool.name)) {
        where.refuse(ErrorKind::invalid_value, "name",
                     fmt::format("expected 1 to {} characters without spaces, control characters, < and >",
                                 kMostNameCharacters));
    } else if (has(tool.name)) {
        where.refuse(ErrorKind::invalid_value, "name", fmt::format("\"{}\" is declared twice", quotable(tool.name)));
    } else {
        names_.insert(tool.name);
        tools_.push_back(std::move(tool));
    }
}

std::string ToolList::text() const {
    Json list = Json::array();
    for (const DeclaredTool& tool : tools_) {
        Json function = {{"name", tool.name}};
        if (!tool.description.empty()) {
            function["description"] = tool.description;
        }
        function["parameters"] = tool.parameters;
        list.push_back({{"type", "function"}, {"function", std::move(function)}});
    }
    return jsonText(list);
}

ToolList readChatTools(const Fields& request) {
    ToolList tools;
    Json decoded;
    const Json* list = arrayOrItsText(request, "tools", decoded);
    for (std::size_t i = 0; list != nullptr && i < list->size() && !request.refusal(); ++i) {
        const Fields tool((*list)[i], pathOfItem("tools", i), request.refusal());
        if (!tool.whole().is_object()) {
            tool.refuseType("", "an object");
            break;
        }
        const std::string* type = tool.text("type");
        if (type != nullptr && *type != "function") {
            tool.refuse(ErrorKind::unsupported_value, "type", "only tools of the type function can be used");
        } else if (const auto function = tool.inside("function")) {
            tools.add(*function, "parameters");
        } else {
            tools.add(tool, "parameters");
        }
    }
    return tools;
}

ToolWish readToolWish(const Fields& request) {
    constexpr std::string_view kName = "tool_choice";
    const Json* value = request.find(kName);
    if (value == nullptr || *value == "auto") {
        return {};
    }
    if (*value == "none") {
        return {true, {}};
    }
    if (*value == "required") {
        return {false, {ToolChoice::Kind::required, {}}};
    }
    if (value->is_string()) {
        request.refuse(ErrorKind::invalid_value, kName, "expected auto, none, required, or a function");
        return {};
    }
    const auto choice = request.inside(kName);
    if (!choice) {
        return {};
    }
    const std::string* type = choice->text("type");
    if (type != nullptr && *type != "function" && *type != "custom") {
        choice->refuse(ErrorKind::unsupported_value, "type", "only a choice of the type function can be used");
        return {};
    }
    const auto wrapped = choice->inside("function");
    const Fields& function = wrapped ? *wrapped : *choice;
    const std::string* name = function.text("name");
    if (name == nullptr) {
        function.refuseMissing("name");
        return {};
    }
    return {false, {ToolChoice::Kind::named, *name}};
}

void putTools(const Fields& request, const ToolList& tools, const ToolWish& wish, GenerationRequest& to) {
    constexpr std::string_view kName = "tool_choice";
    const bool is_forced = wish.choice.kind != ToolChoice::Kind::automatic;
    if (is_forced && tools.empty()) {
        request.refuse(ErrorKind::invalid_value, kName, "there are no tools to choose from");
    } else if (wish.choice.kind == ToolChoice::Kind::named && !tools.has(wish.choice.name)) {
        request.refuse(ErrorKind::invalid_value, kName,
                       fmt::format("\"{}\" is not among the tools", quotable(wish.choice.name)));
    } else if (is_forced && to.continue_answer) {
        request.refuse(ErrorKind::invalid_value, kName,
                       "a call cannot begin inside the answer that is to be continued");
    }
    if (!wish.none && !tools.empty()) {
        to.tools = tools.text();
        to.tool_choice = wish.choice;
    }
}

}  // namespace strata::app::api
