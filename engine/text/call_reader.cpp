#include "text/call_reader.h"

#include "text/tool_call_id.h"

namespace strata {

std::vector<OutputParser::Piece> CallReader::feed(std::string_view text) {
    std::vector<OutputParser::Piece> pieces;
    for (const ToolCallMarkup::Part& part : markup_.feed(text)) {
        read(part, pieces);
    }
    if (markup_.is_complete()) {
        arguments_->close();
    }
    if (std::string written = arguments_ ? arguments_->take() : std::string(); !written.empty()) {
        pieces.push_back(OutputParser::CallArguments{index_, std::move(written)});
    }
    return pieces;
}

void CallReader::read(const ToolCallMarkup::Part& part, std::vector<OutputParser::Piece>& pieces) {
    if (const auto* named = std::get_if<ToolCallMarkup::Function>(&part)) {
        id_ = new_tool_call_id();
        function_ = named->name;
        arguments_.emplace(*schemas_, function_);
        pieces.push_back(OutputParser::CallBegun{index_, id_, function_});
    } else if (const auto* parameter = std::get_if<ToolCallMarkup::Parameter>(&part)) {
        arguments_->begin_parameter(parameter->key);
    } else if (const auto* value = std::get_if<ToolCallMarkup::Value>(&part)) {
        arguments_->add_to_value(value->text);
    } else {
        arguments_->end_parameter();
    }
}

}  // namespace strata
