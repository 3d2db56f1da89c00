#include "ui/main_window/language_notice.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::TestWindow;

class LanguageNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void another_language_is_offered_at_once_and_no_longer_when_it_is_taken_back() {
        TestWindow test({answering({"Hello"})});
        int restarts = 0;
        const LanguageNotice notice({&test.settings, test.window.notices(), [&restarts] { ++restarts; }});
        const auto choose = [&test](const QString& language) {
            app::GeneralSettings general = test.settings.general();
            general.language = language;
            test.settings.set(general);
        };
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
};

STRATA_TEST(LanguageNoticeTest);

#include "language_notice_test.moc"
