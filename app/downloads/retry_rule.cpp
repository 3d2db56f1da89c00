#include "app/downloads/retry_rule.h"

#include <algorithm>

namespace strata::app {
namespace {

// A virus scanner lets go of a file within seconds.
constexpr int kLockedTries = 10;
constexpr std::chrono::milliseconds kLockedWait{1'000};
constexpr std::chrono::milliseconds kServerStep{5'000};

}  // namespace

std::optional<std::chrono::milliseconds> RetryRule::next(const Obstacle& obstacle) {
    switch (obstacle.remedy) {
        case Remedy::network:
            return std::max<std::chrono::milliseconds>(networkWait(), std::chrono::seconds(obstacle.wait_seconds));
        case Remedy::server:
            return serverWait(obstacle.wait_seconds);
        case Remedy::space:
            return options_.space_check;
        case Remedy::person:
            break;
    }
    if (obstacle.problem.trouble == DownloadTrouble::locked && locked_tries_++ < kLockedTries) {
        return kLockedWait;
    }
    return std::nullopt;
}

std::chrono::milliseconds RetryRule::networkWait() {
    const std::size_t last = options_.network_waits.size() - 1;
    return options_.network_waits[std::min(network_tries_++, last)];
}

std::optional<std::chrono::milliseconds> RetryRule::serverWait(int wait_seconds) {
    if (++server_tries_ >= options_.server_attempts) {
        server_tries_ = 0;
        return std::nullopt;
    }
    const auto grown = options_.server_wait + (server_tries_ - 1) * std::min(kServerStep, options_.server_wait);
    return std::max<std::chrono::milliseconds>(std::min(grown, options_.server_wait_most),
                                               std::chrono::seconds(wait_seconds));
}

void RetryRule::succeeded() {
    network_tries_ = 0;
    server_tries_ = 0;
    locked_tries_ = 0;
}

}  // namespace strata::app
