#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/remote/event_stream_reader.h"
#include "strata/event.h"
#include "strata/result.h"

namespace strata::app {

/// Turns the body of a chat completion into engine events as it comes: a stream of server-sent events, or, of servers
/// that do not stream, one JSON object.
class RemoteAnswer {
public:
    static constexpr std::size_t kLongestAnswer = std::size_t{64} << 20;  ///< bytes of all that the model wrote

    RemoteAnswer(EventSink sink, bool is_stream);

    /// True: more may come. False: the answer is complete. Errors: those the server reports; bad_file if it makes no
    /// sense.
    Result<bool> take(std::string_view bytes);
    /// The connection has ended. Errors: io_error if the answer was not complete.
    Result<void> end();

    /// What the request cost, as far as the server said so. Times are those seen here, from `start` on.
    GenerationSummary summary(std::chrono::steady_clock::time_point start, bool cancelled) const;
    /// Tokens of prompt and answer together; none: the server did not say.
    std::optional<int> usedTokens() const { return used_tokens_; }

private:
    using Clock = std::chrono::steady_clock;

    Result<void> takeObject(const std::string& text);
    Result<void> write(std::string text, bool reasoning);
    /// A call of the answer as far as it has come.
    struct Call {
        ToolCall call;
        std::optional<int> number;  ///< in the order in which calls were reported; none: its name may not be whole yet
    };

    void takeCall(int index, const std::string& id, const std::string& name, const std::string& arguments);
    void beginCall(Call& call);
    void endCalls();

    EventSink sink_;
    const bool is_stream_;
    EventStreamReader reader_;
    std::string whole_;          ///< of a body that is no stream
    std::map<int, Call> calls_;  ///< by the server's index
    int begun_calls_ = 0;
    std::optional<FinishReason> finish_;
    bool done_ = false;
    std::size_t written_bytes_ = 0;
    int pieces_ = 0;
    std::optional<int> prompt_tokens_, generated_tokens_, cached_tokens_, used_tokens_;
    std::optional<Clock::time_point> first_, last_;
};

/// The words of an error body of a server, made short; empty: it has none.
std::string remoteErrorText(std::string_view body);
/// Its machine-readable code; empty: it has none.
std::string remoteErrorCode(std::string_view body);

}  // namespace strata::app
