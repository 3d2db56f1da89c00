#include <string>
#include <utility>
#include <variant>

#include "app/api/dialect.h"
#include "app/api/dialects/answer_figures.h"
#include "app/api/dialects/context_message.h"
#include "app/api/dialects/event_text.h"
#include "app/api/dialects/random_id.h"
#include "app/api/dialects/sampling_reader.h"
#include "app/api/dialects/shared_fields.h"

namespace strata::app::api {
namespace {

/// Answers of Completions: text, and nothing but text.
class CompletionsWriter : public AnswerWriter {
public:
    explicit CompletionsWriter(const ApiCall& call)
        : id_(randomId("cmpl-")), is_stream_(call.stream), include_usage_(call.include_usage) {}

    std::string begin(const AnswerFacts& facts) override {
        facts_ = facts;
        return is_stream_ ? dataEvent(object(choiceOf("", nullptr))) : std::string();
    }

    std::string take(const EngineEvent& event) override {
        const auto* const delta = std::get_if<TextDelta>(&event);
        if (delta == nullptr || delta->text.empty()) {
            return {};
        }
        if (!is_stream_) {
            text_ += delta->text;
            return {};
        }
        return dataEvent(object(choiceOf(delta->text, nullptr)));
    }

    std::string keepAlive(const Pause& pause) override { return keepAliveComment(pause); }

    std::string end(const GenerationSummary& summary) override {
        Json last = object(choiceOf("", finishReason(summary)));
        if (!include_usage_) {
            last["timings"] = timingsJson(summary);
            return dataEvent(last) + doneEvent();
        }
        Json figures = object(Json::array());
        figures["usage"] = usageJson(summary);
        figures["timings"] = timingsJson(summary);
        return dataEvent(last) + dataEvent(figures) + doneEvent();
    }

    std::string fail(const ApiError& error) override {
        return dataEvent({{"error", errorObject(error, Style::openai)}}) + doneEvent();
    }

    std::string whole(const GenerationSummary& summary) override {
        Json body = object(choiceOf(text_, finishReason(summary)));
        body["usage"] = usageJson(summary);
        body["timings"] = timingsJson(summary);
        return jsonText(body);
    }

private:
    static Json choiceOf(const std::string& text, const Json& finish_reason) {
        return Json::array({{{"index", 0}, {"text", text}, {"logprobs", nullptr}, {"finish_reason", finish_reason}}});
    }
    Json object(Json choices) const {
        return {{"id", id_},
                {"object", "text_completion"},
                {"created", facts_.created},
                {"model", facts_.model},
                {"choices", std::move(choices)}};
    }

    const std::string id_;
    const bool is_stream_, include_usage_;
    AnswerFacts facts_;
    std::string text_;  ///< of an answer without a stream
};

/// Ids of the vocabulary.
void readIds(const Fields& fields, const Json& ids, GenerationRequest& request) {
    constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto id = wholeNumber(ids[i]);
        if (!id || *id < 0 || *id > kLargest) {
            fields.refuse(ErrorKind::invalid_value, pathOfItem("prompt", i), "is not the number of a token");
            return;
        }
        request.raw_tokens.push_back(static_cast<std::int32_t>(*id));
    }
}

/// A string, a list with one, or a list of token numbers.
void readPrompt(const Fields& fields, GenerationRequest& request) {
    const Json* const prompt = fields.find("prompt");
    if (prompt == nullptr) {
        fields.refuseMissing("prompt");
    } else if (prompt->is_string()) {
        request.raw_prompt = prompt->get<std::string>();
    } else if (!prompt->is_array() || prompt->empty()) {
        fields.refuseType("prompt", "a string, a list with one string, or a list of token numbers");
    } else if ((*prompt)[0].is_number()) {
        readIds(fields, *prompt, request);
    } else if (prompt->size() > 1) {
        fields.refuse(ErrorKind::unsupported_value, "prompt", "only one prompt is supported");
    } else if ((*prompt)[0].is_string()) {
        request.raw_prompt = (*prompt)[0].get<std::string>();
    } else if ((*prompt)[0].is_array()) {
        readIds(fields, (*prompt)[0], request);
    } else {
        fields.refuseType("prompt", "a string, a list with one string, or a list of token numbers");
    }
    if (request.raw_prompt && request.raw_prompt->empty()) {
        fields.refuse(ErrorKind::invalid_value, "prompt", "is empty");
    }
}

class CompletionsDialect : public Dialect {
public:
    std::string_view name() const override { return "completions"; }

    ApiResult<ApiCall> read(const Json& body, const HttpRequest& http, const RequestDefaults& defaults) const override {
        Refusals refusals;
        const Fields fields(body, {}, refusals.fields);
        ApiCall call;
        readPrompt(fields, call.request);
        readSharedFields(fields, http, defaults, refusals, call);
        readStreamOptions(fields, call);
        call.request.limits.max_tokens = readMaxTokens(fields, "max_tokens");
        call.request.limits.stop = readStops(fields, "stop");
        call.request.sampling = defaults.sampling(Thinking::off);
        readSampling(fields, call.request.sampling);
        refuseMoreThanOne(fields, "n");
        refuseMoreThanOne(fields, "best_of");
        refuseUnsupported(fields, {"echo", "suffix", "logit_bias", "grammar", "guided_json", "guided_regex"});
        if (fields.has("logprobs")) {
            fields.refuse(ErrorKind::unsupported_parameter, "logprobs", "is not supported; leave it out");
        }
        if (const ApiError* error = refusals.first()) {
            return tl::unexpected(*error);
        }
        return call;
    }

    std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest& /*http*/) const override {
        return std::make_unique<CompletionsWriter>(call);
    }

    std::string contextMessage(int prompt_tokens, int context_length) const override {
        return contextMessageOfOpenAi(prompt_tokens, context_length);
    }
};

}  // namespace

const Dialect& completionsDialect() {
    static const CompletionsDialect dialect;
    return dialect;
}

}  // namespace strata::app::api
