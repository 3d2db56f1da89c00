#include "app/remote/remote_engine.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/remote/remote_answer.h"
#include "app/remote/remote_request.h"

namespace strata::app {
namespace {

constexpr int kBadRequest = 400;
constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kTooLarge = 413;
constexpr int kUnprocessable = 422;
constexpr int kTooMany = 429;
constexpr int kServerFault = 500;
constexpr std::size_t kLongestList = std::size_t{4} << 20;

std::string hostOf(const RemoteAddress& address) {
    return address.host().toStdString();
}

tl::unexpected<Error> failed(ErrorCode code, std::string message) {
    return tl::unexpected(Error{code, std::move(message)});
}

tl::unexpected<Error> notHere(const char* what) {
    return failed(ErrorCode::unsupported_format, std::string(what) + " is not possible with a model on another server");
}

tl::unexpected<Error> noSuchServer(const RemoteAddress& address) {
    return failed(ErrorCode::unsupported_format,
                  hostOf(address) + " answers, but not as an OpenAI-compatible server does; is the address right?");
}

/// A status that is no success, in words. The server's own words come last, where it has any.
Error statusError(const RemoteReply& reply, const RemoteAddress& address, const std::string& model) {
    const std::string host = hostOf(address);
    const std::string words = remoteErrorText(reply.error_body);
    const std::string code = remoteErrorCode(reply.error_body);
    const std::string said = words.empty() ? std::string() : " (" + words + ")";
    if (code == "context_length_exceeded" || words.find("maximum context length") != std::string::npos) {
        return {ErrorCode::context_full, "the chat is longer than the model on " + host + " can keep in mind" + said};
    }
    switch (reply.status) {
        case kUnauthorized:
        case kForbidden:
            return {ErrorCode::invalid_argument, host + " does not accept the key" + said};
        case kNotFound:
            if (code == "model_not_found" || words.find("model") != std::string::npos) {
                return {ErrorCode::not_found, host + " does not know the model " + model + said};
            }
            return {ErrorCode::unsupported_format,
                    host + " has nothing at this address; OpenAI-compatible addresses mostly end in /v1" + said};
        case kTooLarge:
            return {ErrorCode::invalid_argument, "the request is too large for " + host + said};
        case kTooMany:
            return {ErrorCode::io_error, host + " has too much to do at the moment; try again later" + said};
        default:
            break;
    }
    if (reply.status >= kServerFault) {
        return {ErrorCode::io_error, host + " has a problem of its own, " + std::to_string(reply.status) + said};
    }
    return {ErrorCode::invalid_argument, host + " refused the request, " + std::to_string(reply.status) + said};
}

bool isSuccess(int status) {
    return status >= 200 && status < 300;
}

std::vector<RemoteModel> modelsOf(const nlohmann::json& list) {
    std::vector<RemoteModel> models;
    for (const auto& one : list["data"]) {
        if (!one.is_object() || !one.contains("id") || !one["id"].is_string()) {
            continue;
        }
        RemoteModel model{one["id"].get<std::string>(), 0};
        for (const char* const name : {"max_model_len", "context_length", "context_window"}) {
            if (const auto at = one.find(name); at != one.end() && at->is_number_integer()) {
                model.context_length =
                    static_cast<int>(std::clamp(at->get<std::int64_t>(), std::int64_t{0}, std::int64_t{1} << 30));
            }
        }
        models.push_back(std::move(model));
    }
    return models;
}

/// Whether a refusal names something that only some servers know.
bool refusesExtras(const RemoteReply& reply) {
    if (reply.status != kBadRequest && reply.status != kUnprocessable) {
        return false;
    }
    return reply.error_body.find("chat_template_kwargs") != std::string::npos ||
           reply.error_body.find("reasoning_effort") != std::string::npos;
}

/// wanted: asked now and then; false gives up.
Result<std::vector<RemoteModel>> fetchModels(const RemoteServer& server, const RemoteOptions& options,
                                             std::stop_token stop, std::function<bool()> wanted) {
    const auto address = parseRemoteAddress(server.address);
    if (!address) {
        return tl::unexpected(address.error());
    }
    std::string body;
    RemoteCall call;
    call.address = *address;
    call.key = server.key;
    call.path = QStringLiteral("/models");
    call.first = call.silence = options.list;
    call.note = options.note;
    call.wanted = std::move(wanted);
    call.take = [&body](std::string_view bytes) -> Result<bool> {
        body.append(bytes);
        if (body.size() > kLongestList) {
            return failed(ErrorCode::bad_file, "the list of models has no end");
        }
        return true;
    };
    const auto reply = performCall(call, std::move(stop));
    if (!reply) {
        return tl::unexpected(reply.error());
    }
    if (reply->stopped) {
        return failed(ErrorCode::io_error, "stopped");
    }
    if (!isSuccess(reply->status)) {
        return tl::unexpected(statusError(*reply, *address, server.model.toStdString()));
    }
    const auto list = nlohmann::json::parse(body, nullptr, false);
    if (!list.is_object() || !list.contains("data") || !list["data"].is_array()) {
        return noSuchServer(*address);
    }
    return modelsOf(list);
}

}  // namespace

Result<std::vector<RemoteModel>> listRemoteModels(const RemoteServer& server, const RemoteOptions& options,
                                                  std::stop_token stop) {
    return fetchModels(server, options, std::move(stop), {});
}

Result<std::unique_ptr<Engine>> RemoteEngine::connect(const RemoteServer& server, const RemoteOptions& options,
                                                      const LoadProgress& progress) {
    const auto address = parseRemoteAddress(server.address);
    if (!address) {
        return tl::unexpected(address.error());
    }
    const auto wanted_still = [&] { return progress({"asking " + hostOf(*address), 0.0}); };
    const auto models = fetchModels(server, options, {}, wanted_still);
    if (!models) {
        return tl::unexpected(models.error());
    }
    const std::string wanted = server.model.toStdString();
    const auto chosen = std::find_if(models->begin(), models->end(), [&wanted](const RemoteModel& model) {
        return wanted.empty() || model.name == wanted;
    });
    if (chosen == models->end()) {
        return failed(ErrorCode::not_found, wanted.empty() ? hostOf(*address) + " offers no model"
                                                           : hostOf(*address) + " does not know the model " + wanted);
    }
    return std::unique_ptr<Engine>(new RemoteEngine(server, *address, options, *chosen));
}

RemoteEngine::RemoteEngine(RemoteServer server, RemoteAddress address, const RemoteOptions& options,
                           const RemoteModel& model)
    : server_(std::move(server)), address_(std::move(address)), options_(options), model_(model.name) {
    status_.model_name = model.name;
    status_.context_length = model.context_length;
    status_.sees_pictures = true;  // nobody tells; a server whose model does not refuses them in words
}

/// How one exchange about an answer went.
struct RemoteEngine::Outcome {
    RemoteReply reply;
    GenerationSummary summary;
    std::optional<int> used_tokens;
};

Result<RemoteEngine::Outcome> RemoteEngine::ask(const std::string& body, const EventSink& sink, std::stop_token stop) {
    const auto start = std::chrono::steady_clock::now();
    std::optional<RemoteAnswer> answer;
    RemoteCall call;
    call.address = address_;
    call.key = server_.key;
    call.path = QStringLiteral("/chat/completions");
    call.body = body;
    call.first = options_.first;
    call.silence = options_.silence;
    call.note = options_.note;
    const EventSink watched = [this, &sink](const EngineEvent& event) {
        setState(EngineState::writing);
        sink(event);
    };
    call.begin = [this, &answer, &watched](const std::string& type) -> Result<void> {
        const bool stream = type.rfind("text/event-stream", 0) == 0;
        if (!stream && type.rfind("application/json", 0) != 0) {
            return noSuchServer(address_);
        }
        answer.emplace(watched, stream);
        return {};
    };
    call.take = [&answer](std::string_view bytes) { return answer->take(bytes); };
    const auto reply = performCall(call, std::move(stop));
    if (!reply) {
        return tl::unexpected(reply.error());
    }
    Outcome outcome{*reply, {}, {}};
    if (isSuccess(reply->status) && !reply->stopped) {
        if (!answer) {
            return noSuchServer(address_);
        }
        if (reply->complete) {
            if (const auto ended = answer->end(); !ended) {
                return tl::unexpected(ended.error());
            }
        }
    }
    if (answer) {
        outcome.summary = answer->summary(start, reply->stopped);
        outcome.used_tokens = answer->usedTokens();
    } else if (reply->stopped) {
        outcome.summary.reason = FinishReason::cancelled;
    }
    return outcome;
}

Result<GenerationSummary> RemoteEngine::generate(const GenerationRequest& request, const EventSink& sink,
                                                 std::stop_token stop) {
    setState(EngineState::reading);
    Result<Outcome> outcome = failed(ErrorCode::internal, "never asked");
    for (bool again = true; again;) {
        again = false;
        const auto extras = takes_extras_ ? RemoteExtras::send : RemoteExtras::leave_out;
        const auto body = remoteRequestBody(request, model_, extras);
        if (!body) {
            setState(EngineState::ready);
            return tl::unexpected(body.error());
        }
        outcome = ask(*body, sink, stop);
        if (outcome && takes_extras_ && refusesExtras(outcome->reply)) {
            takes_extras_ = false;  // from now on, too
            again = true;
        }
    }
    setState(EngineState::ready);
    if (!outcome) {
        return tl::unexpected(outcome.error());
    }
    if (!outcome->reply.stopped && !isSuccess(outcome->reply.status)) {
        if (request.continue_answer && outcome->reply.status == kBadRequest) {
            return failed(ErrorCode::unsupported_format,
                          hostOf(address_) + " cannot go on with an answer that was begun; let it answer again");
        }
        return tl::unexpected(statusError(outcome->reply, address_, model_));
    }
    noteSummary(outcome->summary, outcome->used_tokens, request.conversation);
    sink(Finished{outcome->summary});
    return outcome->summary;
}

void RemoteEngine::noteSummary(const GenerationSummary& summary, std::optional<int> used,
                               const ConversationId& conversation) {
    const std::lock_guard lock(mutex_);
    status_.context_used = used.value_or(0);
    status_.tokens_per_second = summary.decode_tokens_per_second();
    status_.live_conversation = conversation;
    ++status_.counters.requests;
}

void RemoteEngine::setState(EngineState state) {
    const std::lock_guard lock(mutex_);
    status_.state = state;
}

Result<int> RemoteEngine::count_tokens(const GenerationRequest& request) const {
    constexpr std::size_t kBytesPerToken = 4;
    constexpr std::size_t kPerMessage = 8;
    std::size_t tokens = 0;
    for (const ChatMessage& message : request.messages) {
        tokens += (message.text.size() + kBytesPerToken - 1) / kBytesPerToken + kPerMessage;
    }
    return static_cast<int>(std::min(tokens, std::size_t{1} << 30));
}

EngineStatus RemoteEngine::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

Result<void> RemoteEngine::apply(const LiveLimits& /*limits*/) {
    return {};  // they are about keeping conversations, which is the server's affair
}

Result<void> RemoteEngine::park(const ConversationId& /*id*/) {
    return notHere("parking");
}

std::vector<ParkedConversation> RemoteEngine::parked() const {
    return {};
}

Result<void> RemoteEngine::keep(const ConversationId& /*id*/, bool /*kept*/) {
    return notHere("parking");
}

void RemoteEngine::forget(const ConversationId& /*id*/) {}

StateFingerprint RemoteEngine::fingerprint() const {
    return {};
}

Result<std::vector<CacheCheckResult>> RemoteEngine::check_cache(const CacheCheckOptions& /*options*/,
                                                                const CacheCheckProgress& /*progress*/,
                                                                std::stop_token /*stop*/) {
    return notHere("the check");
}

}  // namespace strata::app
