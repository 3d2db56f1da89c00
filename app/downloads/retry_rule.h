#pragma once

#include <chrono>
#include <optional>

#include "app/downloads/answer_rules.h"
#include "app/downloads/download_options.h"

namespace strata::app {

/// When to try again. Network losses are waited for for ever, answers with an error a number of times; what has brought
/// bytes since counts as a new beginning.
class RetryRule {
public:
    explicit RetryRule(const DownloadOptions& options) : options_(options) {}

    /// The pause before the next try; none: the person is asked.
    std::optional<std::chrono::milliseconds> next(const Obstacle& obstacle);
    void succeeded();

private:
    std::chrono::milliseconds networkWait();
    std::optional<std::chrono::milliseconds> serverWait(int wait_seconds);

    const DownloadOptions& options_;
    std::size_t network_tries_ = 0;
    int server_tries_ = 0;
    int locked_tries_ = 0;
};

}  // namespace strata::app
