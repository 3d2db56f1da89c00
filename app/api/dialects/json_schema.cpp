#include "app/api/dialects/json_schema.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <re2/re2.h>

namespace strata::app::api {
namespace {

constexpr int kMostSteps = 2'000'000;  ///< of looking at one value; more is a schema made to be slow
constexpr std::size_t kPatternMemory = std::size_t{1} << 20;

/// Restrict a value, and are checked here.
const std::set<std::string_view> kKnown = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "pattern",
    "minProperties",
    "maxProperties",
};
/// Say something about a value and restrict nothing.
const std::set<std::string_view> kRemarks = {
    "$schema", "$id",      "$defs",      "definitions", "$comment",  "title",  "description",
    "default", "examples", "deprecated", "readOnly",    "writeOnly", "format", "nullable",
};
const std::set<std::string_view> kTypes = {"null", "boolean", "object", "array", "number", "integer", "string"};

bool isInteger(const Json& value) {
    return value.is_number_integer() ||
           (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
}

bool hasType(const Json& value, const std::string& type) {
    return (type == "null" && value.is_null()) || (type == "boolean" && value.is_boolean()) ||
           (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "number" && value.is_number()) ||
           (type == "integer" && value.is_number() && isInteger(value));
}

/// Two values that mean the same: the order of keys does not matter, and 1.0 is 1.
bool same(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) {
        return a.get<double>() == b.get<double>();
    }
    if (a.is_object() && b.is_object()) {
        return a.size() == b.size() && std::all_of(a.items().begin(), a.items().end(), [&](const auto& item) {
                   return b.contains(item.key()) && same(item.value(), b[item.key()]);
               });
    }
    if (a.is_array() && b.is_array()) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
    }
    return a == b;
}

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

struct JsonSchema::Data {
    Json root;
    std::map<std::string, std::unique_ptr<const RE2>> patterns;

    const Json* target(const std::string& reference) const;
};

/// What "#/$defs/name" points to; null: nowhere here.
const Json* JsonSchema::Data::target(const std::string& reference) const {
    if (reference == "#") {
        return &root;
    }
    if (!reference.starts_with("#/")) {
        return nullptr;
    }
    try {
        const Json::json_pointer pointer(reference.substr(1));
        return root.contains(pointer) ? &root.at(pointer) : nullptr;
    } catch (const Json::exception&) {
        return nullptr;
    }
}

namespace {

using Patterns = std::map<std::string, std::unique_ptr<const RE2>>;

/// Looks whether a schema can be held to, before anything is answered.
class Inspector {
public:
    Inspector(const std::function<const Json*(const std::string&)>& target, Patterns& patterns)
        : target_(target), patterns_(patterns) {}

