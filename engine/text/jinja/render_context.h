#pragma once

#include <cstdint>
#include <ctime>
#include <deque>
#include <functional>
#include <string_view>

#include "strata/result.h"
#include "text/jinja/value.h"

namespace strata::jinja {

/// Gives the local calendar time for strftime_now.
using Clock = std::function<std::tm()>;

/// What one rendering has used up, where it is, and what lives until it ends. One thread.
class RenderContext {
public:
    /// input_bytes: size of template and variables; the budgets grow with it (limits.h).
    RenderContext(std::uint64_t input_bytes, Clock clock);
    RenderContext(const RenderContext&) = delete;
    RenderContext& operator=(const RenderContext&) = delete;

    /// Pays for steps before they are done. Errors: bad_template when the budget is used up.
    Result<void> spend(std::uint64_t steps);
    /// Pays for bytes to be searched or compared.
    Result<void> spend_work(std::uint64_t bytes);
    /// Pays for a text to be made. Errors also if it alone is too large.
    Result<void> spend_text(std::uint64_t bytes);
    std::uint64_t output_limit() const { return output_limit_; }

    /// The error `what` at the running line.
    tl::unexpected<Error> error(std::string_view what) const;

    int line() const { return line_; }
    void set_line(int line) { line_ = line; }

    Namespace& new_namespace() { return namespaces_.emplace_back(); }
    std::tm now() const { return clock_(); }

private:
    std::uint64_t steps_left_;
    std::uint64_t text_bytes_left_;
    std::uint64_t output_limit_;
    std::uint64_t unpaid_work_ = 0;  // bytes, less than a step
    int line_ = 1;
    Clock clock_;
    std::deque<Namespace> namespaces_;  // a namespace may hold itself: values point here and own nothing
};

}  // namespace strata::jinja
