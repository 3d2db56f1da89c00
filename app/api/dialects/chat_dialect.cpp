#include <utility>

#include "app/api/dialect.h"
#include "app/api/dialects/chat_writer.h"
#include "app/api/dialects/messages_reader.h"
#include "app/api/dialects/sampling_reader.h"
#include "app/api/dialects/shared_fields.h"
#include "app/api/dialects/structured_output.h"
#include "app/api/dialects/thinking_reader.h"
#include "app/api/dialects/tools_reader.h"

namespace strata::app::api {
namespace {

void readLimits(const Fields& fields, GenerationLimits& limits) {
    const int completion = readMaxTokens(fields, "max_completion_tokens");
    const int plain = readMaxTokens(fields, "max_tokens");
    limits.max_tokens = completion > 0 ? completion : plain;
    limits.stop = readStops(fields, "stop");
}

/// What is refused rather than ignored, as without it the answer would be another one.
void refuseWhatIsNotThere(const Fields& fields) {
    refuseMoreThanOne(fields, "n");
    if (fields.boolean("logprobs").value_or(false)) {
        fields.refuse(ErrorKind::unsupported_parameter, "logprobs", "is not supported; leave it out");
    }
    if (fields.integer("top_logprobs").value_or(0) != 0) {
        fields.refuse(ErrorKind::unsupported_parameter, "top_logprobs", "is not supported; leave it out");
    }
    refuseUnsupported(fields, {"logit_bias", "grammar", "guided_json", "guided_regex", "functions", "audio"});
    if (const Json* call = fields.find("function_call"); call != nullptr && call->is_object()) {
        fields.refuse(ErrorKind::unsupported_parameter, "function_call", "is not supported; use tool_choice");
    }
    for (const char* name : {"json_schema", "prediction", "web_search_options"}) {
        if (fields.has(name)) {
            fields.refuse(ErrorKind::unsupported_parameter, name, "is not supported; leave it out");
        }
    }
    const Json* modalities = fields.array("modalities");
    for (std::size_t i = 0; modalities != nullptr && i < modalities->size(); ++i) {
        if ((*modalities)[i] != "text") {
            fields.refuse(ErrorKind::unsupported_parameter, "modalities", "only text can be answered");
            break;
        }
    }
}

class ChatDialect : public Dialect {
public:
    std::string_view name() const override { return "chat"; }

    ApiResult<ApiCall> read(const Json& body, const HttpRequest& http, const RequestDefaults& defaults) const override {
        Refusals refusals;
        const Fields fields(body, {}, refusals.fields);
        ApiCall call;
        ContentReader contents(refusals.pictures);
        ConversationBuilder conversation;
        readChatMessages(fields, contents, conversation);
        readSharedFields(fields, http, defaults, refusals, call);
        readLimits(fields, call.request.limits);
        readStreamOptions(fields, call);

        GenerationRequest& request = call.request;
        request.continue_answer = wantsContinuation(fields, conversation);
        const ToolList tools = readChatTools(fields);
        putTools(fields, tools, readToolWish(fields), request);
        request.one_tool_call = !fields.boolean("parallel_tool_calls").value_or(true);
        putThinking(fields, readThinking(fields, defaults), defaults, request);
        refuseWhatIsNotThere(fields);
        call.return_progress = fields.boolean("return_progress").value_or(false);
        readFormat({fields, "response_format", true, false}, conversation, call);
        conversation.moveTo(call);

        if (const ApiError* error = refusals.first()) {
            return tl::unexpected(*error);
        }
        return call;
    }

    std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest&) const override {
        return std::make_unique<ChatWriter>(call);
    }
};

}  // namespace

const Dialect& chatDialect() {
    static const ChatDialect dialect;
    return dialect;
}

}  // namespace strata::app::api
