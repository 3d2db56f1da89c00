#include <algorithm>
#include <utility>

#include "app/api/dialect.h"
#include "app/api/dialects/context_message.h"
#include "app/api/dialects/responses_reader.h"
#include "app/api/dialects/responses_writer.h"
#include "app/api/dialects/sampling_reader.h"
#include "app/api/dialects/shared_fields.h"
#include "app/api/dialects/structured_output.h"
#include "app/api/dialects/thinking_reader.h"

namespace strata::app::api {
namespace {

/// Nothing is stored here, so nothing can be gone on with.
void refuseWhatIsStored(const Fields& fields) {
    for (const char* name : {"previous_response_id", "conversation", "prompt", "max_tool_calls"}) {
        if (const Json* const value = fields.find(name); value != nullptr && *value != false) {
            fields.refuse(ErrorKind::unsupported_parameter, name, "is not supported; nothing is stored here");
        }
    }
    if (fields.boolean("background").value_or(false)) {
        fields.refuse(ErrorKind::unsupported_parameter, "background", "is not supported");
    }
}

bool wantsSealedThinking(const Fields& fields) {
    const Json* const include = fields.array("include");
    return include != nullptr &&
           std::ranges::any_of(*include, [](const Json& one) { return one == "reasoning.encrypted_content"; });
}

/// The settings that the answer says again, as the client gave them.
Json settingsOf(const Fields& fields, const ApiCall& call) {
    const auto given = [&fields](const char* name, Json otherwise) {
        const Json* const value = fields.find(name);
        return value != nullptr ? *value : std::move(otherwise);
    };
    const auto reasoning = fields.inside("reasoning");
    return {{"instructions", given("instructions", nullptr)},
            {"max_output_tokens", given("max_output_tokens", nullptr)},
            {"previous_response_id", nullptr},
            {"parallel_tool_calls", given("parallel_tool_calls", true)},
            {"reasoning",
             {{"effort", reasoning && reasoning->has("effort") ? *reasoning->find("effort") : Json()},
              {"summary", nullptr}}},
            {"store", false},
            {"temperature", given("temperature", call.request.sampling.temperature)},
            {"text", given("text", {{"format", {{"type", "text"}}}})},
            {"tool_choice", given("tool_choice", "auto")},
            {"tools", given("tools", Json::array())},
            {"top_p", given("top_p", call.request.sampling.top_p)},
            {"truncation", "disabled"},
            {"metadata", given("metadata", Json::object())}};
}

class ResponsesDialect : public Dialect {
public:
    std::string_view name() const override { return "responses"; }

    ApiResult<ApiCall> read(const Json& body, const HttpRequest& http, const RequestDefaults& defaults) const override {
        Refusals refusals;
        const Fields fields(body, {}, refusals.fields);
        ApiCall call;
        ContentReader contents(refusals.pictures);
        ConversationBuilder conversation;
        readResponseInput(fields, contents, conversation);
        readSharedFields(fields, http, defaults, refusals, call);
        readTextFormat(fields, call);
        refuseWhatIsStored(fields);

        GenerationRequest& request = call.request;
        request.limits.max_tokens = readMaxTokens(fields, "max_output_tokens");
        ResponsesFrame frame;
        const ToolList tools = readResponseTools(fields, frame.origins);
        putTools(fields, tools, readToolWish(fields), request);
        request.one_tool_call = !fields.boolean("parallel_tool_calls").value_or(true);
        const ThinkingChoice thinking = readThinking(fields, defaults);
        const bool is_begun = request.tool_choice.kind != ToolChoice::Kind::automatic;
        request.thinking = is_begun ? Thinking::off : thinking.level;
        request.limits.thinking_budget = thinking.budget;
        request.sampling = defaults.sampling(request.thinking);
        readSampling(fields, request.sampling);
        conversation.moveTo(call);
        frame.seal_thinking = wantsSealedThinking(fields);
        frame.settings = settingsOf(fields, call);
        call.echo = echoOf(frame);
        if (const ApiError* const error = refusals.first()) {
            return tl::unexpected(*error);
        }
        return call;
    }

    std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest& /*http*/) const override {
        return std::make_unique<ResponsesWriter>(call);
    }

    std::string contextMessage(int prompt_tokens, int context_length) const override {
        return contextMessageOfOpenAi(prompt_tokens, context_length);
    }
};

}  // namespace

const Dialect& responsesDialect() {
    static const ResponsesDialect dialect;
    return dialect;
}

}  // namespace strata::app::api
