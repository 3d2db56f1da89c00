#include "app/api/dialects/responses_writer.h"

#include <utility>
#include <variant>

#include "app/api/dialects/event_text.h"
#include "app/api/dialects/random_id.h"

namespace strata::app::api {
namespace {

/// Some clients count only events as signs of life.
constexpr std::chrono::milliseconds kLongestWithoutEvent{15'000};

}  // namespace

Json echoOf(const ResponsesFrame& frame) {
    Json origins = Json::object();
    for (const auto& [name, origin] : frame.origins) {
        origins[name] = {{"custom", origin.custom}, {"space", origin.space}, {"own_name", origin.own_name}};
    }
    return {{"settings", frame.settings}, {"origins", std::move(origins)}, {"seal_thinking", frame.seal_thinking}};
}

ResponsesFrame frameFrom(const Json& echo) {
    ResponsesFrame frame;
    if (!echo.is_object()) {
        return frame;
    }
    frame.settings = echo.at("settings");
    frame.seal_thinking = echo.at("seal_thinking").get<bool>();
    for (const auto& [name, origin] : echo.at("origins").items()) {
        frame.origins[name] = {origin.at("custom").get<bool>(), origin.at("space").get<std::string>(),
                               origin.at("own_name").get<std::string>()};
    }
    return frame;
}

ResponsesWriter::ResponsesWriter(const ApiCall& call)
    : id_(randomId("resp_")), is_stream_(call.stream), frame_(frameFrom(call.echo)) {}

Json ResponsesWriter::response(const std::string& status) const {
    Json response = {{"id", id_},
                     {"object", "response"},
                     {"created_at", facts_.created},
                     {"status", status},
                     {"incomplete_details", nullptr},
                     {"error", nullptr},
                     {"model", facts_.model},
                     {"output", output_},
                     {"usage", nullptr}};
    for (const auto& [name, value] : frame_.settings.items()) {
        response[name] = value;
    }
    return response;
}

std::string ResponsesWriter::event(const std::string& name, Json data) {
    if (!is_stream_) {
        return {};
    }
    Json whole = {{"type", name}, {"sequence_number", sequence_++}};
    whole.update(data);
    return namedEvent(name, whole);
}

/// An event about the open item.
std::string ResponsesWriter::placed(const std::string& name, Json data) {
    data["item_id"] = item_["id"];
    data["output_index"] = output_.size();
    return event(name, std::move(data));
}

std::string ResponsesWriter::begin(const AnswerFacts& facts) {
    facts_ = facts;
    std::string events = event("response.created", {{"response", response("in_progress")}});
    events += event("response.in_progress", {{"response", response("in_progress")}});
    return events;
}

std::string ResponsesWriter::take(const EngineEvent& engine_event) {
    return std::visit([this](const auto& one) { return on(one); }, engine_event);
}

std::string ResponsesWriter::openItem(Open kind) {
    std::string events = closeItem();
    open_ = kind;
    text_.clear();
    if (kind == Open::thinking) {
        item_ = {
            {"type", "reasoning"}, {"id", randomId("rs_")}, {"summary", Json::array()}, {"content", Json::array()}};
    } else {
        item_ = {{"type", "message"},
                 {"id", randomId("msg_")},
                 {"role", "assistant"},
                 {"status", "in_progress"},
                 {"content", Json::array()}};
    }
    events += event("response.output_item.added", {{"output_index", output_.size()}, {"item", item_}});
    return events;
}

std::string ResponsesWriter::openPart(const char* type) {
    Json part = {{"type", type}, {"text", ""}};
    if (open_ == Open::text) {
        part["annotations"] = Json::array();
    }
    return placed("response.content_part.added", {{"content_index", 0}, {"part", std::move(part)}});
}

std::string ResponsesWriter::addText(const char* event_name, const std::string& text) {
    text_ += text;
    Json data = {{"content_index", 0}, {"delta", text}};
    if (open_ == Open::text) {
        data["logprobs"] = Json::array();
    }
    return placed(event_name, std::move(data));
}

std::string ResponsesWriter::on(const ReasoningDelta& delta) {
    if (delta.text.empty()) {
        return {};
    }
    std::string events;
    if (open_ != Open::thinking) {
        events = openItem(Open::thinking);
        events += openPart("reasoning_text");
    }
    events += addText("response.reasoning_text.delta", delta.text);
    return events;
}

std::string ResponsesWriter::on(const TextDelta& delta) {
    if (delta.text.empty()) {
        return {};
    }
    std::string events;
    if (open_ != Open::text) {
        events = openItem(Open::text);
        events += openPart("output_text");
    }
    events += addText("response.output_text.delta", delta.text);
    return events;
}

std::string ResponsesWriter::beginCall(const std::string& name) {
    std::string events = closeItem();
    open_ = Open::call;
    text_.clear();
    const auto origin = frame_.origins.find(name);
    origin_ = origin == frame_.origins.end() ? ToolOrigin() : origin->second;
    item_ = {{"type", origin_.custom ? "custom_tool_call" : "function_call"},
             {"id", randomId(origin_.custom ? "ctc_" : "fc_")},
             {"call_id", randomId("call_")},
             {"name", origin_.own_name.empty() ? name : origin_.own_name}};
    if (!origin_.space.empty()) {
        item_["namespace"] = origin_.space;
    }
    item_[origin_.custom ? "input" : "arguments"] = "";
    item_["status"] = "in_progress";
    events += event("response.output_item.added", {{"output_index", output_.size()}, {"item", item_}});
    return events;
}

std::string ResponsesWriter::on(const ToolCallBegun& begun) {
    return beginCall(begun.name);
}

std::string ResponsesWriter::on(const ToolArgumentsDelta& piece) {
    if (open_ != Open::call || piece.text.empty()) {
        return {};
    }
    text_ += piece.text;
    // The text of a custom tool is inside the JSON; it is told when that is whole.
    return origin_.custom ? std::string() : placed("response.function_call_arguments.delta", {{"delta", piece.text}});
}

std::string ResponsesWriter::on(const ToolCallDelta& delta) {
    std::string events;
    if (open_ != Open::call) {
        events = beginCall(delta.call.name);
    }
    if (text_.size() < delta.call.arguments.size()) {
        events += on(ToolArgumentsDelta{delta.index, delta.call.arguments.substr(text_.size())});
    }
    events += closeCall();
    return events;
}

std::string ResponsesWriter::closeCall() {
    std::string events;
    if (origin_.custom) {
        const ParsedJson arguments = parseJson(text_, 128);
        const bool fits = arguments.value && arguments.value->is_object() && arguments.value->contains("input") &&
                          (*arguments.value)["input"].is_string();
        const std::string input = fits ? (*arguments.value)["input"].get<std::string>() : text_;
        item_["input"] = input;
        events = placed("response.custom_tool_call_input.delta", {{"delta", input}});
        events += placed("response.custom_tool_call_input.done", {{"input", input}});
    } else {
        item_["arguments"] = text_;
        events = placed("response.function_call_arguments.done", {{"name", item_["name"]}, {"arguments", text_}});
    }
    item_["status"] = "completed";
    events += event("response.output_item.done", {{"output_index", output_.size()}, {"item", item_}});
    output_.push_back(std::exchange(item_, {}));
    open_ = Open::nothing;
    return events;
}

std::string ResponsesWriter::closeText(const char* type, const char* done_event) {
    Json part = {{"type", type}, {"text", text_}};
    Json done = {{"content_index", 0}, {"text", text_}};
    if (open_ == Open::text) {
        part["annotations"] = Json::array();
        done["logprobs"] = Json::array();
        item_["status"] = "completed";
    } else if (frame_.seal_thinking) {
        item_["encrypted_content"] = sealedThinking(text_);
    }
    item_["content"].push_back(part);
    std::string events = placed(done_event, std::move(done));
    events += placed("response.content_part.done", {{"content_index", 0}, {"part", std::move(part)}});
    events += event("response.output_item.done", {{"output_index", output_.size()}, {"item", item_}});
    output_.push_back(std::exchange(item_, {}));
    return events;
}

/// Ends the open item. A call that was cut off is not said to be done: clients would run it.
std::string ResponsesWriter::closeItem() {
    std::string events;
    if (open_ == Open::thinking) {
        events = closeText("reasoning_text", "response.reasoning_text.done");
    } else if (open_ == Open::text) {
        events = closeText("output_text", "response.output_text.done");
    }
    open_ = Open::nothing;
    return events;
}

std::string ResponsesWriter::keepAlive(const Pause& pause) {
    if (pause.since_event >= kLongestWithoutEvent) {
        return event("response.in_progress", {{"response", response("in_progress")}});
    }
    return keepAliveComment(pause);
}

void ResponsesWriter::addUsage(Json& response, const GenerationSummary& summary) const {
    response["usage"] = {{"input_tokens", summary.prompt_tokens},
                         {"input_tokens_details", {{"cached_tokens", summary.reused_tokens}}},
                         {"output_tokens", summary.generated_tokens},
                         {"output_tokens_details", {{"reasoning_tokens", summary.thinking_tokens}}},
                         {"total_tokens", summary.prompt_tokens + summary.generated_tokens}};
}

Json ResponsesWriter::finished(const GenerationSummary& summary) {
    const bool is_cut = summary.reason == FinishReason::length;
    Json whole = response(is_cut ? "incomplete" : "completed");
    if (is_cut) {
        whole["incomplete_details"] = {{"reason", "max_output_tokens"}};
    }
    addUsage(whole, summary);
    return whole;
}

std::string ResponsesWriter::end(const GenerationSummary& summary) {
    std::string events = closeItem();
    Json whole = finished(summary);
    const std::string name = "response." + whole["status"].get<std::string>();
    events += event(name, {{"response", std::move(whole)}});
    return events;
}

std::string ResponsesWriter::fail(const ApiError& error) {
    std::string events = closeItem();
    Json whole = response("failed");
    whole["error"] = {{"code", codeOf(error.kind)}, {"message", error.message}};
    events += event("response.failed", {{"response", std::move(whole)}});
    return events;
}

std::string ResponsesWriter::whole(const GenerationSummary& summary) {
    closeItem();
    return jsonText(finished(summary));
}

}  // namespace strata::app::api
