#include "text/jinja/render_context.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "text/jinja/limits.h"
#include "text/jinja/template_error.h"

namespace strata::jinja {

RenderContext::RenderContext(std::uint64_t input_bytes, Clock clock)
    : steps_left_(kBaseSteps + kStepsPerInputByte * input_bytes),
      text_bytes_left_(kBaseTextBytes + kTextBytesPerInputByte * input_bytes),
      output_limit_(std::min<std::uint64_t>(kBaseOutputBytes + kOutputBytesPerInputByte * input_bytes, kMaxTextBytes)),
      clock_(std::move(clock)) {}

Result<void> RenderContext::spend(std::uint64_t steps) {
    if (steps > steps_left_) {
        return error("the template takes too many steps");
    }
    steps_left_ -= steps;
    return {};
}

Result<void> RenderContext::spend_work(std::uint64_t bytes) {
    unpaid_work_ += bytes;
    const std::uint64_t steps = unpaid_work_ / kWorkBytesPerStep;
    unpaid_work_ %= kWorkBytesPerStep;
    return spend(steps);
}

Result<void> RenderContext::spend_text(std::uint64_t bytes) {
    if (bytes > kMaxTextBytes) {
        return error(fmt::format("a text of {} bytes is too large, the most is {}", bytes, kMaxTextBytes));
    }
    if (bytes > text_bytes_left_) {
        return error("the template makes too much text");
    }
    text_bytes_left_ -= bytes;
    return {};
}

tl::unexpected<Error> RenderContext::error(std::string_view what) const {
    return template_error(line_, what);
}

}  // namespace strata::jinja
