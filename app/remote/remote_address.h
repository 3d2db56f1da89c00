#pragma once

#include <QString>
#include <QUrl>

#include "strata/result.h"

namespace strata::app {

/// Where an OpenAI-compatible server is, checked.
struct RemoteAddress {
    QUrl base;              ///< without a slash at its end, as "https://host:8080/v1"
    bool is_plain = false;  ///< plain http: anybody on the way could read along. Only inside the own network

    QUrl endpoint(const QString& path) const;  ///< path: as "/models"
    QString host() const;                      ///< as people know it: with its port if that is not the usual one
    bool isPrivate() const;                    ///< this PC or the own network
};

/// Reads what a person typed. A missing scheme is http for the own network, else https; a missing path is "/v1".
/// Errors: no address, another scheme, plain http to the internet, a name and password in it.
Result<RemoteAddress> parseRemoteAddress(const QString& text);

/// Whether a host is this PC or in the own network, judged by its name or number alone.
bool isPrivateHost(const QString& host);

}  // namespace strata::app
