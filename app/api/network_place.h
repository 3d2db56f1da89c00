#pragma once

#include <vector>

#include <QList>
#include <QNetworkAddressEntry>
#include <QString>
#include <QStringList>

namespace strata::app::api {

/// Whose network this is, as the system marks it.
enum class NetworkMark {
    unknown,  ///< the system does not say
    own,      ///< of the person or their company
    open,     ///< of strangers, or the internet itself
};

/// A network that this PC is in.
struct NetworkPlace {
    QString id;    ///< the same whenever this PC comes back
    QString name;  ///< for people
    NetworkMark mark = NetworkMark::unknown;

    bool operator==(const NetworkPlace&) const = default;
};

/// The networks that this PC is in. Takes a moment. Windows says which ones strangers are in. Elsewhere nobody does for
/// sure; there only an address of the internet itself is known to be open to all.
std::vector<NetworkPlace> networkPlaces();

/// The same by addresses alone.
std::vector<NetworkPlace> placesOf(const QList<QNetworkAddressEntry>& addresses);

/// The IPv4 addresses under which others in these networks find a server at this port, as "http://…".
QStringList networkAddresses(int port);

}  // namespace strata::app::api
