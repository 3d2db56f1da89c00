#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/api/api_error.h"
#include "app/api/http_message.h"
#include "strata/event.h"
#include "strata/request.h"

namespace strata::app::api {

/// What requests take from the program's settings where they say nothing themselves.
struct RequestDefaults {
    Thinking thinking = Thinking::medium;
    /// Sampling for a level of thinking.
    std::function<SamplingOptions(Thinking)> sampling = SamplingOptions::for_thinking;
    int thinking_budget = -1;  ///< tokens; < 0: none
    int repeat_stop = 256;
};

/// A picture of a request that has not been decoded yet.
struct EncodedPicture {
    std::size_t message = 0;  ///< of GenerationRequest::messages
    std::string bytes;        ///< of the file; empty: it is to be fetched from `address`
    std::string address;      ///< http or https; empty: the bytes are there
    std::string param;        ///< where it stood, for errors
};

/// A generation request as a client sent it, read and checked; everything but its pictures, the model's state and the
/// room in the context.
struct ApiCall {
    GenerationRequest request;
    std::vector<EncodedPicture> pictures;  ///< in the order in which the model is told of them
    std::string model;                     ///< as the client named it; empty: not at all
    bool stream = false;
    bool include_usage = false;    ///< of streams
    bool return_progress = false;  ///< of streams
    /// Looks at the text of an answer that ended by itself and without a call: whether it is what the client asked
    /// for. The error's message says what is wrong. Empty: anything is. While there is one, text is held back.
    std::function<ApiResult<void>(const std::string& text)> check;
    nlohmann::ordered_json echo;  ///< what the dialect wants to say again in its answer
};

/// What an answer is told when it begins.
struct AnswerFacts {
    std::string model;         ///< what the client is to read: as it named it, else the id
    std::int64_t created = 0;  ///< seconds since 1970
    int prompt_tokens = 0;     ///< 0: not known yet, the model is still to be loaded
};

/// How the time passes while an answer has nothing to say.
struct Pause {
    int queued_before = -1;                    ///< requests before this one; < 0: it does not wait
    std::chrono::milliseconds since_write{0};  ///< since anything was written
    std::chrono::milliseconds since_event{0};  ///< since something was written that is no comment
};

/// Puts one answer into the words of a dialect. All calls on one thread. Event and end as bytes for the stream; empty:
/// nothing to write.
class AnswerWriter {
public:
    virtual ~AnswerWriter() = default;

    /// Once, before everything else. Of streams: the first events.
    virtual std::string begin(const AnswerFacts& facts) = 0;
    /// What the engine reports, in order, without Finished. Text that a check holds back comes late.
    virtual std::string take(const EngineEvent& event) = 0;
    /// Of streams, about once a second while nothing else comes: what keeps the client waiting.
    virtual std::string keepAlive(const Pause& pause) = 0;
    /// Of streams: the end.
    virtual std::string end(const GenerationSummary& summary) = 0;
    /// Of streams: the end, by an error.
    virtual std::string fail(const ApiError& error) = 0;
    /// Without a stream: the body of the answer.
    virtual std::string whole(const GenerationSummary& summary) = 0;
};

/// One way to ask for an answer: Chat Completions, Completions, Messages, Responses. Immutable; any thread.
class Dialect {
public:
    virtual ~Dialect() = default;

    /// For counters: "chat", "completions", "messages", "responses".
    virtual std::string_view name() const = 0;
    /// Reads a body. Errors: those of fields, conversation ids and pictures' addresses, in the order of the document's
    /// rules.
    virtual ApiResult<ApiCall> read(const nlohmann::ordered_json& body, const HttpRequest& http,
                                    const RequestDefaults& defaults) const = 0;
    virtual std::unique_ptr<AnswerWriter> writer(const ApiCall& call, const HttpRequest& http) const = 0;
    /// The words in which clients of this dialect look for a prompt that is too long; those of OpenAI's unless it has
    /// others.
    virtual std::string contextMessage(int prompt_tokens, int context_length) const;
};

/// The dialects, made once. name: as of Dialect.
const Dialect& chatDialect();
const Dialect& completionsDialect();
const Dialect& messagesDialect();
const Dialect& responsesDialect();

/// Parses a body: UTF-8, an object, at most 128 levels; duplicate keys: the last counts. Bounded in stack. Errors:
/// invalid_json; invalid_value for a number that no field could hold. Objects keep the order of their keys: the model
/// reads schemas and arguments, and a prompt is known again only if it is the same.
ApiResult<nlohmann::ordered_json> parseBody(std::string_view body);

}  // namespace strata::app::api
