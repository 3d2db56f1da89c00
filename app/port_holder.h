#pragma once

#include <optional>

#include <QString>

namespace strata::app {

/// Why a port cannot be had, if it cannot.
enum class PortState { is_free, taken, forbidden };

/// Whether a server could open the port now. Takes a moment.
PortState portState(int port);

/// The name of the program that listens on a port of this PC; none: nobody does, or the system does not tell. May take
/// long: it looks through all processes.
std::optional<QString> programAtPort(int port);

/// The same from a folder like Linux' /proc.
std::optional<QString> programAtPortIn(const QString& proc, int port);

/// The next port above that nobody has; none: there is none near.
std::optional<int> freePortAbove(int port);

}  // namespace strata::app
