#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include <QHostAddress>
#include <QList>
#include <QString>

#include "app/api/api_error.h"

namespace strata::app::api {

/// How pictures may be fetched from the web. The defaults are the rules; tests have others.
struct FetchRules {
    /// Looks a name up and calls `found` on the same thread, now or later. Empty: asks the system, once per address.
    std::function<void(const QString& host, std::function<void(const QList<QHostAddress>&)> found)> resolve;
    std::function<bool(const QHostAddress&)> admits;  ///< empty: public ones that are not this machine's
    std::function<bool(const QString& scheme, int port)> admits_port;  ///< empty: 80 and 443
    std::chrono::milliseconds patience{10'000};                        ///< for everything together
    std::uint64_t bytes = 20ULL << 20;
    int redirects = 3;
};

/// Fetches the bytes of a picture by http or https. A name is resolved once, every address that it has must be
/// admitted, and the connection goes to one of those very addresses; the same for each redirect. No proxy, no cookies,
/// nothing about this machine. Waits; any thread but those that must not. param: where the address stood, for errors.
/// Errors: image_url_not_allowed if the rules forbid it; invalid_image if it could not be had, always in the same
/// words, so that they say nothing about what is behind an address.
ApiResult<std::string> fetchPicture(const std::string& address, const std::string& param, const FetchRules& rules = {});

}  // namespace strata::app::api
