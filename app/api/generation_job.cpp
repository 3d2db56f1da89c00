#include "app/api/generation_job.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

namespace strata::app::api {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kKeptContents = 64 * 1024;  // bytes of a request, and of its answer
constexpr int kContextMargin = 8;                 // as the engine keeps free behind prompt and answer

/// The first word of a User-Agent, as a name to show.
std::string appName(const HttpRequest& http) {
    const std::string* const agent = http.header("user-agent");
    if (agent == nullptr) {
        return {};
    }
    return quotable(agent->substr(0, agent->find_first_of(" /(;")));
}

std::string nameOf(FinishReason reason) {
    switch (reason) {
        case FinishReason::length:
            return "length";
        case FinishReason::tool_calls:
            return "tool_calls";
        case FinishReason::cancelled:
            return "cancelled";
        default:
            return "stop";
    }
}

}  // namespace

GenerationJob::GenerationJob(const Dialect& dialect, std::shared_ptr<const GenerationParts> parts,
                             std::shared_ptr<const HttpRequest> http, std::shared_ptr<AnswerChannel> channel)
    : dialect_(dialect),
      parts_(std::move(parts)),
      http_(std::move(http)),
      channel_(std::move(channel)),
      came_(parts_->clock()),
      timer_(parts_->executor),
      last_write_(came_),
      last_event_(came_) {
    record_.came = std::chrono::system_clock::now();
    record_.api = dialect.name();
    record_.app = appName(*http_);
    keeps_contents_ = parts_->keeps_contents && parts_->keeps_contents();
    if (keeps_contents_) {
        record_.asked = http_->body.substr(0, kKeptContents);
    }
}

double GenerationJob::secondsSinceItCame() const {
    return std::chrono::duration<double>(parts_->clock() - came_).count();
}

template <class Value>
void GenerationJob::inBackground(std::function<ApiResult<Value>()> work, void (GenerationJob::*then)(Value)) {
    boost::asio::post(*parts_->pool, [self = shared_from_this(), work = std::move(work), then] {
        auto result = std::make_shared<ApiResult<Value>>(withoutExceptions<Value>(work));
        boost::asio::post(self->parts_->executor, [self, result, then] {
            if (self->ended_) {
                return;
            }
            if (*result) {
                ((*self).*then)(std::move(**result));
            } else {
                self->takeFailure(result->error());
            }
        });
    });
}

void GenerationJob::start() {
    channel_->onGone([self = shared_from_this()] { self->gone(); });
    inBackground<std::shared_ptr<ApiCall>>(
        [this]() -> ApiResult<std::shared_ptr<ApiCall>> {
            auto call = readCall(dialect_, *http_, *parts_);
            if (!call) {
                return tl::unexpected(call.error());
            }
            return std::make_shared<ApiCall>(std::move(*call));
        },
        &GenerationJob::takeCall);
}

void GenerationJob::takeCall(std::shared_ptr<ApiCall> call) {
    call_ = std::move(call);
    record_.streamed = call_->stream;
    conversation_ = call_->request.conversation;
    chooseModel();
}

/// Names that nobody here knows mean the model that is there: clients insist on names of their own.
void GenerationJob::chooseModel() {
    const ModelView models = parts_->desk->models();
    const auto& name = call_->model;
    const auto other =
        std::ranges::find_if(models.installed, [&](const ModelEntry& one) { return one.isCalled(name); });
    const bool is_chosen = name.empty() || (models.chosen && models.chosen->isCalled(name));
    if (is_chosen || (other == models.installed.end() && !parts_->options.strict_model)) {
        count();
        return;
    }
    if (other == models.installed.end() || !parts_->options.switch_models) {
        takeFailure(
            {ErrorKind::model_not_found, fmt::format("The model {} is not loaded here.", quotable(name)), "model"});
        return;
    }
    parts_->desk->load(other->id, [self = shared_from_this()](const ApiResult<EngineDesk::Switched>& switched) {
        if (self->ended_) {
            return;
        }
        if (switched) {
            self->count();
        } else {
            self->takeFailure(switched.error());
        }
    });
}

void GenerationJob::count() {
    if (const auto refusal = parts_->desk->refusal()) {
        takeFailure(*refusal);
        return;
    }
    if (!call_->pictures.empty() && parts_->desk->models().isBlind()) {
        takeFailure(noPicturesError(call_->pictures.front().param));
        return;
    }
    inBackground<int>([this] { return countPrompt(*call_, *parts_); }, &GenerationJob::takeCount);
}

void GenerationJob::takeCount(int tokens) {
    prompt_tokens_ = tokens;
    record_.prompt_tokens = tokens;
    const ModelView models = parts_->desk->models();
    const int context = models.chosen ? models.chosen->context_length : 0;
    if (context > 0 && context - tokens - kContextMargin < 1) {
        ApiError error{ErrorKind::context_length_exceeded, dialect_.contextMessage(tokens, context)};
        error.prompt_and_context = {tokens, context};
        takeFailure(error);
        return;
    }
    submit();
}

void GenerationJob::submit() {
    const auto id = parts_->desk->submit(std::move(call_->request), std::string(dialect_.name()), call_->stream,
                                         shared_from_this());
    if (!id) {
        takeFailure(id.error());
        return;
    }
    id_ = *id;
    beginAnswer();
    watch();
}

