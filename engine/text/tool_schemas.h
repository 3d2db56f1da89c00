#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "text/tool_call_markup.h"

namespace strata {

/// The function declarations of a request, for what they say about arguments: which are strings and which are JSON.
class ToolSchemas {
public:
    /// tools: a JSON array of declarations, each {"type": "function", "function": {"name", "parameters"}}, or flat
    /// {"name", "parameters"} or {"name", "input_schema"}. What cannot be read declares nothing.
    explicit ToolSchemas(const std::string& tools);

    /// True if the request declared functions, readable or not.
    bool any() const { return any_; }

    /// The arguments of a call as the text of a JSON object, keys in the order in which they were written.
    ///
    /// A value whose schema allows only strings, or that has no schema, is a string. Others are read as JSON, and are
    /// strings if they are not JSON; where the schema allows strings too, JSON counts only if it is of another allowed
    /// type.
    std::string arguments(std::string_view function, std::span<const ToolCallMarkup::Parameter> parameters) const;

private:
    nlohmann::ordered_json value_of(const nlohmann::ordered_json* schema,
                                    const ToolCallMarkup::Parameter& parameter) const;

    std::map<std::string, nlohmann::ordered_json, std::less<>> parameters_;  // by function: its schema
    bool any_ = false;
};

}  // namespace strata
