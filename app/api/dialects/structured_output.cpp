#include "app/api/dialects/structured_output.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "app/api/dialects/json_schema.h"

namespace strata::app::api {
namespace {

constexpr int kMostAnswerLevels = 128;

ApiResult<void> checkAnswer(const std::string& text, const JsonSchema* schema) {
    const auto parsed = parseJson(text, kMostAnswerLevels);
    if (!parsed.value) {
        return refuse(ErrorKind::structured_output_failed, "The model's answer is not the JSON that was asked for.");
    }
    if (schema == nullptr) {
        if (parsed.value->is_object()) {
            return {};
        }
        return refuse(ErrorKind::structured_output_failed, "The model's answer is not a JSON object.");
    }
    const std::string fault = schema->fault(*parsed.value);
    if (fault.empty()) {
        return {};
    }
    return refuse(ErrorKind::structured_output_failed, "The model's answer does not fit the schema: " + fault + ".");
}

}  // namespace

void readFormat(const FormatPlace& place, ConversationBuilder& conversation, ApiCall& call) {
    const auto format = place.parent.inside(place.name);
    if (!format) {
        return;
    }
    const std::string* type = format->text("type");
    if (type == nullptr) {
        format->refuseMissing("type");
        return;
    }
    if (*type == "text" && !place.needs_schema) {
        return;
    }
    if (*type == "json_object" && !place.needs_schema) {
        conversation.askForForm("Answer with a JSON object and nothing else.");
        call.check = [](const std::string& text) { return checkAnswer(text, nullptr); };
        return;
    }
    if (*type != "json_schema") {
        format->refuse(ErrorKind::unsupported_value, "type", "this form of answer is not supported");
        return;
    }
    const auto wrapped = place.wraps_schema ? format->inside("json_schema") : std::nullopt;
    if (place.wraps_schema && !wrapped) {
        format->refuseMissing("json_schema");
        return;
    }
    const Fields& holder = wrapped ? *wrapped : *format;
    holder.text("name");
    holder.boolean("strict");
    const Json* schema = holder.object("schema");
    if (schema == nullptr) {
        holder.refuseMissing("schema");
        return;
    }
    auto read = JsonSchema::read(*schema, holder.pathOf("schema"));
    if (!read) {
        holder.refusal().add(read.error());
        return;
    }
    conversation.askForForm("Answer with JSON and nothing else. It must be valid against this JSON schema:\n" +
                            jsonText(*schema));
    call.check = [shared = std::make_shared<const JsonSchema>(std::move(*read))](const std::string& text) {
        return checkAnswer(text, shared.get());
    };
}

}  // namespace strata::app::api
