#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace strata {

/// Reads what stands behind <tool_call>, as it arrives, up to the end of the function:
///
///   <function=NAME> { <parameter=KEY> VALUE </parameter> } </function>, with white space between the tags.
///
/// A value may hold anything, tags too: it ends only at a </parameter> that, after white space, <parameter= or
/// </function> follows. Everything is read once, however small the pieces are.
///
/// Until the name is known, what cannot become a call fails. After that nothing does: what stands between the tags and
/// is none of them is passed over.
class ToolCallMarkup {
public:
    struct Function {
        std::string name;
    };
    struct Parameter {
        std::string key;
    };
    /// A piece of the value of the parameter that began last: without one newline at either end of the value.
    struct Value {
        std::string text;
    };
    struct ParameterEnd {};
    using Part = std::variant<Function, Parameter, Value, ParameterEnd>;

    /// What is certain now. Text: whole UTF-8 characters go in and come out.
    std::vector<Part> feed(std::string_view text);

    /// What has been read cannot become a call any more.
    bool has_failed() const { return stage_ == Stage::failed; }
    bool has_name() const { return has_name_; }
    /// The function is closed. What was fed behind it is the rest.
    bool is_complete() const { return stage_ == Stage::complete; }
    /// Behind the name and outside of a value: where the call cannot go on with its own end tag, or another's
    /// beginning.
    bool is_between_tags() const { return stage_ == Stage::in_function || stage_ == Stage::parameter_key; }

    const std::string& raw() const { return raw_; }  ///< all that was fed, while the name is not known
    std::string take_rest();                         ///< what was fed behind a complete function

private:
    enum class Stage {
        before_function,
        function_name,
        in_function,
        parameter_key,
        in_value,
        behind_value,
        complete,
        failed
    };
    enum class Progress { going_on, needs_more };

    Progress step();
    Progress read_before_function();
    Progress read_function_name();
    Progress read_in_function();
    Progress read_parameter_key();
    Progress read_value();
    Progress read_behind_value();

    Progress go_on(Stage stage, std::size_t read_bytes);
    Progress give_value(std::size_t length);
    /// Moves `scanned_` over white space and returns what follows.
    std::string_view behind_white_space();
    std::string_view rest() const { return std::string_view(held_).substr(position_); }

    std::string raw_;
    std::string held_;          // what is not read yet, and in front of it what is
    std::size_t position_ = 0;  // in held_: everything before it is read
    std::size_t scanned_ = 0;   // in held_, from position_ on: looked at, though not read
    Stage stage_ = Stage::before_function;
    bool has_name_ = false;
    bool at_value_begin_ = false;
    std::vector<Part> parts_;
};

}  // namespace strata
