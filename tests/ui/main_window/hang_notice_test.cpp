#include "ui/main_window/hang_notice.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using namespace std::chrono_literals;
using strata::testing::Gate;
using strata::testing::Script;
using strata::testing::TestWindow;

class HangNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_engine_that_does_not_stop_is_told_with_a_way_out() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("Half an ans").hangAt(gate).text("wer");
        TestWindow test({script});
        std::chrono::milliseconds now{0};
        int restarts = 0;
        const HangNotice notice({&test.engine, &test.model, test.window.notices(), [&restarts] { ++restarts; }},
                                {.stop = 20s, .look = 1ms}, [&now] { return now; });
        QTRY_VERIFY(test.isIdle());
        test.send("Hi");
        gate->awaitVisitor();
        QTest::keyClick(test.composer(), Qt::Key_Escape);
        now += 21s;
        auto* const bar = test.find<NoticeBar>("noticeBar");
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(bar->text().startsWith("The model stopped answering."));
        QCOMPARE(shownActivity(test.model.activity()), QString("Needs restart"));
        const auto buttons = bar->findChildren<QPushButton*>();
        const auto restart = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
            return button->text() == QString("Restart Strata");
        });
        QVERIFY(restart != buttons.end());
        (*restart)->click();
        QCOMPARE(restarts, 1);

        gate->open();  // it goes on after all
        QTRY_VERIFY(!bar->isVisible());
        QTRY_COMPARE(shownActivity(test.model.activity()), QString("Ready"));
    }
};

STRATA_TEST(HangNoticeTest);

#include "hang_notice_test.moc"
