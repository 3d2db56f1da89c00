#include "app/api/server_routes.h"

#include <nlohmann/json.hpp>

#include "app/api/dialect.h"

namespace strata::app::api {

std::vector<Route> generationRoutes(const std::shared_ptr<const GenerationParts>& parts) {
    const auto anthropicCount = [](int tokens) { return nlohmann::json{{"input_tokens", tokens}}.dump(); };
    const auto openaiCount = [](int tokens) {
        return nlohmann::ordered_json{{"object", "response.input_tokens"}, {"input_tokens", tokens}}.dump();
    };
    return {
        {"/v1/chat/completions", Verb::post, generationHandler(chatDialect(), parts)},
        {"/v1/chat/completions/input_tokens", Verb::post, countingHandler(chatDialect(), parts, openaiCount)},
        {"/v1/completions", Verb::post, generationHandler(completionsDialect(), parts)},
        {"/v1/responses", Verb::post, generationHandler(responsesDialect(), parts)},
        {"/v1/responses/input_tokens", Verb::post, countingHandler(responsesDialect(), parts, openaiCount)},
        {"/v1/messages", Verb::post, generationHandler(messagesDialect(), parts)},
        {"/v1/messages/count_tokens", Verb::post, countingHandler(messagesDialect(), parts, anthropicCount)},
    };
}

}  // namespace strata::app::api
