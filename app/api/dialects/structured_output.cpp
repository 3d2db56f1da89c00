#include "app/api/dialects/structured_output.h"

#include <memory>
#include <utility>

#include "app/api/dialects/json_schema.h"

namespace strata::app::api {
namespace {

constexpr int kMostLevels = 128;

ApiResult<void> failed(const std::string& why) {
    return refuse(ErrorKind::structured_output_failed,
                  "The answer does not have the form that was asked for: " + why + ".");
}

/// schema: null pointer: any object.
std::function<ApiResult<void>(const std::string&)> checkOf(std::shared_ptr<const JsonSchema> schema) {
    return [schema = std::move(schema)](const std::string& text) -> ApiResult<void> {
        const ParsedJson parsed = parseJson(text, kMostLevels);
        if (!parsed.value) {
            return failed("it is not JSON");
        }
        if (schema == nullptr) {
            return parsed.value->is_object() ? ApiResult<void>() : failed("it is not an object");
        }
        const std::string fault = schema->fault(*parsed.value);
        return fault.empty() ? ApiResult<void>() : failed(fault);
    };
}

void useSchema(const Fields& holder, ApiCall& call) {
    const Json* const schema = holder.object("schema");
    if (schema == nullptr) {
        if (!holder.has("schema")) {
            holder.refuseMissing("schema");
        }
        return;
    }
    auto compiled = JsonSchema::create(*schema, holder.pathOf("schema"));
    if (compiled) {
        call.check = checkOf(std::move(*compiled));
    } else {
        holder.refusal().add(compiled.error());
    }
}

/// nested: the schema is in an object of its own, called as the type.
void useFormat(const Fields& format, bool nested, ApiCall& call) {
    const std::string* const type = format.text("type");
    if (type == nullptr) {
        if (!format.has("type")) {
            format.refuseMissing("type");
        }
    } else if (*type == "json_object") {
        call.check = checkOf(nullptr);
    } else if (*type == "json_schema") {
        const auto holder = nested ? format.inside("json_schema") : std::optional(format);
        if (holder) {
            useSchema(*holder, call);
        } else if (!format.has("json_schema")) {
            format.refuseMissing("json_schema");
        }
    } else if (*type != "text") {
        format.refuse(ErrorKind::unsupported_value, "type", "must be text, json_object or json_schema");
    }
}

}  // namespace

void readResponseFormat(const Fields& fields, ApiCall& call) {
    if (const auto format = fields.inside("response_format")) {
        useFormat(*format, true, call);
    }
}

void readTextFormat(const Fields& fields, ApiCall& call) {
    if (const auto text = fields.inside("text")) {
        if (const auto format = text->inside("format")) {
            useFormat(*format, false, call);
        }
    }
}

void readOutputFormat(const Fields& fields, ApiCall& call) {
    if (const auto config = fields.inside("output_config")) {
        if (const auto format = config->inside("format")) {
            useFormat(*format, false, call);
        }
    }
}

}  // namespace strata::app::api
