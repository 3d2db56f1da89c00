#include "ui/main_window/other_app_notice.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::Gate;
using strata::testing::Script;
using strata::testing::TestWindow;

namespace {

/// A window whose model answers another app, until the gate opens or it is stopped, and then the person.
struct Bench {
    explicit Bench(const std::vector<Script>& next = {Script().text("for you")})
        : window(scripts(next)),
          notice({&window.engine, &window.controller, window.window.notices()}, [this] { return time; }) {}

    std::vector<Script> scripts(const std::vector<Script>& next) const {
        std::vector<Script> all{Script().text("for the app").waitAt(gate).text(" more")};
        all.insert(all.end(), next.begin(), next.end());
        return all;
    }
    app::RequestId askAsApp() {
        const app::RequestId id = window.engine.worker()->newId();
        window.engine.worker()->submit(app::QueuedRequest{id, {}, {}, app::Asker::program});
        return id;
    }
    bool isTold() const { return window.window.notices()->has(Notices::Kind::other_app); }

    std::chrono::milliseconds time{1'000};
    std::shared_ptr<Gate> gate = std::make_shared<Gate>();
    TestWindow window;
    OtherAppNotice notice;
};

}  // namespace

class OtherAppNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_message_that_waits_for_another_app_says_so_and_can_end_that() {
        Bench bench;
        QTRY_VERIFY(bench.window.isIdle());
        const app::RequestId id = bench.askAsApp();
        QSignalSpy ended(&bench.window.engine, &app::EngineThread::finished);
        bench.gate->awaitVisitor();
        QVERIFY(!bench.isTold());
        bench.window.send("Hi");
        QTRY_VERIFY(bench.isTold());
        QVERIFY(bench.window.find<NoticeBar>("noticeBar")->isVisible());
        bench.window.pressOnNotice("Stop the other app");
        QTRY_VERIFY(bench.window.isIdle());
        QCOMPARE(ended[0][0].value<app::RequestId>(), id);
        QVERIFY(ended[0][1].value<GenerationSummary>().reason == FinishReason::cancelled);
        QCOMPARE(bench.window.last().text, "for you");
        QVERIFY(!bench.isTold());
    }

    void who_would_rather_wait_is_not_told_again() {
        Bench bench;
        QTRY_VERIFY(bench.window.isIdle());
        bench.askAsApp();
        bench.gate->awaitVisitor();
        bench.window.send("Hi");
        QTRY_VERIFY(bench.isTold());
        bench.window.pressOnNotice("Wait");
        QVERIFY(!bench.isTold());
        bench.askAsApp();  // behind
        QCoreApplication::processEvents();
        QVERIFY(!bench.isTold());
        bench.gate->open();
        QTRY_COMPARE(bench.window.last().text, "for you");
        QVERIFY(!bench.isTold());
    }

    void how_long_it_will_take_is_known_from_those_before() {
        const auto second = std::make_shared<Gate>();
        Bench bench({Script().waitAt(second).text("for the other app"), Script().text("for you")});
        QTRY_VERIFY(bench.window.isIdle());
        const QSignalSpy ended(&bench.window.engine, &app::EngineThread::finished);
        const QSignalSpy submitted(&bench.window.engine, &app::EngineThread::submitted);
        bench.askAsApp();
        bench.gate->awaitVisitor();
        QTRY_COMPARE(submitted.size(), 1);
        QVERIFY(!bench.notice.expectedWait());  // nothing to tell it from
        bench.time += std::chrono::seconds(20);
        bench.gate->open();
        QTRY_COMPARE(ended.size(), 1);
        bench.askAsApp();
        second->awaitVisitor();
        QTRY_COMPARE(submitted.size(), 2);
        bench.time += std::chrono::seconds(5);
        QCOMPARE(*bench.notice.expectedWait(), std::chrono::seconds(15));
        bench.window.send("Hi");
        QTRY_VERIFY(bench.isTold());
        bench.window.pressOnNotice("Wait about 15 s");
        bench.time += std::chrono::seconds(30);
        QVERIFY(!bench.notice.expectedWait());  // longer than they usually do
        second->open();
        QTRY_COMPARE(bench.window.last().text, "for you");
    }

    void it_goes_when_the_other_app_has_its_answer() {
        Bench bench;
        QTRY_VERIFY(bench.window.isIdle());
        bench.askAsApp();
        bench.gate->awaitVisitor();
        bench.window.send("Hi");
        QTRY_VERIFY(bench.isTold());
        bench.gate->open();
        QTRY_VERIFY(!bench.isTold());
        QTRY_VERIFY(bench.window.isIdle());
    }
};

STRATA_TEST(OtherAppNoticeTest);

#include "other_app_notice_test.moc"
