#include "app/remote/remote_address.h"

#include <array>
#include <utility>

#include <QHostAddress>
#include <QStringList>

namespace strata::app {
namespace {

constexpr int kHttpPort = 80;
constexpr int kHttpsPort = 443;

tl::unexpected<Error> refused(std::string message) {
    return tl::unexpected(Error{ErrorCode::invalid_argument, std::move(message)});
}

bool isPrivateNumber(const QHostAddress& address) {
    constexpr std::array kNetworks{"10.0.0.0/8",    "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
                                   "100.64.0.0/10", "fc00::/7",      "fe80::/10"};
    if (address.isLoopback()) {
        return true;
    }
    for (const char* const network : kNetworks) {
        if (address.isInSubnet(QHostAddress::parseSubnet(QLatin1String(network)))) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool isPrivateHost(const QString& host) {
    QHostAddress address;
    if (address.setAddress(host)) {
        return isPrivateNumber(address);
    }
    const QString name = host.toLower();
    for (const char* const ending : {".localhost", ".local", ".lan", ".home.arpa", ".internal"}) {
        if (name.endsWith(QLatin1String(ending))) {
            return true;
        }
    }
    return !name.isEmpty() && !name.contains(u'.');  // "localhost", "workstation"
}

QUrl RemoteAddress::endpoint(const QString& path) const {
    QUrl url = base;
    url.setPath(base.path() + path);
    return url;
}

QString RemoteAddress::host() const {
    const int usual = is_plain ? kHttpPort : kHttpsPort;
    const QString name = base.host().contains(u':') ? u'[' + base.host() + u']' : base.host();
    return base.port(usual) == usual ? name : QStringLiteral("%1:%2").arg(name, QString::number(base.port()));
}

bool RemoteAddress::isPrivate() const {
    return isPrivateHost(base.host());
}

Result<RemoteAddress> parseRemoteAddress(const QString& text) {
    QString typed = text.trimmed();
    if (typed.isEmpty()) {
        return refused("there is no address");
    }
    if (!typed.contains(QLatin1String("://"))) {
        const QUrl guess(QStringLiteral("http://") + typed);
        typed = (isPrivateHost(guess.host()) ? QStringLiteral("http://") : QStringLiteral("https://")) + typed;
    }
    RemoteAddress address;
    address.base = QUrl(typed, QUrl::StrictMode);
    const QString scheme = address.base.scheme().toLower();
    if (!address.base.isValid() || address.base.host().isEmpty()) {
        return refused("this is not an address of a server, such as https://server.example/v1");
    }
    if (scheme != QLatin1String("http") && scheme != QLatin1String("https")) {
        return refused("the address must begin with https:// or http://");
    }
    if (!address.base.userInfo().isEmpty()) {
        return refused("a name or password does not belong in the address; put the key into its own field");
    }
    address.is_plain = scheme == QLatin1String("http");
    if (address.is_plain && !address.isPrivate()) {
        return refused("plain http would send everything readable over the internet; use an address with https://");
    }
    address.base.setQuery(QString());
    address.base.setFragment(QString());
    QString path = address.base.path();
    while (path.endsWith(u'/')) {
        path.chop(1);
    }
    // Some servers' pages name the whole way to the endpoint.
    for (const char* const ending : {"/chat/completions", "/models"}) {
        if (path.endsWith(QLatin1String(ending))) {
            path.chop(QLatin1String(ending).size());
        }
    }
    address.base.setPath(path.isEmpty() ? QStringLiteral("/v1") : path);
    return address;
}

}  // namespace strata::app
