#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "app/api/dialects/fields.h"
#include "strata/request.h"

namespace strata::app::api {

/// A function that the model may call.
struct DeclaredTool {
    std::string name;
    std::string description;           ///< may be empty
    Json parameters = Json::object();  ///< a JSON schema
};

/// The tools of a request, in its order.
class ToolList {
public:
    /// Checks a declaration and adds it. `parameters`: the name of the field that holds them. name_prefix: goes before
    /// its name.
    void add(const Fields& function, const char* parameters, const std::string& name_prefix = {});
    void add(const Fields& where, DeclaredTool tool);

    bool empty() const { return tools_.empty(); }
    bool has(const std::string& name) const { return names_.contains(name); }
    /// As GenerationRequest::tools, always in the same form.
    std::string text() const;

private:
    std::vector<DeclaredTool> tools_;
    std::unordered_set<std::string> names_;
};

/// What a request says about calling.
struct ToolWish {
    bool none = false;  ///< the tools are left out
    ToolChoice choice;
};

/// The tools of Chat Completions.
ToolList readChatTools(const Fields& request);
/// The field tool_choice of Chat Completions and Responses.
ToolWish readToolWish(const Fields& request);
/// Puts both into a request, and refuses what does not go together. Names the field of the choice in refusals.
void putTools(const Fields& request, const ToolList& tools, const ToolWish& wish, GenerationRequest& to);

}  // namespace strata::app::api