void GenerationJob::beginAnswer() {
    AnswerFacts facts;
    const ModelView models = parts_->desk->models();
    facts.model = !call_->model.empty() ? call_->model : models.chosen ? models.chosen->id : std::string();
    facts.created = std::chrono::duration_cast<std::chrono::seconds>(record_.came.time_since_epoch()).count();
    facts.prompt_tokens = prompt_tokens_;
    writer_ = dialect_.writer(*call_, *http_);
    const std::string first = writer_->begin(facts);
    if (call_->stream) {
        streaming_ = true;
        channel_->beginStream(answerHeaders());
        write(first);
    }
}

std::vector<Header> GenerationJob::answerHeaders() const {
    std::vector<Header> headers;
    const ModelView models = parts_->desk->models();
    if (models.chosen) {
        headers.emplace_back("x-strata-model", models.chosen->id);
    }
    if (!conversation_.empty()) {
        headers.emplace_back("X-Strata-Conversation", conversation_);
    }
    return headers;
}

void GenerationJob::watch() {
    timer_.expires_after(parts_->look);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
        if (!error && !self->ended_) {
            self->keepAlive();
            self->watch();
        }
    });
}

void GenerationJob::keepAlive() {
    if (!streaming_) {
        return;
    }
    const auto since = [now = parts_->clock()](steady_clock::time_point then) {
        return std::chrono::duration_cast<std::chrono::milliseconds>(now - then);
    };
    const std::string bytes =
        writer_->keepAlive({parts_->desk->queuedBefore(id_), since(last_write_), since(last_event_)});
    if (!bytes.empty()) {
        const bool comment = bytes.front() == ':';
        const auto last_event = last_event_;
        write(bytes);
        if (comment) {
            last_event_ = last_event;
        }
    }
}

void GenerationJob::write(const std::string& events) {
    if (!events.empty()) {
        last_write_ = last_event_ = parts_->clock();
        channel_->write(events);
    }
}

void GenerationJob::keepContents(const EngineEvent& event) {
    const auto* const text = std::get_if<TextDelta>(&event);
    const auto* const reasoning = std::get_if<ReasoningDelta>(&event);
    if (record_.answered.size() < kKeptContents && (text != nullptr || reasoning != nullptr)) {
        record_.answered += text != nullptr ? text->text : reasoning->text;
    }
}

void GenerationJob::takeEvents(const std::vector<EngineEvent>& events) {
    if (ended_) {
        return;
    }
    std::string bytes;
    for (const EngineEvent& event : events) {
        const auto* const text = std::get_if<TextDelta>(&event);
        if (std::holds_alternative<Finished>(event)) {
            continue;  // the end comes by itself
        }
        if (keeps_contents_) {
            keepContents(event);
        }
        if (record_.first_token_seconds == 0 && (text != nullptr || std::holds_alternative<ReasoningDelta>(event) ||
                                                 std::holds_alternative<ToolCallBegun>(event))) {
            record_.first_token_seconds = secondsSinceItCame();
        }
        if (text != nullptr && call_->check) {
            held_text_ += text->text;
        } else {
            bytes += writer_->take(event);
        }
    }
    if (streaming_) {
        write(bytes);
    }
}

void GenerationJob::takeEnd(const GenerationSummary& summary) {
    if (ended_) {
        return;
    }
    const bool ended_by_itself = summary.reason == FinishReason::stop;
    if (!call_->check || !ended_by_itself) {
        finish(summary);
        return;
    }
    inBackground<GenerationSummary>(
        [this, summary]() -> ApiResult<GenerationSummary> {
            if (const auto checked = call_->check(held_text_); !checked) {
                return tl::unexpected(checked.error());
            }
            return summary;
        },
        &GenerationJob::finish);
}

void GenerationJob::finish(GenerationSummary summary) {
    std::string bytes;
    if (!held_text_.empty()) {
        bytes = writer_->take(TextDelta{std::exchange(held_text_, {})});
    }
    if (streaming_) {
        write(bytes + writer_->end(summary));
        channel_->endStream(false);
    } else {
        channel_->send({200, writer_->whole(summary), "application/json", answerHeaders()});
    }
    end(nameOf(summary.reason), summary);
}

void GenerationJob::takeFailure(const ApiError& error) {
    if (ended_) {
        return;
    }
    if (streaming_) {
        write(writer_->fail(error));
        channel_->endStream(true);
    } else {
        channel_->refuse(error);
    }
    end(std::string(codeOf(error.kind)), {});
}

void GenerationJob::gone() {
    if (ended_) {
        return;
    }
    if (id_ != 0) {
        parts_->desk->cancel(id_);
    }
    end("cancelled", {});
}

void GenerationJob::end(const std::string& outcome, const GenerationSummary& summary) {
    ended_ = true;
    timer_.cancel();
    record_.outcome = outcome;
    record_.seconds = secondsSinceItCame();
    record_.cached_tokens = summary.reused_tokens;
    record_.generated_tokens = summary.generated_tokens;
    record_.drafted_tokens = summary.drafted_tokens;
    record_.accepted_drafts = summary.accepted_drafts;
    record_.source = summary.source;
    record_.prompt_tokens = std::max(record_.prompt_tokens, summary.prompt_tokens);
    if (parts_->ended) {
        parts_->ended(record_);
    }
}

}  // namespace strata::app::api
