#include "app/remote/remote_answer.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace strata::app {
namespace {

using nlohmann::json;

/// Never throws; what is no JSON is "discarded".
json parsed(std::string_view text) {
    return json::parse(text.begin(), text.end(), nullptr, false);
}

/// A member of an object; null if there is none.
const json& member(const json& object, const char* name) {
    static const json kNull;
    if (!object.is_object()) {
        return kNull;
    }
    const auto at = object.find(name);
    return at == object.end() ? kNull : *at;
}

std::string textOf(const json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<int> countOf(const json& value) {
    constexpr std::int64_t kMost = 1'000'000'000;
    if (!value.is_number_integer()) {
        return std::nullopt;
    }
    const auto count = value.get<std::int64_t>();
    return count >= 0 && count <= kMost ? std::optional(static_cast<int>(count)) : std::nullopt;
}

std::string shortened(std::string text) {
    constexpr std::size_t kLongest = 300;
    for (char& letter : text) {
        if (static_cast<unsigned char>(letter) < 0x20U) {
            letter = ' ';
        }
    }
    if (text.size() > kLongest) {
        std::size_t end = kLongest;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;  // whole characters
        }
        text.resize(end);
        text += "…";
    }
    return text;
}

/// The message of {"error": {"message": …}}, {"error": "…"}, {"message": …} or {"detail": …}.
std::string errorText(const json& body) {
    const json& error = member(body, "error");
    for (const json* const candidate :
         {&member(error, "message"), &error, &member(body, "message"), &member(body, "detail")}) {
        if (candidate->is_string()) {
            return shortened(candidate->get<std::string>());
        }
    }
    return {};
}

FinishReason finishOf(const std::string& reason) {
    if (reason == "length") {
        return FinishReason::length;
    }
    return reason == "tool_calls" || reason == "function_call" ? FinishReason::tool_calls : FinishReason::stop;
}

/// Whether a call can be made as it stands: an answer that ran out of room may end inside one.
bool isWhole(const ToolCall& call) {
    return !call.name.empty() && (call.arguments.empty() || parsed(call.arguments).is_object());
}

}  // namespace

std::string remoteErrorText(std::string_view body) {
    return errorText(parsed(body));
}

std::string remoteErrorCode(std::string_view body) {
    return textOf(member(member(parsed(body), "error"), "code"));
}

RemoteAnswer::RemoteAnswer(EventSink sink, bool is_stream) : sink_(std::move(sink)), is_stream_(is_stream) {}

Result<bool> RemoteAnswer::take(std::string_view bytes) {
    if (!is_stream_) {
        if (whole_.size() + bytes.size() > kLongestAnswer) {
            return tl::unexpected(Error{ErrorCode::bad_file, "the server sent more than an answer can be"});
        }
        whole_.append(bytes);
        return true;
    }
    auto events = reader_.feed(bytes);
    if (!events) {
        return tl::unexpected(events.error());
    }
    for (const std::string& event : *events) {
        if (event == "[DONE]") {
            done_ = true;
            endCalls();
            return false;
        }
        if (const auto taken = takeObject(event); !taken) {
            return tl::unexpected(taken.error());
        }
    }
    return true;
}

Result<void> RemoteAnswer::end() {
    if (!is_stream_) {
        if (const auto taken = takeObject(whole_); !taken) {
            return taken;
        }
    }
    // Some servers leave the last mark out; a reason for the end is enough.
    if (!done_ && !finish_) {
        return tl::unexpected(Error{ErrorCode::io_error, "the connection to the server broke off in the middle"});
    }
    if (!done_) {
        endCalls();
    }
    return {};
}

