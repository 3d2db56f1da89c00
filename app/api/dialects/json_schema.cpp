#include "app/api/dialects/json_schema.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "app/api/dialects/fields.h"
#include "app/api/dialects/schema_check.h"

namespace strata::app::api {
namespace {

constexpr std::size_t kMostBytes = 64 * 1024;
constexpr int kMostLevels = 32;
constexpr std::size_t kMostNodes = 2000;
constexpr std::int64_t kPatternMemory = std::int64_t{4} << 20;

/// What a keyword's value has to be.
enum class Kind {
    schema,
    schemas,
    named_schemas,
    type,
    names,
    values,
    any,
    count,
    number,
    flag,
    pattern,
    reference,
    note
};

const std::map<std::string_view, Kind>& keywords() {
    static const std::map<std::string_view, Kind> kKeywords = {
        {"type", Kind::type},
        {"properties", Kind::named_schemas},
        {"required", Kind::names},
        {"additionalProperties", Kind::schema},
        {"minProperties", Kind::count},
        {"maxProperties", Kind::count},
        {"items", Kind::schema},
        {"prefixItems", Kind::schemas},
        {"minItems", Kind::count},
        {"maxItems", Kind::count},
        {"uniqueItems", Kind::flag},
        {"enum", Kind::values},
        {"const", Kind::any},
        {"anyOf", Kind::schemas},
        {"oneOf", Kind::schemas},
        {"allOf", Kind::schemas},
        {"$ref", Kind::reference},
        {"$defs", Kind::named_schemas},
        {"definitions", Kind::named_schemas},
        {"minimum", Kind::number},
        {"maximum", Kind::number},
        {"exclusiveMinimum", Kind::number},
        {"exclusiveMaximum", Kind::number},
        {"multipleOf", Kind::number},
        {"minLength", Kind::count},
        {"maxLength", Kind::count},
        {"pattern", Kind::pattern},
        // These restrict nothing.
        {"format", Kind::note},
        {"title", Kind::note},
        {"description", Kind::note},
        {"default", Kind::note},
        {"examples", Kind::note},
        {"example", Kind::note},
        {"deprecated", Kind::note},
        {"readOnly", Kind::note},
        {"writeOnly", Kind::note},
        {"discriminator", Kind::note},
        {"$schema", Kind::note},
        {"$comment", Kind::note},
    };
    return kKeywords;
}

bool isTypeName(const Json& name) {
    static const std::set<std::string, std::less<>> kNames = {"object",  "array",   "string", "number",
                                                              "integer", "boolean", "null"};
    return name.is_string() && kNames.contains(name.get_ref<const std::string&>());
}

bool areStrings(const Json& list) {
    return list.is_array() && std::ranges::all_of(list, [](const Json& one) { return one.is_string(); });
}

/// Goes through a schema once and refuses what cannot be checked.
class SchemaReader {
public:
    SchemaReader(const Json& root, std::string param) : root_(root), param_(std::move(param)) {}

    void read(const Json& schema, int level) {
        if (refusal_ || !seen_.insert(&schema).second) {
            return;
        }
        if (seen_.size() > kMostNodes) {
            refuse(ErrorKind::invalid_value, fmt::format("the schema has more than {} nodes", kMostNodes));
        } else if (level > kMostLevels) {
            refuse(ErrorKind::invalid_value, fmt::format("the schema has more than {} levels", kMostLevels));
        } else if (!schema.is_boolean() && !schema.is_object()) {
            refuse(ErrorKind::invalid_value, "a schema in it is neither an object nor a boolean");
        } else if (schema.is_object()) {
            for (const auto& [keyword, value] : schema.items()) {
                readKeyword(keyword, value, level);
            }
        }
    }

    /// References that lead back to themselves without a step into the value would never end.
    void checkCircles() {
        std::set<const Json*> open, done;
        for (const Json* schema : seen_) {
            if (!refusal_ && leadsToItself(*schema, open, done)) {
                refuse(ErrorKind::unsupported_value, "a reference in the schema leads back to itself");
            }
        }
    }

    const Refusal& refusal() const { return refusal_; }
    JsonSchema::Patterns takePatterns() { return std::move(patterns_); }

private:
    void refuse(ErrorKind kind, const std::string& what) { refusal_.add(kind, param_ + ": " + what, param_); }

    void readKeyword(const std::string& keyword, const Json& value, int level) {
        const auto known = keywords().find(keyword);
        if (known == keywords().end()) {
            if (!keyword.starts_with("x-") && !(keyword == "$id" && level == 1)) {
                refuse(ErrorKind::unsupported_value,
                       fmt::format("the keyword \"{}\" of the schema is not supported", quotable(keyword)));
            }
            return;
        }
        if (!readValue(known->second, value, level)) {
            refuse(ErrorKind::invalid_value, fmt::format("\"{}\" of the schema has an unusable value", keyword));
        }
    }

