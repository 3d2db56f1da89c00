#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// Reads what stands between <tool_call> and </tool_call>, as it arrives:
///
///   <function=NAME> { <parameter=KEY> VALUE </parameter> } </function>, with white space between the tags.
///
/// A value may hold anything, tags too: it ends only at a </parameter> that, after white space, <parameter= or
/// </function> follows. Everything is read once, however small the pieces are.
class ToolCallMarkup {
public:
    struct Parameter {
        std::string key;
        std::string value;  ///< without one newline at either end
    };

    void feed(std::string_view text);

    /// The function is closed and nothing but white space has followed.
    bool is_complete() const { return stage_ == Stage::behind_function; }
    /// What has been read cannot become a call any more.
    bool has_failed() const { return stage_ == Stage::failed; }

    const std::string& raw() const { return raw_; }  ///< all that was fed
    const std::string& function() const { return function_; }
    const std::vector<Parameter>& parameters() const { return parameters_; }

private:
    enum class Stage {
        before_function,
        function_name,
        in_function,
        parameter_key,
        in_value,
        behind_value,
        behind_function,
        failed
    };
    enum class Progress { going_on, needs_more };

    Progress step();
    Progress read_before_function();
    Progress read_in_function();
    Progress read_name(std::string& name, Stage then);
    Progress read_value();
    Progress read_behind_value();
    Progress read_behind_function();
    Progress go_on(Stage stage, std::size_t read_bytes);
    Progress fail();
    void close_value();
    /// Moves over white space and returns what follows.
    std::string_view behind_white_space();
    std::string_view rest() const { return std::string_view(raw_).substr(position_); }

    std::string raw_;
    std::size_t position_ = 0;  // in raw_: everything before it is read
    Stage stage_ = Stage::before_function;
    std::string function_;
    std::string key_;
    std::size_t value_begin_ = 0, value_end_ = 0;  // in raw_; the end may still turn out to be part of the value
    std::vector<Parameter> parameters_;
};

}  // namespace strata
