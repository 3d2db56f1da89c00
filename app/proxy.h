#pragma once

#include <QLatin1String>
#include <QString>

#include "app/settings.h"

namespace strata::app {

/// Name of the proxy's password in the key store.
inline constexpr QLatin1String kProxyPassword("proxy");

/// Lets all network access of this program go through the proxy that is set. An address by hand without a host counts
/// as none. Automatic settings of the system are asked for when a connection is made, by whoever makes it.
void applyProxy(const PrivacySettings& settings, const QString& password);

}  // namespace strata::app
