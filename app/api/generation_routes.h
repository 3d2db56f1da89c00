#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>

#include "app/api/dialect.h"
#include "app/api/engine_desk.h"
#include "app/api/http_message.h"
#include "app/api/server_options.h"

namespace strata::app::api {

/// What became of one request, for lists, counters and the log. No contents unless the person wants them kept.
struct RequestRecord {
    std::chrono::system_clock::time_point came;
    std::string app;  ///< first word of the client's User-Agent, made harmless; empty: not said
    std::string api;  ///< Dialect::name
    bool streamed = false;
    int prompt_tokens = 0, cached_tokens = 0, generated_tokens = 0, drafted_tokens = 0, accepted_drafts = 0;
    double first_token_seconds = 0;  ///< since it came; 0: there was none
    double seconds = 0;
    std::string outcome;  ///< a finish reason, "cancelled", or the code of the error
    ResumeSource source = ResumeSource::nothing;
    std::string asked, answered;  ///< while contents are kept: the body as it came, and the text; cut after a while
};

/// What answering needs besides the request. All of it outlives the server's thread.
struct GenerationParts {
    EngineDesk* desk = nullptr;
    boost::asio::any_io_executor executor;     ///< of the server's thread
    boost::asio::thread_pool* pool = nullptr;  ///< for what takes longer than a moment
    ServerOptions options;
    std::function<RequestDefaults()> defaults;        ///< any thread
    std::function<bool()> keeps_contents;             ///< for the records; any thread; may be empty: they are not
    std::function<void(const RequestRecord&)> ended;  ///< on the server's thread; may be empty
    std::function<std::chrono::steady_clock::time_point()> clock = std::chrono::steady_clock::now;
    std::chrono::milliseconds look{250};  ///< how often it is seen whether a stream has been silent for too long
};

/// Reads the body of a request in its dialect. Any thread; takes long for large ones. Errors: of parseBody and the
/// dialect.
ApiResult<ApiCall> readCall(const Dialect& dialect, const HttpRequest& http, const GenerationParts& parts);

/// Puts the pictures of a call into its request and counts the tokens of its prompt. Any thread; may take long. Errors:
/// of pictures, and of EngineDesk::countTokens.
ApiResult<int> countPrompt(ApiCall& call, const GenerationParts& parts);

/// Runs `work`; what a library throws, or memory that ran out, becomes internal_error.
template <class Value, class Work>
ApiResult<Value> withoutExceptions(const Work& work) {
    try {
        return work();
    } catch (const std::exception&) {
        return refuse(ErrorKind::internal_error, "A fault in the server; the program's log says more.");
    }
}

/// Answers generation requests of one dialect.
Handler generationHandler(const Dialect& dialect, std::shared_ptr<const GenerationParts> parts);

/// Counts the tokens of such requests instead of answering them. wrap: the body of the answer from the count.
Handler countingHandler(const Dialect& dialect, std::shared_ptr<const GenerationParts> parts,
                        std::function<std::string(int)> wrap);

}  // namespace strata::app::api
