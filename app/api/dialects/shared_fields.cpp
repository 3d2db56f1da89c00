#include "app/api/dialects/shared_fields.h"

#include "app/api/dialects/conversation_name.h"
#include "app/api/dialects/sampling_reader.h"

namespace strata::app::api {
namespace {

/// An empty text, list or object, and false, ask for nothing.
bool saysNothing(const Json& value) {
    return value == false || value == "" || (value.is_structured() && value.empty());
}

}  // namespace

const ApiError* Refusals::first() const {
    for (const Refusal* refusal : {&fields, &conversation, &pictures}) {
        if (*refusal) {
            return &refusal->error();
        }
    }
    return nullptr;
}

void readSharedFields(const Fields& fields, const HttpRequest& http, const RequestDefaults& defaults,
                      Refusals& refusals, ApiCall& call) {
    call.model = fields.textOrEmpty("model");
    call.stream = fields.boolean("stream").value_or(false);
    call.request.keep_checkpoints = fields.boolean("strata_checkpoint").value_or(true);
    call.request.conversation = readConversationName(fields, http, refusals.conversation);
    call.request.limits.repeat_stop = defaults.repeat_stop;
}

void putThinking(const Fields& fields, const ThinkingChoice& thinking, const RequestDefaults& defaults,
                 GenerationRequest& request) {
    const bool is_begun = request.continue_answer || request.tool_choice.kind != ToolChoice::Kind::automatic;
    request.thinking = is_begun ? Thinking::off : thinking.level;
    request.limits.thinking_budget = thinking.budget;
    request.sampling = defaults.sampling(request.thinking);
    readSampling(fields, request.sampling);
}

void readStreamOptions(const Fields& fields, ApiCall& call) {
    if (!call.stream) {
        return;
    }
    if (const auto options = fields.inside("stream_options")) {
        call.include_usage = options->boolean("include_usage").value_or(false);
    }
}

void refuseUnsupported(const Fields& fields, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (const Json* value = fields.find(name); value != nullptr && !saysNothing(*value)) {
            fields.refuse(ErrorKind::unsupported_parameter, name, "is not supported; leave it out");
        }
    }
}

void refuseMoreThanOne(const Fields& fields, const char* name) {
    if (const auto count = fields.integer(name, 1); count && *count > 1) {
        fields.refuse(ErrorKind::unsupported_value, name, "only 1 is supported");
    }
}

}  // namespace strata::app::api
