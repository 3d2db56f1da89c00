#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/output_parser.h"
#include "text/tool_arguments.h"
#include "text/tool_call_markup.h"
#include "text/tool_schemas.h"

namespace strata {

/// Reads one function call of an answer, from behind its <tool_call> to the end of its function.
class CallReader {
public:
    /// schemas: must outlive the object.
    CallReader(const ToolSchemas& schemas, int index) : schemas_(&schemas), index_(index) {}

    /// The beginning, and what is certain of the arguments. Until the name is known: nothing.
    std::vector<OutputParser::Piece> feed(std::string_view text);
    /// The call; it must be complete.
    OutputParser::Call whole() const { return {index_, {id_, function_, arguments_->text()}}; }

    const ToolCallMarkup& markup() const { return markup_; }
    std::string take_rest() { return markup_.take_rest(); }  ///< what was fed behind a complete function

private:
    void read(const ToolCallMarkup::Part& part, std::vector<OutputParser::Piece>& pieces);

    const ToolSchemas* schemas_;
    int index_;
    ToolCallMarkup markup_;
    std::string id_, function_;
    std::optional<ToolArguments> arguments_;  // once the function is known
};

}  // namespace strata
