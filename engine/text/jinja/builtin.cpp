#include "text/jinja/builtin.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "text/jinja/numbers.h"
#include "text/jinja/operators.h"

namespace strata::jinja {

Result<std::optional<Text>> Arguments::text(RenderContext& context, std::size_t parameter) const {
    const Value* value = matched_[parameter];
    if (value == nullptr || value->is<None>()) {
        return std::optional<Text>();
    }
    if (const auto* text = value->as<Text>()) {
        return std::optional<Text>(*text);
    }
    return context.error(fmt::format("an argument is a {}, expected a string", value->type_name()));
}

Result<std::int64_t> Arguments::integer(RenderContext& context, std::size_t parameter, std::int64_t fallback) const {
    const Value* value = matched_[parameter];
    if (value == nullptr) {
        return fallback;
    }
    const auto number = number_of(*value);
    if (!number || number->is_real) {
        return context.error(fmt::format("an argument is a {}, expected an integer", value->type_name()));
    }
    return number->integer;
}

bool Arguments::flag(std::size_t parameter, bool fallback) const {
    const Value* value = matched_[parameter];
    return value == nullptr ? fallback : is_true(*value);
}

Result<Value> as_value(Result<Text> text) {
    if (!text) {
        return tl::unexpected(std::move(text).error());
    }
    return Value(std::move(*text));
}

Result<Value> call(RenderContext& context, const Builtin& builtin, const Value& subject,
                   const CallArguments& arguments) {
    Arguments matched(arguments);
    const auto& parameters = builtin.parameters;
    if (parameters[0] == kAnything) {
        return builtin.run(context, subject, matched);
    }
    const auto count = static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), std::string_view()) -
                                                parameters.begin());
    if (arguments.positional.size() > count) {
        return context.error(fmt::format("'{}' takes at most {} arguments", builtin.name, count));
    }
    for (std::size_t i = 0; i < arguments.positional.size(); ++i) {
        matched.matched_[i] = &arguments.positional[i];
    }
    for (const auto& [name, value] : arguments.named) {
        const auto parameter = std::find(parameters.begin(), parameters.end(), name);
        const auto at = static_cast<std::size_t>(parameter - parameters.begin());
        if (name == kByPositionOnly || parameter == parameters.end() || matched.matched_[at] != nullptr) {
            return context.error(fmt::format("'{}' does not take the argument '{}' here", builtin.name, name));
        }
        matched.matched_[at] = &value;
    }
    for (std::size_t i = 0; i < builtin.required; ++i) {
        if (matched.matched_[i] == nullptr) {
            return context.error(fmt::format("'{}' needs {} argument(s)", builtin.name, builtin.required));
        }
    }
    return builtin.run(context, subject, matched);
}

}  // namespace strata::jinja
