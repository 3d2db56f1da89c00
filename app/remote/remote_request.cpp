#include "app/remote/remote_request.h"

#include <cstddef>

#include <nlohmann/json.hpp>
#include <QBuffer>
#include <QByteArray>
#include <QImage>

#include "app/record_names.h"

namespace strata::app {
namespace {

using nlohmann::json;

constexpr int kJpegQuality = 95;
constexpr int kBytesPerPixel = 3;

const char* effortOf(Thinking thinking) {
    switch (thinking) {
        case Thinking::low:
            return "low";
        case Thinking::medium:
            return "medium";
        case Thinking::high:
        case Thinking::off:
            break;
    }
    return "high";
}

std::string dataAddress(const Picture& picture) {
    const QImage image(picture.rgb.data(), picture.width, picture.height,
                       static_cast<qsizetype>(picture.width) * kBytesPerPixel, QImage::Format_RGB888);
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    const char* type = "image/jpeg";
    if (!image.save(&buffer, "JPEG", kJpegQuality)) {
        file.clear();
        buffer.seek(0);
        image.save(&buffer, "PNG");  // is always there
        type = "image/png";
    }
    return "data:" + std::string(type) + ";base64," + file.toBase64().toStdString();
}

json contentOf(const ChatMessage& message) {
    if (message.pictures.empty()) {
        return message.text;
    }
    json parts = json::array();
    for (const auto& picture : message.pictures) {
        parts.push_back({{"type", "image_url"}, {"image_url", {{"url", dataAddress(*picture)}}}});
    }
    parts.push_back({{"type", "text"}, {"text", message.text}});
    return parts;
}

json messageOf(const ChatMessage& message) {
    json one{{"role", nameOf(message.role).toStdString()}, {"content", contentOf(message)}};
    if (!message.tool_calls.empty()) {
        json calls = json::array();
        for (const ToolCall& call : message.tool_calls) {
            calls.push_back({{"id", call.id},
                             {"type", "function"},
                             {"function", {{"name", call.name}, {"arguments", call.arguments}}}});
        }
        one["tool_calls"] = std::move(calls);
    }
    if (message.role == Role::tool) {
        one["tool_call_id"] = message.tool_call_id;
    }
    return one;
}

void addSampling(json& body, const GenerationRequest& request) {
    const SamplingOptions& sampling = request.sampling;
    body["temperature"] = sampling.temperature < 0 ? 0.0F : sampling.temperature;
    if (sampling.temperature > 0) {
        body["top_p"] = sampling.top_p;
    }
    if (sampling.presence_penalty != 0) {
        body["presence_penalty"] = sampling.presence_penalty;
    }
    if (sampling.frequency_penalty != 0) {
        body["frequency_penalty"] = sampling.frequency_penalty;
    }
    if (sampling.seed != 0) {
        body["seed"] = sampling.seed;
    }
    if (request.limits.max_tokens > 0) {
        body["max_tokens"] = request.limits.max_tokens;
    }
    if (!request.limits.stop.empty()) {
        body["stop"] = request.limits.stop;
    }
}

void addExtras(json& body, const GenerationRequest& request) {
    body["chat_template_kwargs"] = {{"enable_thinking", request.thinking != Thinking::off}};
    if (request.thinking != Thinking::off) {
        body["reasoning_effort"] = effortOf(request.thinking);
    }
}

}  // namespace

Result<std::string> remoteRequestBody(const GenerationRequest& request, const std::string& model, RemoteExtras extras) {
    if (request.raw_prompt) {
        return tl::unexpected(
            Error{ErrorCode::invalid_argument, "a server takes conversations, no prompts without roles"});
    }
    json body{
        {"model", model}, {"stream", true}, {"stream_options", {{"include_usage", true}}}, {"messages", json::array()}};
    for (const ChatMessage& message : request.messages) {
        body["messages"].push_back(messageOf(message));
    }
    if (!request.tools.empty()) {
        json tools = json::parse(request.tools, nullptr, false);
        if (!tools.is_array()) {
            return tl::unexpected(Error{ErrorCode::invalid_argument, "the declarations of tools are no JSON array"});
        }
        body["tools"] = std::move(tools);
    }
    addSampling(body, request);
    if (extras == RemoteExtras::send) {
        addExtras(body, request);
    }
    if (request.continue_answer) {
        body["add_generation_prompt"] = false;
        body["continue_final_message"] = true;
    }
    return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace strata::app
