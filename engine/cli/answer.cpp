#include "cli/answer.h"

#include <stop_token>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
    void hear(const Diverged& diverged) { answer_.diverged = diverged; }
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
    std::string line =
        fmt::format("{} tokens, {:.1f} tokens/s; prompt {} tokens, {} reused ({}), {:.0f} tokens/s",
                    summary.generated_tokens, summary.decode_tokens_per_second(), summary.prompt_tokens,
                    summary.reused_tokens, to_string(summary.source), summary.prompt_tokens_per_second());
    if (summary.restored_bytes > 0) {
        line += fmt::format("; restored {:.1f} MB in {:.1f} ms", static_cast<double>(summary.restored_bytes) / 1e6,
                            static_cast<double>(summary.restore_time.count()) / 1e3);
    }
    if (summary.parked_bytes > 0) {
        line += fmt::format("; parked {:.1f} MB in {:.1f} ms", static_cast<double>(summary.parked_bytes) / 1e6,
                            static_cast<double>(summary.park_time.count()) / 1e3);
    }
    if (summary.reason == FinishReason::cancelled) {
        line += " (cancelled)";
    }
    return line;
}

void finish_parking(Engine& engine, const ConversationId& id) {
    if (id.empty() || engine.status().memory.disk_budget == 0) {
        return;
    }
    const auto parked = engine.park(id);
    if (!parked && parked.error().code != ErrorCode::not_found) {
        complain(parked.error().message);
    }
}

std::string divergence_line(const Diverged& diverged) {
    return fmt::format("diverges at {} of {} (prompt {}): {}; {} became {}", diverged.position, diverged.live_tokens,
                       diverged.prompt_tokens, to_string(diverged.reason), fmt::join(diverged.live_ids, " "),
                       fmt::join(diverged.prompt_ids, " "));
}

void warn_about_parking(const Engine& engine) {
    if (const std::string problem = engine.status().memory.disk_problem; !problem.empty()) {
        complain("conversations are not parked on disk: " + problem);
    }
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

std::string_view to_string(ResumeSource source) {
    switch (source) {
        case ResumeSource::nothing:
            return "nothing";
        case ResumeSource::live_session:
            return "live session";
        case ResumeSource::checkpoint:
            return "checkpoint";
        case ResumeSource::memory:
            return "memory";
        case ResumeSource::disk:
            return "disk";
    }
    return "nothing";
}

std::string_view to_string(RereadReason reason) {
    switch (reason) {
        case RereadReason::none:
            return "only what is new";
        case RereadReason::first_message:
            return "a new conversation";
        case RereadReason::edited_message:
            return "an earlier message was changed";
        case RereadReason::system_prompt:
            return "the instructions were changed";
        case RereadReason::thinking_removed:
            return "earlier thinking was left out";
        case RereadReason::tokenization:
            return "the same text in other tokens";
        case RereadReason::picture:
            return "a picture was changed";
        case RereadReason::cancelled:
            return "reading was stopped before";
        case RereadReason::evicted:
            return "it had made room for others";
        case RereadReason::damaged:
            return "its file was damaged";
        case RereadReason::other_model:
            return "it was made with another model or other settings";
    }
    return "only what is new";
}

}  // namespace strata::cli
