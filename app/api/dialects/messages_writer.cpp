#include "app/api/dialects/messages_writer.h"

#include <utility>
#include <variant>

#include "app/api/dialects/event_text.h"
#include "app/api/dialects/random_id.h"

namespace strata::app::api {
namespace {

/// Thinking comes back with it; it need not say more than that there is one.
constexpr const char* kSignature = "c3RyYXRh";

Json usage(int fresh_tokens, int reused_tokens, int output_tokens) {
    return {{"input_tokens", fresh_tokens},
            {"cache_creation_input_tokens", 0},
            {"cache_read_input_tokens", reused_tokens},
            {"output_tokens", output_tokens}};
}

Json usageOf(const GenerationSummary& summary) {
    return usage(summary.prompt_tokens - summary.reused_tokens, summary.reused_tokens, summary.generated_tokens);
}

const char* stopReason(const GenerationSummary& summary) {
    switch (summary.reason) {
        case FinishReason::length:
            return "max_tokens";
        case FinishReason::tool_calls:
            return "tool_use";
        case FinishReason::stop:
        case FinishReason::cancelled:
            break;
    }
    return summary.stop_text.empty() ? "end_turn" : "stop_sequence";
}

Json stopSequence(const GenerationSummary& summary) {
    const bool is_stopped = summary.reason == FinishReason::stop && !summary.stop_text.empty();
    return is_stopped ? Json(summary.stop_text) : Json();
}

}  // namespace

MessagesWriter::MessagesWriter(const ApiCall& call, std::string request_id)
    : id_(randomId("msg_")), request_id_(std::move(request_id)), is_stream_(call.stream), calls_("toolu_") {}

std::string MessagesWriter::event(const char* name, Json data) const {
    if (!is_stream_) {
        return {};
    }
    Json whole = {{"type", name}};
    whole.update(data);
    return namedEvent(name, whole);
}

std::string MessagesWriter::begin(const AnswerFacts& facts) {
    facts_ = facts;
    return event("message_start", {{"message",
                                    {{"id", id_},
                                     {"type", "message"},
                                     {"role", "assistant"},
                                     {"model", facts.model},
                                     {"content", Json::array()},
                                     {"stop_reason", nullptr},
                                     {"stop_sequence", nullptr},
                                     {"usage", usage(facts.prompt_tokens, 0, 0)}}}}) +
           event("ping", Json::object());
}

std::string MessagesWriter::take(const EngineEvent& event) {
    return std::visit([this](const auto& one) { return on(one); }, event);
}

std::string MessagesWriter::close() {
    if (open_ == Block::none) {
        return {};
    }
    std::string events;
    if (open_ == Block::thinking) {
        events = delta({{"type", "signature_delta"}, {"signature", kSignature}});
        content_.back()["signature"] = kSignature;
    }
    open_ = Block::none;
    return events + event("content_block_stop", {{"index", block_count_ - 1}});
}

std::string MessagesWriter::open(Block kind, Json start) {
    std::string events = close();
    open_ = kind;
    ++block_count_;
    content_.push_back(start);
    return events + event("content_block_start", {{"index", block_count_ - 1}, {"content_block", std::move(start)}});
}

std::string MessagesWriter::delta(Json delta) {
    return event("content_block_delta", {{"index", block_count_ - 1}, {"delta", std::move(delta)}});
}

std::string MessagesWriter::on(const TextDelta& piece) {
    if (piece.text.empty()) {
        return {};
    }
    std::string events = open_ == Block::text ? std::string() : open(Block::text, {{"type", "text"}, {"text", ""}});
    if (!is_stream_) {
        content_.back()["text"].get_ref<std::string&>() += piece.text;
    }
    return events + delta({{"type", "text_delta"}, {"text", piece.text}});
}

std::string MessagesWriter::on(const ReasoningDelta& piece) {
    if (piece.text.empty()) {
        return {};
    }
    std::string events = open_ == Block::thinking
                             ? std::string()
                             : open(Block::thinking, {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}});
    if (!is_stream_) {
        content_.back()["thinking"].get_ref<std::string&>() += piece.text;
    }
    return events + delta({{"type", "thinking_delta"}, {"thinking", piece.text}});
}

std::string MessagesWriter::beginCall(int index, const std::string& name) {
    const auto& call = calls_.at(index, name);
    open_call_ = index;
    return open(Block::call, {{"type", "tool_use"}, {"id", call.id}, {"name", call.name}, {"input", Json::object()}});
}

std::string MessagesWriter::on(const ToolCallBegun& begun) {
    return beginCall(begun.index, begun.name);
}

std::string MessagesWriter::on(const ToolArgumentsDelta& piece) {
    if (calls_.addArguments(piece) == nullptr || piece.text.empty()) {
        return {};
    }
    return delta({{"type", "input_json_delta"}, {"partial_json", piece.text}});
}

std::string MessagesWriter::on(const ToolCallDelta& complete) {
    const bool is_open = open_ == Block::call && open_call_ == complete.index;
    std::string events = is_open ? std::string() : beginCall(complete.index, complete.call.name);
    std::string rest;
    const auto& call = calls_.complete(complete, rest);
    if (!rest.empty()) {
        events += delta({{"type", "input_json_delta"}, {"partial_json", rest}});
    }
    const auto input = parseJson(call.arguments, 128);
    content_.back()["input"] = input.value ? *input.value : Json::object();
    return events + close();
}

std::string MessagesWriter::keepAlive(const Pause& pause) {
    return pause.since_write >= kLongestSilence ? event("ping", Json::object()) : std::string();
}

std::string MessagesWriter::end(const GenerationSummary& summary) {
    const std::string closing = close();
    return closing +
           event("message_delta",
                 {{"delta", {{"stop_reason", stopReason(summary)}, {"stop_sequence", stopSequence(summary)}}},
                  {"usage", usageOf(summary)}}) +
           event("message_stop", Json::object());
}

std::string MessagesWriter::fail(const ApiError& error) {
    return namedEvent(
        "error", {{"type", "error"}, {"error", errorObject(error, Style::anthropic)}, {"request_id", request_id_}});
}

std::string MessagesWriter::whole(const GenerationSummary& summary) {
    if (open_ == Block::call) {
        content_.erase(content_.size() - 1);  // cut off
        open_ = Block::none;
    }
    close();
    return jsonText({{"id", id_},
                     {"type", "message"},
                     {"role", "assistant"},
                     {"model", facts_.model},
                     {"content", content_},
                     {"stop_reason", stopReason(summary)},
                     {"stop_sequence", stopSequence(summary)},
                     {"usage", usageOf(summary)}});
}

}  // namespace strata::app::api
