#include "app/proxy.h"

#include <QtTest/QtTest>

#include <QNetworkProxy>
#include <QNetworkProxyFactory>

#include "support/test_registry.h"

using namespace strata::app;

class ProxyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void by_hand_it_is_as_the_person_says() {
        PrivacySettings settings;
        settings.proxy = ProxyChoice::by_hand;
        settings.proxy_host = "proxy.example";
        settings.proxy_port = 3'128;
        settings.proxy_user = "me";
        applyProxy(settings, "s3cret");
        const QNetworkProxy proxy = QNetworkProxy::applicationProxy();
        QCOMPARE(proxy.type(), QNetworkProxy::HttpProxy);
        QCOMPARE(proxy.hostName(), "proxy.example");
        QCOMPARE(proxy.port(), quint16{3'128});
        QCOMPARE(proxy.password(), "s3cret");
    }

    void none_and_an_address_without_a_host_are_no_proxy() {
        PrivacySettings settings;
        settings.proxy = ProxyChoice::none;
        applyProxy(settings, {});
        QCOMPARE(QNetworkProxy::applicationProxy().type(), QNetworkProxy::NoProxy);
        QVERIFY(!QNetworkProxyFactory::usesSystemConfiguration());
        settings.proxy = ProxyChoice::by_hand;
        applyProxy(settings, {});
        QCOMPARE(QNetworkProxy::applicationProxy().type(), QNetworkProxy::NoProxy);
    }

    void the_systems_is_asked_for_when_it_is_needed() {
        applyProxy(PrivacySettings{}, {});
        QVERIFY(QNetworkProxyFactory::usesSystemConfiguration());
        QNetworkProxyFactory::setUseSystemConfiguration(false);
    }
};

STRATA_TEST(ProxyTest);

#include "proxy_test.moc"
