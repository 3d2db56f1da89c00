#include "cli/answer.h"

#include <stop_token>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/interrupt.h"

namespace strata::cli {
namespace {

using nlohmann::ordered_json;

/// Gathers the events of one request and shows them.
class Listener {
public:
    Listener(Answer& answer, Show show, Output& out) : answer_(answer), show_(show), out_(out) {}

    void operator()(const EngineEvent& event) {
        std::visit([this](const auto& what) { hear(what); }, event);
    }

private:
    void hear(const TextDelta& delta) {
        answer_.text += delta.text;
        write(delta.text);
    }
    void hear(const ReasoningDelta& delta) {
        answer_.reasoning += delta.text;
        if (show_ == Show::answer_and_thinking) {
            remark(delta.text);
        }
    }
    void hear(const ToolCallDelta& delta) {
        answer_.tool_calls.push_back(delta.call);
        write(call_json(delta.call).dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
    }
    void hear(const auto&) {}

    void write(std::string_view text) {
        if (show_ != Show::nothing) {
            out_.write(text);
            out_.flush();
        }
    }

    Answer& answer_;
    Show show_;
    Output& out_;
};

}  // namespace

ChatMessage message_from(Role role, std::string text) {
    ChatMessage message;
    message.role = role;
    message.text = std::move(text);
    return message;
}

ordered_json call_json(const ToolCall& call) {
    ordered_json arguments = ordered_json::parse(call.arguments, nullptr, false);
    if (arguments.is_discarded()) {
        arguments = call.arguments;
    }
    return {{"name", call.name}, {"arguments", std::move(arguments)}};
}

Result<Answer> ask(Engine& engine, const GenerationRequest& request, Show show, Output& out) {
    Answer answer;
    Listener listener(answer, show, out);
    InterruptGuard interrupt;
    std::stop_source stop;
    const EventSink sink = [&](const EngineEvent& event) {
        listener(event);
        if (interrupt.take() || !out.good()) {
            stop.request_stop();
        }
    };
    STRATA_TRY(answer.summary, engine.generate(request, sink, stop.get_token()));
    return answer;
}

std::string summary_line(const GenerationSummary& summary) {
    return fmt::format("{} tokens, {:.1f} tokens/s; prompt {} tokens, {} reused, {:.0f} tokens/s",
                       summary.generated_tokens, summary.decode_tokens_per_second(), summary.prompt_tokens,
                       summary.reused_tokens, summary.prompt_tokens_per_second());
}

std::string_view to_string(FinishReason reason) {
    switch (reason) {
        case FinishReason::stop:
            return "stop";
        case FinishReason::length:
            return "length";
        case FinishReason::cancelled:
            return "cancelled";
        case FinishReason::tool_calls:
            return "tool_calls";
    }
    return "stop";
}

}  // namespace strata::cli
