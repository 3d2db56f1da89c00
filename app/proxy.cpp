#include "app/proxy.h"

#include <QNetworkProxy>
#include <QNetworkProxyFactory>

namespace strata::app {

void applyProxy(const PrivacySettings& settings, const QString& password) {
    if (settings.proxy == ProxyChoice::system) {
        QNetworkProxyFactory::setUseSystemConfiguration(true);
        return;
    }
    QNetworkProxy proxy(QNetworkProxy::NoProxy);
    if (settings.proxy == ProxyChoice::by_hand && !settings.proxy_host.isEmpty()) {
        proxy = QNetworkProxy(QNetworkProxy::HttpProxy, settings.proxy_host, static_cast<quint16>(settings.proxy_port),
                              settings.proxy_user, password);
    }
    QNetworkProxyFactory::setUseSystemConfiguration(false);
    QNetworkProxy::setApplicationProxy(proxy);
}

}  // namespace strata::app
