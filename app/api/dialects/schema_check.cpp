#include "app/api/dialects/schema_check.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>

#include "app/api/dialects/fields.h"

namespace strata::app::api {
namespace {

/// A schema and an answer can be made so that a check takes ages: it then counts as failed.
constexpr int kMostSteps = 1000000;
constexpr int kMostDepth = 500;

const Json* member(const Json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

bool isOfType(const Json& value, const std::string& type) {
    if (type == "integer") {
        return value.is_number() &&
               (value.is_number_integer() || std::trunc(value.get<double>()) == value.get<double>());
    }
    return type == value.type_name();
}

bool isOfTypes(const Json& value, const Json& types) {
    if (types.is_string()) {
        return isOfType(value, types.get_ref<const std::string&>());
    }
    return std::ranges::any_of(types,
                               [&](const Json& type) { return isOfType(value, type.get_ref<const std::string&>()); });
}

/// Objects are the same in whatever order their keys are.
bool isSame(const Json& a, const Json& b) {
    return a.is_structured() ? nlohmann::json(a) == nlohmann::json(b) : a == b;
}

bool isMultiple(const Json& value, const Json& factor) {
    const auto number = wholeNumber(value), step = wholeNumber(factor);
    if (number && step) {
        return *step != 0 && (*step == -1 || *number % *step == 0);
    }
    const double times = value.get<double>() / factor.get<double>();
    constexpr double kRounding = 1e-9;
    return std::isfinite(times) && std::abs(times - std::round(times)) < kRounding * std::max(1.0, std::abs(times));
}

}  // namespace

bool SchemaCheck::fail(const std::string& where, const std::string& what) {
    if (fault_.empty()) {
        fault_ = where + " " + what;
    }
    return false;
}

bool SchemaCheck::isTired() {
    if (depth_ > kMostDepth) {
        steps_ = kMostSteps;  // for good: what was not looked at must not count as looked at
    }
    return ++steps_ > kMostSteps;
}

bool SchemaCheck::accepts(const Json& schema, const Json& value) {
    std::string kept = fault_;
    const bool fits = run(schema, value, "");
    fault_ = std::move(kept);
    return fits;
}

bool SchemaCheck::run(const Json& schema, const Json& value, const std::string& where) {
    if (isTired()) {
        return fail(where, "is too much to check");
    }
    if (schema.is_boolean()) {
        return schema.get<bool>() || fail(where, "must not be there");
    }
    ++depth_;
    bool fits = true;
    if (const Json* types = member(schema, "type"); types != nullptr && !isOfTypes(value, *types)) {
        fits = fail(where, fmt::format("is of the type {}, expected {}", value.type_name(), jsonText(*types)));
    } else if (const Json* constant = member(schema, "const"); constant != nullptr && !isSame(value, *constant)) {
        fits = fail(where, "is not the value that the schema names");
    } else if (const Json* values = member(schema, "enum");
               values != nullptr &&
               std::ranges::none_of(*values, [&](const Json& one) { return isSame(value, one); })) {
        fits = fail(where, "is none of the values that the schema names");
    } else {
        fits = runNumber(schema, value, where) && runText(schema, value, where) && runArray(schema, value, where) &&
               runObject(schema, value, where) && runParts(schema, value, where);
    }
    --depth_;
    return fits;
}

bool SchemaCheck::runParts(const Json& schema, const Json& value, const std::string& where) {
    if (const Json* reference = member(schema, "$ref")) {
        const Json* target = resolveReference(root_, reference->get_ref<const std::string&>());
        if (target == nullptr || !run(*target, value, where)) {
            return fail(where, "is not as a reference wants it");
        }
    }
    if (const Json* all = member(schema, "allOf")) {
        if (!std::ranges::all_of(*all, [&](const Json& one) { return run(one, value, where); })) {
            return fail(where, "is not as all of its schemas want it");
        }
    }
    if (const Json* any = member(schema, "anyOf")) {
        if (std::ranges::none_of(*any, [&](const Json& one) { return accepts(one, value); })) {
            return fail(where, "is as none of its schemas wants it");
        }
    }
    if (const Json* one_of = member(schema, "oneOf")) {
        if (std::ranges::count_if(*one_of, [&](const Json& one) { return accepts(one, value); }) != 1) {
            return fail(where, "is not as exactly one of its schemas wants it");
        }
    }
    // What was too much to check inside one of the above must not count as "does not fit, so another may".
    return steps_ <= kMostSteps || fail(where, "is too much to check");
}

bool SchemaCheck::runNumber(const Json& schema, const Json& value, const std::string& where) {
    if (!value.is_number()) {
        return true;
    }
    const Json* least = member(schema, "minimum");
    const Json* most = member(schema, "maximum");
    const Json* above = member(schema, "exclusiveMinimum");
    const Json* below = member(schema, "exclusiveMaximum");
    if ((least != nullptr && value < *least) || (most != nullptr && *most < value) ||
        (above != nullptr && value <= *above) || (below != nullptr && *below <= value)) {
        return fail(where, "is outside of its bounds");
    }
    const Json* factor = member(schema, "multipleOf");
    return factor == nullptr || isMultiple(value, *factor) || fail(where, "is not a multiple of what it should be");
}

bool SchemaCheck::runText(const Json& schema, const Json& value, const std::string& where) {
    if (!value.is_string()) {
        return true;
    }
    const std::string& text = value.get_ref<const std::string&>();
    const Json* least = member(schema, "minLength");
    const Json* most = member(schema, "maxLength");
    const auto count = static_cast<std::int64_t>(least != nullptr || most != nullptr ? characterCount(text) : 0);
    if ((least != nullptr && count < *wholeNumber(*least)) || (most != nullptr && count > *wholeNumber(*most))) {
        return fail(where, "has too few or too many characters");
    }
    if (const Json* pattern = member(schema, "pattern")) {
        const auto found = patterns_.find(pattern->get_ref<const std::string&>());
        if (found == patterns_.end() || !re2::RE2::PartialMatch(text, *found->second)) {
            return fail(where, "does not match its pattern");
        }
    }
    return true;
}

bool SchemaCheck::hasUniqueItems(const Json& value) {
    for (std::size_t i = 0; i < value.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (isTired() || isSame(value[i], value[j])) {
                return false;
            }
        }
    }
    return true;
}

bool SchemaCheck::runArray(const Json& schema, const Json& value, const std::string& where) {
    if (!value.is_array()) {
        return true;
    }
    const auto count = static_cast<std::int64_t>(value.size());
    const Json* least = member(schema, "minItems");
    const Json* most = member(schema, "maxItems");
    if ((least != nullptr && count < *wholeNumber(*least)) || (most != nullptr && count > *wholeNumber(*most))) {
        return fail(where, "has too few or too many items");
    }
    if (const Json* unique = member(schema, "uniqueItems");
        unique != nullptr && unique->get<bool>() && !hasUniqueItems(value)) {
        return fail(where, "has an item twice");
    }
    const Json* first = member(schema, "prefixItems");
    const Json* others = member(schema, "items");
    const std::size_t first_count = first != nullptr ? first->size() : 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const Json* one = i < first_count ? &(*first)[i] : others;
        if (one != nullptr && !run(*one, value[i], fmt::format("{}[{}]", where, i))) {
            return false;
        }
    }
    return true;
}

bool SchemaCheck::runObject(const Json& schema, const Json& value, const std::string& where) {
    if (!value.is_object()) {
        return true;
    }
    const auto count = static_cast<std::int64_t>(value.size());
    const Json* least = member(schema, "minProperties");
    const Json* most = member(schema, "maxProperties");
    if ((least != nullptr && count < *wholeNumber(*least)) || (most != nullptr && count > *wholeNumber(*most))) {
        return fail(where, "has too few or too many fields");
    }
    if (const Json* required = member(schema, "required")) {
        for (const Json& name : *required) {
            if (isTired() || !value.contains(name.get_ref<const std::string&>())) {
                return fail(where, fmt::format("lacks \"{}\"", quotable(name.get_ref<const std::string&>())));
            }
        }
    }
    const Json* properties = member(schema, "properties");
    const Json* others = member(schema, "additionalProperties");
    for (const auto& [name, one] : value.items()) {
        const Json* property = properties != nullptr ? member(*properties, name) : nullptr;
        const Json* wanted = property != nullptr ? property : others;
        if (wanted != nullptr && !run(*wanted, one, fmt::format("{}.{}", where, quotable(name)))) {
            return false;
        }
    }
    return true;
}

}  // namespace strata::app::api
