#pragma once

#include <QHostAddress>

namespace strata::app::api {

/// Whether an address is one of the internet: not of this machine, its network, a provider's inner network, not for
/// many, not for examples, not reserved; also if it is such an address in the clothes of another kind.
bool isPublicAddress(const QHostAddress& address);

}  // namespace strata::app::api
