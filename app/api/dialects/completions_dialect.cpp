#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "app/api/dialect.h"
#include "app/api/dialects/answer_figures.h"
#include "app/api/dialects/event_text.h"
#include "app/api/dialects/random_id.h"
#include "app/api/dialects/sampling_reader.h"
#include "app/api/dialects/shared_fields.h"

namespace strata::app::api {
namespace {

/// Answers of Completions.
class CompletionWriter : public AnswerWriter {
public:
    explicit CompletionWriter(const ApiCall& call)
        : id_(randomId("cmpl-")), is_stream_(call.stream), include_usage_(call.include_usage) {}

    std::string begin(const AnswerFacts& facts) override {
        facts_ = facts;
        return is_stream_ ? dataEvent(piece("", nullptr)) : std::string();
    }

    std::string take(const EngineEvent& event) override {
        const auto* delta = std::get_if<TextDelta>(&event);
        if (delta == nullptr || delta->text.empty()) {
            return {};
        }
        if (!is_stream_) {
            text_ += delta->text;
            return {};
        }
        return dataEvent(piece(delta->text, nullptr));
    }

    std::string keepAlive(const Pause& pause) override { return keepAliveComment(pause); }

    std::string end(const GenerationSummary& summary) override {
        return endEvents(piece("", finishReason(summary)), answer(Json::array()), include_usage_, summary);
    }

    std::string fail(const ApiError& error) override { return failEvents(error); }

    std::string whole(const GenerationSummary& summary) override {
        Json body = piece(text_, finishReason(summary));
        body["usage"] = usageJson(summary);
        body["timings"] = timingsJson(summary);
        return jsonText(body);
    }

private:
    Json answer(Json choices) const {
        return {{"id", id_},
                {"object", "text_completion"},
                {"created", facts_.created},
                {"model", facts_.model},
                {"choices", std::move(choices)}};
    }

    Json piece(const std::string& text, const Json& finish_reason) const {
        return answer(
            Json::array({{{"index", 0}, {"text", text}, {"logprobs", nullptr}, {"finish_reason", finish_reason}}}));
    }

    const std::string id_;
    const bool is_stream_, include_usage_;
    AnswerFacts facts_;
    std::string text_;  // of answers without a stream
};

void readTokens(const Fields& fields, const Json& ids, GenerationRequest& request) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto id = wholeNumber(ids[i]);
        if (!ids[i].is_number() || !id) {
            fields.refuse(ErrorKind::invalid_type, "prompt", "expected a string, or integers only");
            return;
        }
        if (*id < 0 || *id > std::numeric_limits<std::int32_t>::max()) {
            fields.refuse(ErrorKind::invalid_value, "prompt", "there is no token with such a number");
            return;
        }
        request.raw_tokens.push_back(static_cast<std::int32_t>(*id));
    }
}

void readPrompt(const Fields& fields, GenerationRequest& request) {
    const Json* prompt = fields.find("prompt");
    if (prompt == nullptr) {
        fields.refuseMissing("prompt");
        return;
    }
    if (prompt->is_array() && prompt->size() > 1 && !prompt->front().is_number()) {
        fields.refuse(ErrorKind::unsupported_value, "prompt", "only one prompt is supported");
        return;
    }
    if (prompt->empty() || *prompt == "" || (prompt->is_array() && prompt->front() == "")) {
        fields.refuse(ErrorKind::invalid_value, "prompt", "must not be empty");
    } else if (prompt->is_string()) {
        request.raw_prompt = prompt->get<std::string>();
    } else if (!prompt->is_array()) {
        fields.refuseType("prompt", "a string or an array");
    } else if (prompt->front().is_string()) {
        request.raw_prompt = prompt->front().get<std::string>();
    } else {
        readTokens(fields, *prompt, request);
    }
}

class CompletionsDialect : public Dialect {
public:
    std::string_view name() const override { return "completions"; }

    ApiResult<ApiCall> read(const Json& body, const HttpRequest& http, const RequestDefaults& defaults) const override {
        Refusals refusals;
        const Fields fields(body, {}, refusals.fields);
        ApiCall call;
        GenerationRequest& request = call.request;
        readPrompt(fields, request);
        readSharedFields(fields, http, defaults, refusals, call);
        readStreamOptions(fields, call);
        request.limits.max_tokens = readMaxTokens(fields, "max_tokens");
        request.limits.stop = readStops(fields, "stop");
        request.sampling = defaults.sampling(Thinking::off);
        readSampling(fields, request.sampling);
        refuseMoreThanOne(fields, "n");
        refuseMoreThanOne(fields, "best_of");
        if (fields.boolean("echo").value_or(false)) {
            fields.refuse(ErrorKind::unsupported_parameter, "echo", "is not supported; leave it out");
        }
        if (!fields.textOrEmpty("suffix").empty()) {
            fields.refuse(ErrorKind::unsupported_parameter, "suffix", "is not supported; leave it out");
        }
        if (fields.has("logprobs")) {
            fields.refuse(ErrorKind::unsupported_parameter, "logprobs", "is not supported; leave it out");
        }
        refuseUnsupported(fields, {"logit_bias", "grammar", "json_schema", "guided_json", "guided_regex"});
        if (const ApiError* error = refusals.first()) {
            return tl::unexpected(*error);
        }
        return call;
    }

    std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest&) const override {
        return std::make_unique<CompletionWriter>(call);
    }
};

}  // namespace

const Dialect& completionsDialect() {
    static const CompletionsDialect dialect;
    return dialect;
}

}  // namespace strata::app::api
