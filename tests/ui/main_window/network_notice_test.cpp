#include "ui/main_window/network_notice.h"

#include <QtTest/QtTest>

#include <atomic>
#include <mutex>

#include <QLabel>
#include <QPushButton>

#include "support/fake_server.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using app::ServerSettings;
using app::api::NetworkMark;
using app::api::NetworkPlace;
using strata::testing::Script;
using strata::testing::ServerBench;
using strata::testing::TestWindow;

namespace {

/// A PC that comes from one network into another, with a server that other devices may ask.
struct Bench {
    Bench()
        : window({Script().text("a")}), notice({&server.server, window.window.notices()}, [this] {
              const std::lock_guard lock(mutex);
              ++looks;
              return places;
          }) {
        server.server.start();
    }

    void open() {
        server.set([](ServerSettings& settings) { settings.on = settings.other_devices = true; });
    }
    /// Comes into these networks, and waits until that was seen.
    void go(std::vector<NetworkPlace> to) {
        {
            const std::lock_guard lock(mutex);
            places = std::move(to);
        }
        look();
    }
    /// A second look begins when the first one was taken.
    void look() {
        const int enough = looks + 2;
        QTRY_VERIFY(([&] {
            notice.look();
            return looks >= enough;
        }()));
    }
    bool isTold() const { return window.window.notices()->has(Notices::Kind::network); }

    std::mutex mutex;
    std::vector<NetworkPlace> places{{"home", "Home", NetworkMark::own}};
    std::atomic<int> looks{0};
    ServerBench server;
    TestWindow window;
    NetworkNotice notice;
};

const NetworkPlace kAirport{"airport", "Free Airport", NetworkMark::open};
const NetworkPlace kOffice{"10.1.0.0/16", "10.1.0.0/16", NetworkMark::unknown};
const NetworkPlace kSomewhere{"10.2.0.0/16", "10.2.0.0/16", NetworkMark::unknown};

}  // namespace

class NetworkNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void coming_into_a_network_of_strangers_is_told_with_the_way_out() {
        Bench bench;
        bench.open();
        bench.look();
        QVERIFY(!bench.isTold());
        bench.go({kAirport});
        QTRY_VERIFY(bench.isTold());
        QVERIFY(bench.window.told().contains("Free Airport"));
        QVERIFY(bench.window.told().contains("nothing is encrypted"));
        bench.window.pressOnNotice("Only this PC");
        QVERIFY(!bench.server.settings.server().other_devices);
        QVERIFY(bench.server.settings.server().on);
        QVERIFY(!bench.isTold());
    }

    void a_network_of_strangers_is_told_also_when_the_program_starts_there() {
        Bench bench;
        bench.places = {kAirport};
        bench.open();
        QTRY_VERIFY(bench.isTold());
        bench.window.pressOnNotice("I trust it");
        bench.look();
        QVERIFY(!bench.isTold());
    }

    void without_a_mark_the_first_network_is_the_one_it_was_turned_on_for() {
        Bench bench;
        bench.places = {kOffice};
        bench.open();
        bench.look();
        QVERIFY(!bench.isTold());
        bench.go({kSomewhere});
        QTRY_VERIFY(bench.isTold());
        QVERIFY(bench.window.told().contains("another network"));
        bench.go({kOffice});
        QTRY_VERIFY(!bench.isTold());
    }

    void nobody_looks_while_only_this_pc_can_ask() {
        Bench bench;
        bench.places = {kAirport};
        bench.server.set([](ServerSettings& settings) { settings.on = true; });
        bench.notice.look();
        QCoreApplication::processEvents();
        QCOMPARE(bench.looks, 0);
        QVERIFY(!bench.isTold());
    }
};

STRATA_TEST(NetworkNoticeTest);

#include "network_notice_test.moc"
