#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <QtGlobal>

#include "strata/engine.h"

namespace strata::testing {

inline const char* const kBuiltInModel = STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf";

/// The built-in model on two threads; ends the test program if it cannot be loaded.
inline std::unique_ptr<Engine> load(LoadOptions options = {}) {
    options.model = kBuiltInModel;
    options.threads = 2;
    auto engine = Engine::load(options, {});
    if (!engine) {
        qFatal("%s", engine.error().message.c_str());
    }
    return std::move(*engine);
}

inline ChatMessage message(Role role, std::string text) {
    ChatMessage one;
    one.role = role;
    one.text = std::move(text);
    return one;
}

/// A short greedy request of two messages.
inline GenerationRequest question(const std::string& text) {
    GenerationRequest request;
    request.messages.push_back(message(Role::system, "You are a helpful assistant."));
    request.messages.push_back(message(Role::user, text));
    request.sampling = SamplingOptions::greedy();
    request.limits.max_tokens = 200;
    return request;
}

/// A user's turn and the start of an answer without thinking, as the built-in model's template writes them.
inline std::string turn(const std::string& text) {
    return "<|im_start|>user\n" + text + "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n";
}

/// What a request brought.
struct Heard {
    std::string text, reasoning;
    std::vector<ToolCall> calls;
    std::vector<EngineEvent> events;
    GenerationSummary summary;
};

inline Heard ask(Engine& engine, const GenerationRequest& request, std::stop_token stop = {}) {
    Heard heard;
    const auto summary = engine.generate(
        request,
        [&](const EngineEvent& event) {
            heard.events.push_back(event);
            if (const auto* text = std::get_if<TextDelta>(&event)) {
                heard.text += text->text;
            } else if (const auto* reasoning = std::get_if<ReasoningDelta>(&event)) {
                heard.reasoning += reasoning->text;
            } else if (const auto* call = std::get_if<ToolCallDelta>(&event)) {
                heard.calls.push_back(call->call);
            }
        },
        stop);
    if (!summary) {
        qFatal("%s", summary.error().message.c_str());
    }
    heard.summary = *summary;
    return heard;
}

}  // namespace strata::testing
