#include "app/remote/remote_address.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

class RemoteAddressTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void completes_what_was_typed_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("base");
        QTest::newRow("own network") << "192.168.1.20:8000"
                                     << "http://192.168.1.20:8000/v1";
        QTest::newRow("this PC") << "localhost:8080"
                                 << "http://localhost:8080/v1";
        QTest::newRow("name in the network") << "workstation:8080/v1/"
                                             << "http://workstation:8080/v1";
        QTest::newRow("internet") << "api.example.com"
                                  << "https://api.example.com/v1";
        QTest::newRow("own path") << "https://example.com/llm/v2"
                                  << "https://example.com/llm/v2";
        QTest::newRow("whole endpoint") << " https://example.com/v1/chat/completions?x=1#y "
                                        << "https://example.com/v1";
        QTest::newRow("IPv6") << "http://[::1]:8080"
                              << "http://[::1]:8080/v1";
    }
    void completes_what_was_typed() {
        QFETCH(const QString, typed);
        QFETCH(const QString, base);
        const auto address = parseRemoteAddress(typed);
        QVERIFY2(address, address ? "" : address.error().message.c_str());
        QCOMPARE(address->base.toString(), base);
    }

    void refuses_what_is_unsafe_or_no_address_data() {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"", "   ", "http://example.com/v1", "http://8.8.8.8", "ftp://localhost",
                                  "file:///etc", "https://me:secret@example.com", "http://", "https://exa mple.com"}) {
            QTest::newRow(typed[0] == '\0' ? "empty" : typed) << QString(typed);
        }
    }
    void refuses_what_is_unsafe_or_no_address() {
        QFETCH(const QString, typed);
        const auto address = parseRemoteAddress(typed);
        QVERIFY(!address);
        QVERIFY(!address.error().message.empty());
        QVERIFY(address.error().message.find("secret") == std::string::npos);
    }

    void knows_the_own_network() {
        for (const char* host :
             {"localhost", "127.0.0.1", "127.8.8.8", "::1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
              "169.254.1.1", "fd00::1", "fe80::1", "nas", "nas.local", "pc.lan"}) {
            QVERIFY2(isPrivateHost(host), host);
        }
        for (const char* host : {"8.8.8.8", "172.32.0.1", "172.15.0.1", "192.169.0.1", "11.0.0.1", "2001:db8::1",
                                 "example.com", "localhost.example.com", "10.0.0.1.example.com", ""}) {
            QVERIFY2(!isPrivateHost(host), host);
        }
    }

    void a_host_is_named_with_its_port_if_that_is_unusual() {
        QCOMPARE(parseRemoteAddress("https://example.com")->host(), QString("example.com"));
        QCOMPARE(parseRemoteAddress("https://example.com:443/v1")->host(), QString("example.com"));
        QCOMPARE(parseRemoteAddress("localhost:8080")->host(), QString("localhost:8080"));
        QCOMPARE(parseRemoteAddress("http://[::1]:8080")->host(), QString("[::1]:8080"));
    }
};

STRATA_TEST(RemoteAddressTest);

#include "remote_address_test.moc"