    std::optional<ApiError> look(const Json& schema, const std::string& path, int level) {
        if (schema.is_boolean()) {
            return std::nullopt;
        }
        if (!schema.is_object()) {
            return ApiError{ErrorKind::invalid_value, "a schema must be an object", path};
        }
        if (level > JsonSchema::kMostLevels || ++nodes_ > JsonSchema::kMostNodes) {
            return ApiError{ErrorKind::unsupported_value, "the schema is too large or too deep", path};
        }
        for (const auto& [name, value] : schema.items()) {
            const std::string here = path + "." + quotable(name);
            if (auto error = lookAt(name, value, here, level)) {
                return error;
            }
        }
        return cycle(schema, path);
    }

private:
    std::optional<ApiError> lookAt(const std::string& name, const Json& value, const std::string& here, int level) {
        const auto invalid = [&here](const char* what) { return ApiError{ErrorKind::invalid_value, what, here}; };
        if (name == "properties" || name == "$defs" || name == "definitions") {
            return value.is_object() ? each(value, here, level) : invalid("must be an object of schemas");
        }
        if (name == "items" || name == "additionalProperties") {
            return look(value, here, level + 1);
        }
        if (name == "prefixItems" || name == "anyOf" || name == "oneOf" || name == "allOf") {
            const bool fits = value.is_array() && !value.empty();
            return fits ? each(value, here, level) : invalid("must be a list of schemas");
        }
        if (name == "type") {
            return isTypes(value) ? std::nullopt : std::optional(invalid("is not a type of JSON"));
        }
        if (name == "enum") {
            return value.is_array() && !value.empty() ? std::nullopt : std::optional(invalid("must be a list"));
        }
        if (name == "required") {
            const bool fits =
                value.is_array() && std::ranges::all_of(value, [](const Json& one) { return one.is_string(); });
            return fits ? std::nullopt : std::optional(invalid("must be a list of names"));
        }
        if (name == "$ref") {
            const bool fits = value.is_string() && target_(value.get<std::string>()) != nullptr;
            return fits ? std::nullopt
                        : std::optional(
                              ApiError{ErrorKind::unsupported_value, "points to nothing in this schema", here});
        }
        if (name == "pattern") {
            return compile(value, here);
        }
        if (name == "uniqueItems") {
            return value.is_boolean() ? std::nullopt : std::optional(invalid("must be true or false"));
        }
        if (name == "const" || kRemarks.contains(name) || name.starts_with("x-")) {
            return std::nullopt;
        }
        if (kKnown.contains(name)) {  // all that are left are bounds
            const bool fits = value.is_number() && (name != "multipleOf" || value.get<double>() > 0);
            return fits ? std::nullopt : std::optional(invalid("must be a number"));
        }
        return ApiError{ErrorKind::unsupported_value, "this keyword is not supported in a schema", here};
    }

    std::optional<ApiError> each(const Json& schemas, const std::string& path, int level) {
        for (const auto& [name, schema] : schemas.items()) {
            if (auto error = look(schema, path + "." + quotable(name), level + 1)) {
                return error;
            }
        }
        return std::nullopt;
    }

    static bool isTypes(const Json& value) {
        const auto isType = [](const Json& one) { return one.is_string() && kTypes.contains(one.get<std::string>()); };
        return value.is_array() ? !value.empty() && std::ranges::all_of(value, isType) : isType(value);
    }

    std::optional<ApiError> compile(const Json& pattern, const std::string& path) {
        if (!pattern.is_string()) {
            return ApiError{ErrorKind::invalid_value, "must be a regular expression", path};
        }
        const auto& text = pattern.get_ref<const std::string&>();
        RE2::Options options(RE2::Quiet);
        options.set_max_mem(kPatternMemory);
        auto compiled = std::make_unique<const RE2>(text, options);
        if (!compiled->ok()) {
            return ApiError{ErrorKind::unsupported_value,
                            "this regular expression is not supported (no look-around, no back references)", path};
        }
        patterns_.emplace(text, std::move(compiled));
        return std::nullopt;
    }

    /// References that lead back to a schema without looking at anything smaller would never end.
    std::optional<ApiError> cycle(const Json& schema, const std::string& path) const {
        const Json* at = &schema;
        for (int steps = 0; at->is_object() && at->contains("$ref"); ++steps) {
            const Json* const next = (*at)["$ref"].is_string() ? target_((*at)["$ref"].get<std::string>()) : nullptr;
            if (next == nullptr) {
                break;
            }
            if (steps > JsonSchema::kMostNodes) {
                return ApiError{ErrorKind::invalid_value, "a reference leads back to itself", path};
            }
            at = next;
        }
        return std::nullopt;
    }

    const std::function<const Json*(const std::string&)>& target_;
    Patterns& patterns_;
    int nodes_ = 0;
};

/// Looks at one value. What it says is the first fault that it met.
class Judge {
public:
    Judge(const std::function<const Json*(const std::string&)>& target, const Patterns& patterns)
        : target_(target), patterns_(patterns) {}