Result<void> RemoteAnswer::takeObject(const std::string& text) {
    const json object = parsed(text);
    if (!object.is_object()) {
        return tl::unexpected(Error{ErrorCode::bad_file, "the server sent something that is no part of an answer"});
    }
    if (const json& error = member(object, "error"); !error.is_null()) {
        return tl::unexpected(Error{ErrorCode::io_error, "the server reports: " + errorText(object)});
    }
    if (const json& usage = member(object, "usage"); usage.is_object()) {
        prompt_tokens_ = countOf(member(usage, "prompt_tokens"));
        generated_tokens_ = countOf(member(usage, "completion_tokens"));
        cached_tokens_ = countOf(member(member(usage, "prompt_tokens_details"), "cached_tokens"));
        if (prompt_tokens_ && generated_tokens_) {
            used_tokens_ = *prompt_tokens_ + *generated_tokens_;
        }
    }
    const json& choices = member(object, "choices");
    if (!choices.is_array() || choices.empty()) {
        return {};
    }
    const json& choice = choices.front();
    const json& delta = member(choice, is_stream_ ? "delta" : "message");
    for (const char* const name : {"reasoning_content", "reasoning"}) {
        if (std::string reasoning = textOf(member(delta, name)); !reasoning.empty()) {
            if (const auto written = write(std::move(reasoning), true); !written) {
                return written;
            }
            break;  // servers that send both send the same in both
        }
    }
    if (const auto written = write(textOf(member(delta, "content")), false); !written) {
        return written;
    }
    if (const json& calls = member(delta, "tool_calls"); calls.is_array()) {
        constexpr int kMostCalls = 128;
        int position = 0;
        for (const json& call : calls) {
            const int index = countOf(member(call, "index")).value_or(position++);
            const json& function = member(call, "function");
            if (index < kMostCalls) {
                takeCall(index, textOf(member(call, "id")), textOf(member(function, "name")),
                         textOf(member(function, "arguments")));
            }
        }
    }
    if (const std::string reason = textOf(member(choice, "finish_reason")); !reason.empty()) {
        finish_ = finishOf(reason);
    }
    return {};
}

Result<void> RemoteAnswer::write(std::string text, bool reasoning) {
    written_bytes_ += text.size();
    if (written_bytes_ > kLongestAnswer) {
        return tl::unexpected(Error{ErrorCode::bad_file, "the server sent more than an answer can be"});
    }
    if (text.empty()) {
        return {};
    }
    last_ = Clock::now();
    first_ = first_.value_or(*last_);
    ++pieces_;
    sink_(reasoning ? EngineEvent(ReasoningDelta{std::move(text)}) : EngineEvent(TextDelta{std::move(text)}));
    return {};
}

void RemoteAnswer::takeCall(int index, const std::string& id, const std::string& name, const std::string& arguments) {
    written_bytes_ += name.size() + arguments.size();
    Call& call = calls_[index];
    if (!id.empty() && !call.number) {
        call.call.id = id;
    }
    call.call.name += name;
    if (!arguments.empty()) {
        beginCall(call);  // names may come in pieces, but not behind arguments
        call.call.arguments += arguments;
        sink_(ToolArgumentsDelta{*call.number, arguments});
    }
}

void RemoteAnswer::beginCall(Call& call) {
    if (!call.number) {
        call.number = begun_calls_++;
        sink_(ToolCallBegun{*call.number, call.call.id, call.call.name});
    }
}

void RemoteAnswer::endCalls() {
    for (auto& [index, call] : calls_) {
        if (isWhole(call.call)) {
            beginCall(call);
            sink_(ToolCallDelta{*call.number, std::move(call.call)});
        }
    }
    calls_.clear();
}

GenerationSummary RemoteAnswer::summary(Clock::time_point start, bool cancelled) const {
    GenerationSummary summary;
    summary.reason = cancelled ? FinishReason::cancelled : finish_.value_or(FinishReason::stop);
    summary.generated_tokens = generated_tokens_.value_or(pieces_);
    if (prompt_tokens_ && cached_tokens_) {
        // Without both numbers nobody knows what was remembered, and a zero would say that nothing was.
        summary.prompt_tokens = *prompt_tokens_;
        summary.reused_tokens = std::min(*cached_tokens_, *prompt_tokens_);
        summary.source = summary.reused_tokens > 0 ? ResumeSource::memory : ResumeSource::nothing;
    }
    if (first_) {
        summary.first_token_time = std::chrono::duration_cast<std::chrono::microseconds>(*first_ - start);
        summary.prompt_time = summary.first_token_time;
        summary.decode_time = std::chrono::duration_cast<std::chrono::microseconds>(*last_ - *first_);
    }
    return summary;
}

}  // namespace strata::app