    /// False: the value does not fit the keyword.
    bool readValue(Kind kind, const Json& value, int level) {
        switch (kind) {
            case Kind::schema:
                read(value, level + 1);
                return true;
            case Kind::schemas:
            case Kind::named_schemas:
                return readSchemas(kind, value, level);
            case Kind::type:
                return isTypeName(value) ||
                       (value.is_array() && !value.empty() && std::ranges::all_of(value, isTypeName));
            case Kind::names:
                return areStrings(value);
            case Kind::values:
                return value.is_array() && !value.empty();
            case Kind::count:
                return wholeNumber(value).value_or(-1) >= 0;
            case Kind::number:
                return value.is_number();
            case Kind::flag:
                return value.is_boolean();
            case Kind::pattern:
                return readPattern(value);
            case Kind::reference:
                return readReference(value);
            case Kind::any:
            case Kind::note:
                break;
        }
        return true;
    }

    bool readSchemas(Kind kind, const Json& value, int level) {
        const bool fits = kind == Kind::named_schemas ? value.is_object() : value.is_array() && !value.empty();
        if (!fits) {
            return false;
        }
        for (const Json& schema : value) {
            read(schema, level + 1);
        }
        return true;
    }

    bool readPattern(const Json& value) {
        if (!value.is_string()) {
            return false;
        }
        const std::string& text = value.get_ref<const std::string&>();
        if (patterns_.contains(text)) {
            return true;
        }
        re2::RE2::Options options;
        options.set_log_errors(false);
        options.set_max_mem(kPatternMemory);
        auto pattern = std::make_shared<const re2::RE2>(text, options);
        if (!pattern->ok()) {
            refuse(ErrorKind::unsupported_value,
                   fmt::format("the pattern \"{}\" of the schema cannot be checked", quotable(text)));
        }
        patterns_.emplace(text, std::move(pattern));
        return true;
    }

    bool readReference(const Json& value) {
        if (!value.is_string()) {
            return false;
        }
        const std::string& reference = value.get_ref<const std::string&>();
        if (const Json* target = resolveReference(root_, reference)) {
            // It may stand where no schema was looked for, as below a note.
            read(*target, 1);
        } else {
            refuse(ErrorKind::unsupported_value,
                   fmt::format("the reference \"{}\" of the schema leads to nothing in it", quotable(reference)));
        }
        return true;
    }

    bool leadsToItself(const Json& schema, std::set<const Json*>& open, std::set<const Json*>& done) const {
        if (!schema.is_object() || done.contains(&schema)) {
            return false;
        }
        if (!open.insert(&schema).second || open.size() > kMostNodes) {
            return true;
        }
        bool found = false;
        if (const auto reference = schema.find("$ref"); reference != schema.end() && reference->is_string()) {
            const Json* target = resolveReference(root_, reference->get_ref<const std::string&>());
            found = target != nullptr && leadsToItself(*target, open, done);
        }
        for (const char* keyword : {"anyOf", "oneOf", "allOf"}) {
            if (const auto list = schema.find(keyword); list != schema.end()) {
                found = found ||
                        std::ranges::any_of(*list, [&](const Json& one) { return leadsToItself(one, open, done); });
            }
        }
        open.erase(&schema);
        done.insert(&schema);
        return found;
    }

    const Json& root_;
    std::string param_;
    Refusal refusal_;
    JsonSchema::Patterns patterns_;
    std::set<const Json*> seen_;
};

}  // namespace

const Json* resolveReference(const Json& root, const std::string& reference) {
    if (!reference.starts_with('#')) {
        return nullptr;
    }
    try {
        const Json::json_pointer pointer(reference.substr(1));
        return root.contains(pointer) ? &root.at(pointer) : nullptr;
    } catch (const Json::exception&) {
        return nullptr;
    }
}

JsonSchema::JsonSchema(Json schema, Patterns patterns) : schema_(std::move(schema)), patterns_(std::move(patterns)) {}

ApiResult<JsonSchema> JsonSchema::read(const Json& schema, const std::string& param) {
    if (jsonText(schema).size() > kMostBytes) {
        return refuse(ErrorKind::invalid_value, param + ": the schema has more than 64 KiB", param);
    }
    SchemaReader reader(schema, param);
    reader.read(schema, 1);
    reader.checkCircles();
    if (reader.refusal()) {
        return tl::unexpected(reader.refusal().error());
    }
    return JsonSchema(schema, reader.takePatterns());
}

std::string JsonSchema::fault(const Json& value) const {
    SchemaCheck check(schema_, patterns_);
    check.run(schema_, value, "the answer");
    return check.fault();
}

}  // namespace strata::app::api
