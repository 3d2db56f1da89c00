#include "ui/main_window/check_notice.h"

#include <QtTest/QtTest>

#include "strata/cache_check.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

class CheckNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_message_that_waits_for_the_check_says_so_and_the_check_can_be_stopped() {
        const auto gate = std::make_shared<Gate>();
        ScriptedCheck check;
        for (const CacheCheckScenario& scenario : cache_check_scenarios()) {
            check.results.push_back({scenario.name, true, {}, 4, 3});
        }
        check.gate = gate;
        TestWindow test(WindowSetup{.loader = loaderOf({answering({"Hello"})}, nullptr, nullptr, check)});
        QTRY_VERIFY(test.isIdle());
        auto* const bar = test.find<NoticeBar>("noticeBar");
        test.check.start();
        QVERIFY(!bar->isVisible());
        test.send("Hi");
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(bar->text().contains("The check is running"));
        bar->findChild<QPushButton*>()->click();
        gate->open();
        QTRY_VERIFY(!test.check.isRunning());
        QTRY_COMPARE(test.last().text, QString("Hello"));
        QVERIFY(!bar->isVisible());
    }
};

STRATA_TEST(CheckNoticeTest);

#include "check_notice_test.moc"