    std::string fault(const Json& schema, const Json& value, int level = 0) {
        if (schema.is_boolean()) {
            return schema.get<bool>() ? std::string() : "nothing is allowed here";
        }
        if (++steps_ > kMostSteps || level > kMostDepth) {
            return "the schema is too complex to check";
        }
        for (const auto& [name, wanted] : schema.items()) {
            if (std::string fault = faultOf(schema, name, wanted, value, level); !fault.empty()) {
                return fault;
            }
        }
        return {};
    }

private:
    static constexpr int kMostDepth = 600;  // levels of the value, and references between them

    std::string faultOf(const Json& schema, const std::string& name, const Json& wanted, const Json& value, int level) {
        if (name == "type") {
            const auto fits = [&value](const Json& type) { return hasType(value, type.get<std::string>()); };
            const bool good = wanted.is_array() ? std::ranges::any_of(wanted, fits) : fits(wanted);
            return good ? std::string() : "a value has another type";
        }
        if (name == "$ref") {
            const Json* const target = target_(wanted.get<std::string>());
            return target != nullptr ? fault(*target, value, level + 1) : "a reference points nowhere";
        }
        if (name == "enum") {
            return std::ranges::any_of(wanted, [&](const Json& one) { return same(one, value); })
                       ? std::string()
                       : "a value is not one of those allowed";
        }
        if (name == "const") {
            return same(wanted, value) ? std::string() : "a value is not the one allowed";
        }
        if (name == "anyOf" || name == "oneOf" || name == "allOf") {
            return faultOfSeveral(name, wanted, value, level);
        }
        if (value.is_object()) {
            return faultOfObject(schema, name, wanted, value, level);
        }
        if (value.is_array()) {
            return faultOfArray(schema, name, wanted, value, level);
        }
        if (value.is_string()) {
            return faultOfText(name, wanted, value.get_ref<const std::string&>());
        }
        return value.is_number() ? faultOfNumber(name, wanted, value.get<double>()) : std::string();
    }

    std::string faultOfSeveral(const std::string& name, const Json& schemas, const Json& value, int level) {
        std::size_t good = 0;
        std::string first;
        for (const Json& schema : schemas) {
            const std::string one = fault(schema, value, level + 1);
            good += one.empty() ? 1 : 0;
            if (first.empty()) {
                first = one;
            }
            if (name == "allOf" && !one.empty()) {
                return one;
            }
            if (name == "anyOf" && one.empty()) {
                return {};
            }
        }
        if (name == "oneOf" && good != 1) {
            return good == 0 ? first : "a value fits more than one of the schemas of which it must fit one";
        }
        return name == "anyOf" ? first : std::string();
    }

    std::string faultOfObject(const Json& schema, const std::string& name, const Json& wanted, const Json& value,
                              int level) {
        if (name == "properties") {
            for (const auto& [key, one] : wanted.items()) {
                if (const auto found = value.find(key); found != value.end()) {
                    if (std::string problem = fault(one, *found, level + 1); !problem.empty()) {
                        return problem;
                    }
                }
            }
        } else if (name == "required") {
            for (const Json& key : wanted) {
                if (!value.contains(key.get<std::string>())) {
                    return "a required field is missing";
                }
            }
        } else if (name == "additionalProperties") {
            for (const auto& [key, one] : value.items()) {
                const bool named = schema.contains("properties") && schema["properties"].contains(key);
                if (!named) {
                    if (std::string problem = fault(wanted, one, level + 1); !problem.empty()) {
                        return problem;
                    }
                }
            }
        } else if (name == "minProperties" || name == "maxProperties") {
            return faultOfCount(name == "minProperties", wanted, value.size(), "fields");
        }
        return {};
    }

