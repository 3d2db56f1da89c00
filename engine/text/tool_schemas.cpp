#include "text/tool_schemas.h"

#include <optional>

#include "text/json_text.h"

namespace strata {
namespace {

using Json = nlohmann::ordered_json;

/// Types that a JSON schema allows, as bits; 0: it names none.
using JsonTypes = std::uint8_t;
constexpr JsonTypes kString = 1;
constexpr JsonTypes kNumber = 2;
constexpr JsonTypes kBoolean = 4;
constexpr JsonTypes kObject = 8;
constexpr JsonTypes kArray = 16;
constexpr JsonTypes kNull = 32;

/// Schemas may refer to themselves, several times in each round: what has not been found after so many steps is not.
constexpr int kMostSteps = 500;

const Json* member(const Json& value, const char* key) {
    if (!value.is_object()) {
        return nullptr;
    }
    const auto found = value.find(key);
    return found == value.end() ? nullptr : &*found;
}

JsonTypes type_named(const Json& name) {
    if (name == "string") {
        return kString;
    }
    if (name == "number" || name == "integer") {
        return kNumber;
    }
    if (name == "boolean") {
        return kBoolean;
    }
    if (name == "object") {
        return kObject;
    }
    if (name == "array") {
        return kArray;
    }
    return name == "null" ? kNull : JsonTypes{0};
}

JsonTypes type_of(const Json& value) {
    if (value.is_number()) {
        return kNumber;
    }
    return type_named(value.type_name());
}

/// All of them together, of one or of an array of them.
template <class TypesOf>
JsonTypes types_of_all(const Json& values, const TypesOf& types_of_one) {
    if (!values.is_array()) {
        return types_of_one(values);
    }
    JsonTypes types = 0;
    for (const Json& value : values) {
        types |= types_of_one(value);
    }
    return types;
}

/// What a reference within the same schema ("#/$defs/City") points to; null for others.
const Json* resolve(const Json& root, const Json& reference) {
    if (!reference.is_string() || !reference.get_ref<const std::string&>().starts_with('#')) {
        return nullptr;
    }
    try {
        const Json::json_pointer pointer(reference.get_ref<const std::string&>().substr(1));
        return root.contains(pointer) ? &root.at(pointer) : nullptr;
    } catch (const Json::exception&) {
        return nullptr;
    }
}

JsonTypes allowed_types(const Json& schema, const Json& root, int& steps_left) {
    if (--steps_left < 0) {
        return 0;
    }
    const auto allowed_by = [&](const Json& part) { return allowed_types(part, root, steps_left); };
    JsonTypes types = 0;
    if (const Json* type = member(schema, "type")) {
        types = types_of_all(*type, type_named);
    } else if (const Json* reference = member(schema, "$ref")) {
        const Json* target = resolve(root, *reference);
        types = target != nullptr ? allowed_by(*target) : JsonTypes{0};
    } else if (const Json* values = member(schema, "enum")) {
        types = types_of_all(*values, type_of);
    } else if (const Json* constant = member(schema, "const")) {
        types = type_of(*constant);
    } else {
        for (const char* key : {"anyOf", "oneOf", "allOf"}) {
            if (const Json* parts = member(schema, key)) {
                types |= types_of_all(*parts, allowed_by);
            }
        }
    }
    return types;
}

/// The schema of a declaration's parameters; null if it has none.
const Json* parameters_of(const Json& function) {
    const Json* parameters = member(function, "parameters");
    return parameters != nullptr ? parameters : member(function, "input_schema");
}

}  // namespace

ToolSchemas::ToolSchemas(const std::string& tools) {
    const auto declared = parse_json(tools);
    any_ = declared ? !declared->empty() : tools.find_first_not_of(" \t\r\n") != std::string::npos;
    if (!declared || !declared->is_array()) {
        return;
    }
    for (const Json& declaration : *declared) {
        const Json* wrapped = member(declaration, "function");
        const Json& function = wrapped != nullptr ? *wrapped : declaration;
        const Json* name = member(function, "name");
        const Json* parameters = parameters_of(function);
        if (name == nullptr || !name->is_string()) {
            continue;
        }
        names_.insert(name->get<std::string>());
        if (parameters != nullptr) {
            parameters_.emplace(name->get<std::string>(), *parameters);
        }
    }
}

ToolSchemas::ValueTypes ToolSchemas::types_of(std::string_view function, const std::string& parameter) const {
    const auto schema = parameters_.find(function);
    const Json* properties = schema != parameters_.end() ? member(schema->second, "properties") : nullptr;
    const Json* property = properties != nullptr ? member(*properties, parameter.c_str()) : nullptr;
    if (property == nullptr) {
        return ValueTypes(kString);
    }
    int steps_left = kMostSteps;
    return ValueTypes(allowed_types(*property, schema->second, steps_left));
}

bool ToolSchemas::ValueTypes::only_strings() const {
    return types_ == kString;
}

std::string ToolSchemas::ValueTypes::to_json(const std::string& value) const {
    const auto json = only_strings() ? std::nullopt : parse_json(value);
    if (!json || ((types_ & kString) != 0 && (types_ & ~kString & type_of(*json)) == 0)) {
        return to_json_string(value);
    }
    return to_json_text(*json);
}

}  // namespace strata
