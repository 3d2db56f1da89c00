#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace strata {

/// The function declarations of a request, for what they say about arguments: which are strings and which are JSON.
class ToolSchemas {
public:
    /// tools: a JSON array of declarations, each {"type": "function", "function": {"name", "parameters"}}, or flat
    /// {"name", "parameters"} or {"name", "input_schema"}. What cannot be read declares nothing.
    explicit ToolSchemas(const std::string& tools);

    /// True if the request declared functions, readable or not.
    bool any() const { return any_; }

    bool declares(std::string_view function) const { return names_.contains(function); }

    /// The JSON types that the schema of a parameter allows its values to have.
    class ValueTypes {
    public:
        ValueTypes() = default;  ///< strings
        explicit ValueTypes(std::uint8_t types) : types_(types) {}

        bool only_strings() const;
        /// A value as the model wrote it, as JSON: decoded if it is JSON, else a string. Where strings are allowed too,
        /// JSON counts only if it is of another allowed type.
        std::string to_json(const std::string& value) const;

    private:
        std::uint8_t types_ = 1;  // bits, see tool_schemas.cpp; none: any
    };

    /// What is not declared is a string.
    ValueTypes types_of(std::string_view function, const std::string& parameter) const;

private:
    std::set<std::string, std::less<>> names_;
    std::map<std::string, nlohmann::ordered_json, std::less<>> parameters_;  // by function: its schema
    bool any_ = false;
};

}  // namespace strata
