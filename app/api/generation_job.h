#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "app/api/generation_routes.h"

namespace strata::app::api {

/// Answers one request: reads it on a worker thread, lets it pass the rest of its checks, queues it, and writes what
/// the engine says in the words of its dialect. Lives on the server's thread; keeps itself alive until its client has
/// the answer or has left.
class GenerationJob final : public DeskListener, public std::enable_shared_from_this<GenerationJob> {
public:
    GenerationJob(const Dialect& dialect, std::shared_ptr<const GenerationParts> parts,
                  std::shared_ptr<const HttpRequest> http, std::shared_ptr<AnswerChannel> channel);

    void start();

    void takeEvents(const std::vector<EngineEvent>& events) override;
    void takeEnd(const GenerationSummary& summary) override;
    void takeFailure(const ApiError& error) override;

private:
    /// Runs `work` on a worker thread and `then` with its result back here, unless the client has left by then.
    template <class Value>
    void inBackground(std::function<ApiResult<Value>()> work, void (GenerationJob::*then)(Value));

    void takeCall(std::shared_ptr<ApiCall> call);
    void chooseModel();
    void count();
    void takeCount(int tokens);
    void submit();
    void beginAnswer();
    void watch();
    void keepAlive();
    void write(const std::string& events);
    void keepContents(const EngineEvent& event);
    void finish(GenerationSummary summary);
    void end(const std::string& outcome, const GenerationSummary& summary);
    std::vector<Header> answerHeaders() const;
    double secondsSinceItCame() const;
    void gone();

    const Dialect& dialect_;
    const std::shared_ptr<const GenerationParts> parts_;
    const std::shared_ptr<const HttpRequest> http_;
    const std::shared_ptr<AnswerChannel> channel_;
    const std::chrono::steady_clock::time_point came_;

    std::shared_ptr<ApiCall> call_;
    std::unique_ptr<AnswerWriter> writer_;
    RequestRecord record_;
    ConversationId conversation_;  ///< as the client named it; empty: not at all
    RequestId id_ = 0;             ///< 0: not in the queue
    int prompt_tokens_ = 0;        ///< 0: not known
    bool streaming_ = false;       ///< the answer has begun
    bool ended_ = false;
    bool keeps_contents_ = false;  ///< in the record
    std::string held_text_;        ///< that a check has to see first
    boost::asio::steady_timer timer_;
    std::chrono::steady_clock::time_point last_write_, last_event_;
};

}  // namespace strata::app::api
