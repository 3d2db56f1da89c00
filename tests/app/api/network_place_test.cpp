#include "app/api/network_place.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

namespace strata::app::api {
namespace {

QNetworkAddressEntry at(const char* address, int bits) {
    QNetworkAddressEntry entry;
    entry.setIp(QHostAddress(QLatin1String(address)));
    entry.setPrefixLength(bits);
    return entry;
}

}  // namespace

class NetworkPlaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_private_network_is_known_again_and_nobody_knows_whose_it_is() {
        const auto places = placesOf({at("192.168.178.20", 24), at("192.168.178.21", 24), at("10.1.2.3", 9)});
        QCOMPARE(places.size(), std::size_t{2});
        QVERIFY((places[0] == NetworkPlace{"192.168.178.0/24", "192.168.178.0/24", NetworkMark::unknown}));
        QCOMPARE(places[1].id, "10.0.0.0/9");
        QVERIFY(placesOf({at("192.168.178.99", 24)})[0] == places[0]);
    }

    void an_address_of_the_internet_is_open_to_all() {
        const auto places = placesOf({at("93.184.216.34", 24)});
        QCOMPARE(places.size(), std::size_t{1});
        QVERIFY((places[0] == NetworkPlace{"93.184.216.34", "93.184.216.34", NetworkMark::open}));
    }

    void addresses_that_reach_nobody_are_no_network() {
        QVERIFY(placesOf({at("127.0.0.1", 8), at("169.254.3.4", 16)}).empty());
    }
};

STRATA_TEST(NetworkPlaceTest);

}  // namespace strata::app::api

#include "network_place_test.moc"
