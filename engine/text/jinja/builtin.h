#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "text/jinja/render_context.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// What stands in the brackets of a call.
struct CallArguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string_view, Value>> named;
};

inline constexpr std::size_t kMaxParameters = 6;
inline constexpr std::string_view kByPositionOnly = "/";  ///< a parameter without a name
inline constexpr std::string_view kAnything = "*";        ///< as only parameter: takes all arguments as they come

/// The arguments of a call, matched to the parameters of a builtin.
class Arguments {
public:
    explicit Arguments(const CallArguments& all) : all_(all) {}

    /// The argument of the n-th parameter; null: not given.
    const Value* operator[](std::size_t parameter) const { return matched_[parameter]; }
    const CallArguments& all() const { return all_; }

    // Each reads one parameter and gives the fallback if it was not given. Errors: an argument of another type.
    Result<std::optional<Text>> text(RenderContext& context, std::size_t parameter) const;
    Result<std::int64_t> integer(RenderContext& context, std::size_t parameter, std::int64_t fallback) const;
    bool flag(std::size_t parameter, bool fallback) const;

private:
    friend Result<Value> call(RenderContext&, const Builtin&, const Value&, const CallArguments&);
    std::array<const Value*, kMaxParameters> matched_{};
    const CallArguments& all_;
};

/// A filter, test, method or function of the language. `subject` is what stands before `|`, `is` or the dot; a function
/// gets an undefined one. Tests return a boolean.
struct Builtin {
    using Run = Result<Value> (*)(RenderContext& context, const Value& subject, const Arguments& arguments);

    std::string_view name;
    std::array<std::string_view, kMaxParameters> parameters;  ///< empty: no more
    std::size_t required;                                     ///< the first so many must be given
    Run run;
};

/// A text as the result of a builtin.
Result<Value> as_value(Result<Text> text);

/// Errors: those of the builtin; arguments that it does not have or that are missing.
Result<Value> call(RenderContext& context, const Builtin& builtin, const Value& subject,
                   const CallArguments& arguments);

}  // namespace strata::jinja
