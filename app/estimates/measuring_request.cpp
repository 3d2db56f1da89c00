#include "app/estimates/measuring_request.h"

#include <utility>

namespace strata::app {

GenerationRequest measuringRequest(std::string opening, std::string_view sentence) {
    constexpr int kMeasuredTokens = 48;
    constexpr int kRepeats = 24;
    for (int i = 0; i < kRepeats; ++i) {
        opening += sentence;
    }
    GenerationRequest request;
    ChatMessage message;
    message.text = std::move(opening);
    request.messages = {message};
    request.may_store_on_disk = false;
    request.sampling = SamplingOptions::greedy();
    request.limits.max_tokens = kMeasuredTokens;
    return request;
}

}  // namespace strata::app
