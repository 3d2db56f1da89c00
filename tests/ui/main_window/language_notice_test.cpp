#include "ui/main_window/language_notice.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::Script;
using strata::testing::TestWindow;

namespace {

void chooseLanguage(TestWindow& test, const QString& language) {
    app::GeneralSettings general = test.settings.general();
    general.language = language;
    test.settings.set(general);
}

}  // namespace

class LanguageNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void another_language_is_offered_at_once_and_no_longer_when_it_is_taken_back() {
        TestWindow test({answering({"Hello"})});
        int restarts = 0;
        const LanguageNotice notice(
            {&test.settings, test.window.notices(), &test.controller, [&restarts] { ++restarts; }});
        const auto choose = [&test](const QString& language) { chooseLanguage(test, language); };
        auto* const bar = test.find<NoticeBar>("noticeBar");
        choose("de");
        QVERIFY(bar->isVisible());
        choose("");
        QVERIFY(!bar->isVisible());
        choose("de");
        Q_EMIT bar->actionPressed();
        QCOMPARE(restarts, 1);
        Q_EMIT bar->secondActionPressed();
        QVERIFY(!bar->isVisible());
    }

    void an_answer_that_runs_is_finished_first() {
        const auto gate = std::make_shared<Gate>();
        TestWindow test({Script().text("Hel").waitAt(gate).text("lo")});
        int restarts = 0;
        const LanguageNotice notice(
            {&test.settings, test.window.notices(), &test.controller, [&restarts] { ++restarts; }});
        QTRY_VERIFY(test.isIdle());
        test.send("Hi");
        gate->awaitVisitor();
        chooseLanguage(test, "de");
        auto* const bar = test.find<NoticeBar>("noticeBar");
        Q_EMIT bar->actionPressed();
        QCOMPARE(restarts, 0);
        QVERIFY(bar->text().contains("when the answer is finished"));
        gate->open();
        QTRY_COMPARE(restarts, 1);
        QCOMPARE(test.last().text, "Hello");
    }
};

STRATA_TEST(LanguageNoticeTest);

#include "language_notice_test.moc"
