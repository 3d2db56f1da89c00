#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "text/tool_schemas.h"

namespace strata {

/// Writes the arguments of one call as the text of a JSON object, while the model writes their values.
///
/// Strings are written as they come; other values when they are complete. Keys keep the order in which they were
/// written; of equal ones the first counts, as it may have been sent already.
class ToolArguments {
public:
    /// schemas: must outlive the object.
    ToolArguments(const ToolSchemas& schemas, std::string function)
        : schemas_(&schemas), function_(std::move(function)) {}

    void begin_parameter(const std::string& key);
    void add_to_value(std::string_view text);  ///< whole UTF-8 characters
    void end_parameter();
    void close();  ///< the object is complete

    const std::string& text() const { return text_; }  ///< all that was written
    std::string take();                                ///< of it, what was not taken yet

private:
    const ToolSchemas* schemas_;
    std::string function_;
    std::string text_;
    std::size_t taken_ = 0;
    std::set<std::string> keys_;
    // Of the parameter that is open:
    bool is_repeated_ = false;
    ToolSchemas::ValueTypes types_;
    std::string value_;  // that is to be complete before it is written
};

}  // namespace strata
