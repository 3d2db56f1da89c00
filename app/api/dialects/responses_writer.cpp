#include "app/api/dialects/responses_writer.h"

#include <utility>
#include <variant>

#include "app/api/dialects/event_text.h"
#include "app/api/dialects/random_id.h"
#include "app/api/dialects/sealed_thinking.h"

namespace strata::app::api {
namespace {

/// Some clients count only events, so a comment is not always enough.
constexpr std::chrono::milliseconds kLongestWithoutEvent{15000};
constexpr const char* kInProgress = "in_progress";
constexpr const char* kCompleted = "completed";
constexpr const char* kIncomplete = "incomplete";

Json usageOf(const GenerationSummary& summary) {
    return {{"input_tokens", summary.prompt_tokens},
            {"input_tokens_details", {{"cached_tokens", summary.reused_tokens}}},
            {"output_tokens", summary.generated_tokens},
            {"output_tokens_details", {{"reasoning_tokens", summary.thinking_tokens}}},
            {"total_tokens", summary.prompt_tokens + summary.generated_tokens}};
}

/// The text that a tool without a schema was given.
std::string inputOf(const std::string& arguments) {
    const auto parsed = parseJson(arguments, 128);
    if (!parsed.value || !parsed.value->is_object()) {
        return arguments;
    }
    const auto input = parsed.value->find("input");
    return input != parsed.value->end() && input->is_string() ? input->get<std::string>() : arguments;
}

}  // namespace

ResponsesWriter::ResponsesWriter(const ApiCall& call)
    : id_(randomId("resp_")), is_stream_(call.stream), echo_(call.echo), calls_("call_") {}

std::string ResponsesWriter::event(const char* name, Json data) {
    if (!is_stream_) {
        return {};
    }
    Json whole = {{"type", name}, {"sequence_number", sequence_number_++}};
    whole.update(data);
    return namedEvent(name, whole);
}

std::string ResponsesWriter::itemEvent(const char* name, Json data) {
    Json whole = {{"item_id", item_["id"]}, {"output_index", output_.size()}};
    whole.update(data);
    return event(name, std::move(whole));
}

Json ResponsesWriter::response(const char* status) const {
    Json object = {{"id", id_},
                   {"object", "response"},
                   {"created_at", facts_.created},
                   {"status", status},
                   {"incomplete_details", nullptr},
                   {"error", nullptr},
                   {"model", facts_.model},
                   {"output", output_},
                   {"usage", nullptr}};
    if (echo_.contains(responses_echo::kResponse)) {
        object.update(echo_[responses_echo::kResponse]);
    }
    return object;
}

std::string ResponsesWriter::begin(const AnswerFacts& facts) {
    facts_ = facts;
    const std::string created = event("response.created", {{"response", response(kInProgress)}});
    return created + event("response.in_progress", {{"response", response(kInProgress)}});
}

std::string ResponsesWriter::take(const EngineEvent& event) {
    return std::visit([this](const auto& one) { return on(one); }, event);
}

Json ResponsesWriter::part() const {
    if (open_ == Item::reasoning) {
        return {{"type", "reasoning_text"}, {"text", text_}};
    }
    return {{"type", "output_text"}, {"text", text_}, {"annotations", Json::array()}};
}

std::string ResponsesWriter::open(Item kind, Json item) {
    std::string events = close(kCompleted);
    open_ = kind;
    text_.clear();
    item_ = std::move(item);
    return events + event("response.output_item.added", {{"output_index", output_.size()}, {"item", item_}});
}

std::string ResponsesWriter::openText(Item kind) {
    Json item;
    if (kind == Item::reasoning) {
        item = {{"type", "reasoning"}, {"id", randomId("rs_")}, {"summary", Json::array()}, {"content", Json::array()}};
    } else {
        item = {{"type", "message"},
                {"id", randomId("msg_")},
                {"role", "assistant"},
                {"status", kInProgress},
                {"content", Json::array()}};
    }
    std::string events = open(kind, std::move(item));
    return events + itemEvent("response.content_part.added", {{"content_index", 0}, {"part", part()}});
}

std::string ResponsesWriter::takeText(Item kind, const std::string& text) {
    if (text.empty()) {
        return {};
    }
    std::string events = open_ == kind ? std::string() : openText(kind);
    text_ += text;
    Json data = {{"content_index", 0}, {"delta", text}};
    if (kind == Item::message) {
        data["logprobs"] = Json::array();
    }
    return events + itemEvent(kind == Item::reasoning ? "response.reasoning_text.delta" : "response.output_text.delta",
                              std::move(data));
}

std::string ResponsesWriter::on(const TextDelta& delta) {
    return takeText(Item::message, delta.text);
}

std::string ResponsesWriter::on(const ReasoningDelta& delta) {
    return takeText(Item::reasoning, delta.text);
}

std::string ResponsesWriter::closeText(const char* status) {
    const bool is_thinking = open_ == Item::reasoning;
    Json data = {{"content_index", 0}, {"text", text_}};
    if (!is_thinking) {
        data["logprobs"] = Json::array();
    }
    std::string events =
        itemEvent(is_thinking ? "response.reasoning_text.done" : "response.output_text.done", std::move(data));
    events += itemEvent("response.content_part.done", {{"content_index", 0}, {"part", part()}});
    item_["content"] = Json::array({part()});
    if (!is_thinking) {
        item_["status"] = status;
    } else if (echo_.value(responses_echo::kSealed, false)) {
        item_["encrypted_content"] = sealThinking(text_);
    }
    return events;
}

std::string ResponsesWriter::closeCall() {
    const std::string& arguments = calls_.calls().at(open_call_).arguments;
    item_["status"] = kCompleted;
    if (item_["type"] == "custom_tool_call") {
        const std::string input = inputOf(arguments);
        item_["input"] = input;
        const std::string delta = itemEvent("response.custom_tool_call_input.delta", {{"delta", input}});
        return delta + itemEvent("response.custom_tool_call_input.done", {{"input", input}});
    }
    item_["arguments"] = arguments;
    return itemEvent("response.function_call_arguments.done", {{"name", item_["name"]}, {"arguments", arguments}});
}

std::string ResponsesWriter::close(const char* status) {
    if (open_ == Item::none) {
        return {};
    }
    std::string events = open_ == Item::call ? closeCall() : closeText(status);
    events += event("response.output_item.done", {{"output_index", output_.size()}, {"item", item_}});
    output_.push_back(item_);
    open_ = Item::none;
    return events;
}

bool ResponsesWriter::isCustom(const std::string& name) const {
    return echo_.contains(responses_echo::kCustom) && echo_[responses_echo::kCustom].contains(name);
}

std::string ResponsesWriter::beginCall(int index, const std::string& name) {
    const auto& call = calls_.at(index, name);
    Json item;
    if (isCustom(name)) {
        item = {{"type", "custom_tool_call"}, {"id", randomId("ctc_")}, {"call_id", call.id}, {"name", name}};
        item["input"] = "";
    } else {
        item = {{"type", "function_call"}, {"id", randomId("fc_")}, {"call_id", call.id}, {"name", name}};
        if (echo_.contains(responses_echo::kNamespaces) && echo_[responses_echo::kNamespaces].contains(name)) {
            const Json& parts = echo_[responses_echo::kNamespaces][name];
            item["name"] = parts[1];
            item["namespace"] = parts[0];
        }
        item["arguments"] = "";
    }
    item["status"] = kInProgress;
    std::string events = open(Item::call, std::move(item));
    open_call_ = index;
    return events;
}

std::string ResponsesWriter::argumentsPiece(const std::string& text) {
    // The text of a tool without a schema is inside the arguments, and comes as one.
    if (text.empty() || item_["type"] == "custom_tool_call") {
        return {};
    }
    return itemEvent("response.function_call_arguments.delta", {{"delta", text}});
}

std::string ResponsesWriter::on(const ToolCallBegun& begun) {
    return beginCall(begun.index, begun.name);
}

std::string ResponsesWriter::on(const ToolArgumentsDelta& piece) {
    const bool is_open = open_ == Item::call && open_call_ == piece.index;
    return is_open && calls_.addArguments(piece) != nullptr ? argumentsPiece(piece.text) : std::string();
}

std::string ResponsesWriter::on(const ToolCallDelta& delta) {
    const bool is_open = open_ == Item::call && open_call_ == delta.index;
    std::string events = is_open ? std::string() : beginCall(delta.index, delta.call.name);
    std::string rest;
    calls_.complete(delta, rest);
    events += argumentsPiece(rest);
    return events + close(kCompleted);
}

std::string ResponsesWriter::keepAlive(const Pause& pause) {
    if (pause.since_event >= kLongestWithoutEvent) {
        return event("response.in_progress", {{"response", response(kInProgress)}});
    }
    return keepAliveComment(pause);
}

Json ResponsesWriter::finished(const GenerationSummary& summary) {
    const bool is_cut = summary.reason == FinishReason::length;
    Json object = response(is_cut ? kIncomplete : kCompleted);
    if (is_cut) {
        object["incomplete_details"] = {{"reason", "max_output_tokens"}};
    }
    object["usage"] = usageOf(summary);
    return object;
}

std::string ResponsesWriter::end(const GenerationSummary& summary) {
    const bool is_cut = summary.reason == FinishReason::length;
    // A call that was cut off is never said to be done: clients run what is.
    std::string events = open_ == Item::call ? std::string() : close(is_cut ? kIncomplete : kCompleted);
    return events + event(is_cut ? "response.incomplete" : "response.completed", {{"response", finished(summary)}});
}

std::string ResponsesWriter::fail(const ApiError& error) {
    Json object = response("failed");
    object["error"] = {{"code", codeOf(error.kind)}, {"message", error.message}};
    return event("response.failed", {{"response", std::move(object)}});
}

std::string ResponsesWriter::whole(const GenerationSummary& summary) {
    if (open_ != Item::call) {
        close(summary.reason == FinishReason::length ? kIncomplete : kCompleted);
    }
    return jsonText(finished(summary));
}

}  // namespace strata::app::api
