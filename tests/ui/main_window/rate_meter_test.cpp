#include "ui/main_window/rate_meter.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;
using namespace std::chrono_literals;

class RateMeterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void is_unknown_until_something_was_counted() {
        RateMeter meter;
        QCOMPARE(meter.perSecond(), std::nullopt);
        meter.restart(1000ms, 50);
        QCOMPARE(meter.perSecond(), std::nullopt);
        meter.add(1500ms, 50);
        QCOMPARE(meter.perSecond(), std::nullopt);
        meter.add(2000ms, 130);
        QCOMPARE(meter.perSecond(), std::optional(80.0));
    }

    void looks_back_two_seconds_and_no_further() {
        RateMeter meter;
        meter.restart(0ms, 0);
        meter.add(500ms, 1000);
        for (int i = 2; i <= 8; ++i) {
            meter.add(i * 500ms, 1000 + static_cast<quint64>(i - 1) * 10);
        }
        QCOMPARE(meter.perSecond(), std::optional(20.0));
    }

    void a_restart_forgets_what_was_before() {
        RateMeter meter;
        meter.restart(0ms, 0);
        meter.add(500ms, 1000);
        meter.restart(600ms, 1000);
        meter.add(1100ms, 1020);
        QCOMPARE(meter.perSecond(), std::optional(40.0));
    }
};

STRATA_TEST(RateMeterTest);

#include "rate_meter_test.moc"