    std::string faultOfArray(const Json& schema, const std::string& name, const Json& wanted, const Json& value,
                             int level) {
        const std::size_t prefix = schema.contains("prefixItems") ? schema["prefixItems"].size() : 0;
        if (name == "prefixItems" || name == "items") {
            const bool first_ones = name == "prefixItems";
            for (std::size_t i = first_ones ? 0 : prefix;
                 i < (first_ones ? std::min(prefix, value.size()) : value.size()); ++i) {
                if (std::string problem = fault(first_ones ? wanted[i] : wanted, value[i], level + 1);
                    !problem.empty()) {
                    return problem;
                }
            }
        } else if (name == "minItems" || name == "maxItems") {
            return faultOfCount(name == "minItems", wanted, value.size(), "items");
        } else if (name == "uniqueItems" && wanted.get<bool>()) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    if (++steps_ > kMostSteps) {
                        return "the schema is too complex to check";
                    }
                    if (same(value[i], value[j])) {
                        return "a list has the same item twice";
                    }
                }
            }
        }
        return {};
    }

    std::string faultOfText(const std::string& name, const Json& wanted, const std::string& text) const {
        if (name == "minLength" || name == "maxLength") {
            return faultOfCount(name == "minLength", wanted, characters(text), "characters");
        }
        if (name == "pattern") {
            const auto found = patterns_.find(wanted.get_ref<const std::string&>());
            const bool fits = found != patterns_.end() && RE2::PartialMatch(text, *found->second);
            return fits ? std::string() : "a text does not match its pattern";
        }
        return {};
    }

    static std::string faultOfNumber(const std::string& name, const Json& wanted, double number) {
        const bool fits = !(name == "minimum" && number < wanted.get<double>()) &&
                          !(name == "maximum" && number > wanted.get<double>()) &&
                          !(name == "exclusiveMinimum" && number <= wanted.get<double>()) &&
                          !(name == "exclusiveMaximum" && number >= wanted.get<double>()) &&
                          !(name == "multipleOf" && !isMultiple(number, wanted.get<double>()));
        return fits ? std::string() : "a number is outside of its bounds";
    }

    static bool isMultiple(double number, double step) {
        const double count = number / step;
        return std::abs(count - std::round(count)) <= 1e-9 * std::max(1.0, std::abs(count));
    }

    static std::string faultOfCount(bool least, const Json& wanted, std::size_t count, std::string_view what) {
        const auto number = static_cast<double>(count);
        const bool fits = least ? number >= wanted.get<double>() : number <= wanted.get<double>();
        return fits ? std::string() : fmt::format("there are too {} {}", least ? "few" : "many", what);
    }

    const std::function<const Json*(const std::string&)>& target_;
    const Patterns& patterns_;
    int steps_ = 0;
};

}  // namespace

JsonSchema::JsonSchema(std::unique_ptr<const Data> data) : data_(std::move(data)) {}

JsonSchema::~JsonSchema() = default;

ApiResult<std::shared_ptr<const JsonSchema>> JsonSchema::create(const Json& schema, const std::string& path) {
    if (!schema.is_object()) {
        return refuse(ErrorKind::invalid_type, fmt::format("{}: expected an object", path), path);
    }
    if (jsonText(schema).size() > kMostBytes) {
        return refuse(ErrorKind::unsupported_value, fmt::format("{}: the schema has more than 64 KiB", path), path);
    }
    auto data = std::make_unique<Data>();
    data->root = schema;
    const std::function<const Json*(const std::string&)> target = [&data](const std::string& reference) {
        return data->target(reference);
    };
    Inspector inspector(target, data->patterns);
    if (auto error = inspector.look(data->root, path, 1)) {
        error->message = error->param + ": " + error->message;
        return tl::unexpected(*error);
    }
    return std::shared_ptr<const JsonSchema>(new JsonSchema(std::move(data)));
}

std::string JsonSchema::fault(const Json& value) const {
    const std::function<const Json*(const std::string&)> target = [this](const std::string& reference) {
        return data_->target(reference);
    };
    return Judge(target, data_->patterns).fault(data_->root, value);
}

}  // namespace strata::app::api
