#include "ui/main_window/start_notice.h"

#include <QtTest/QtTest>

#include "app/engine_choice.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/model_life.h"
#include "ui/main_window/notices.h"
#include "ui/remote/remote_controller.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::loaderOf;
using strata::testing::TestWindow;
using strata::testing::WindowSetup;

namespace {

/// The window as it is at the start: nothing is loaded yet.
struct Bench {
    explicit Bench(const app::LastRun& last, bool built_in = false, app::LoadMoment moment = app::LoadMoment::on_typing)
        : window(WindowSetup{.loader = loaderOf({answering({"Hello"})}),
                             .choice = app::ModelChoice{"/models/tiny.gguf", built_in},
                             .loads = false}),
          choice([](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
              return tl::unexpected(Error{ErrorCode::internal, "unused"});
          }),
          remote({&window.settings, &window.keys, &choice, &window.model}),
          life({&window.settings, &window.model, &window.settings_controller, &remote, &window.controller,
                window.window.composer(), window.window.notices()}),
          notice({window.window.notices(), &window.model, &life, [this] { ++settings_shown; },
                  [this] { ++diagnostics_shown; }}) {
        app::GeneralSettings general;
        general.load = moment;
        window.settings.set(general);
        notice.start(last);
    }

    NoticeBar* bar() const { return window.find<NoticeBar>("noticeBar"); }
    QPushButton* button(const QString& text) const {
        for (QPushButton* const button : bar()->findChildren<QPushButton*>()) {
            if (button->text() == text && button->isVisible()) {
                return button;
            }
        }
        return nullptr;
    }
    bool isOff() const { return window.model.isOff(); }

    TestWindow window;
    app::EngineChoice choice;
    RemoteController remote;
    ModelLife life;
    int settings_shown = 0;
    int diagnostics_shown = 0;
    StartNotice notice;
};

const app::LastRun kFine{};
const app::LastRun kCrashed{.crashed = true, .while_loading = false, .crashes_lately = 1};
const app::LastRun kCrashedLoading{.crashed = true, .while_loading = true, .crashes_lately = 1};
const app::LastRun kCrashedOften{.crashed = true, .while_loading = false, .crashes_lately = 3};

}  // namespace

class StartNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void after_a_good_end_there_is_nothing_to_say() {
        const Bench bench(kFine);
        QVERIFY(!bench.bar()->isVisible());
    }

    void a_model_is_loaded_with_the_first_typing() {
        const Bench bench(kFine);
        QVERIFY(bench.isOff());
        QTest::keyClick(bench.window.composer(), Qt::Key_H);
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void at_the_start_if_that_is_wanted() {
        const Bench bench(kFine, false, app::LoadMoment::at_start);
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void the_practice_model_is_there_from_the_start() {
        const Bench bench(kFine, true);
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void by_hand_typing_loads_nothing_and_sending_does() {
        Bench bench(kFine, true, app::LoadMoment::by_hand);
        QTest::keyClicks(bench.window.composer(), "Hi");
        QVERIFY(bench.isOff());
        QTest::keyClick(bench.window.composer(), Qt::Key_Return);
        QTRY_COMPARE(bench.window.chat.rowCount(), 2);
        QTRY_COMPARE(bench.window.last().text, QString("Hello"));
    }

    void after_a_crash_it_says_so_and_waits_for_a_choice() {
        const Bench bench(kCrashed, true);
        QCOMPARE(bench.bar()->text(), QString("Strata closed unexpectedly. Your chats are safe."));
        QTest::keyClick(bench.window.composer(), Qt::Key_H);
        QVERIFY(bench.isOff());
        bench.button("Open normally")->click();
        QTRY_VERIFY(bench.window.model.isReady());
        QVERIFY(!bench.bar()->isVisible());
    }

    void opened_normally_a_large_model_is_loaded_with_the_first_typing() {
        const Bench bench(kCrashed);
        bench.button("Open normally")->click();
        QVERIFY(bench.isOff());
        QTest::keyClick(bench.window.composer(), Qt::Key_H);
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void without_loading_it_stays_off_until_a_message_is_sent() {
        Bench bench(kCrashed, true);
        bench.button("Open without loading the model")->click();
        QVERIFY(!bench.bar()->isVisible());
        QTest::keyClicks(bench.window.composer(), "Hi");
        QVERIFY(bench.isOff());
        QTest::keyClick(bench.window.composer(), Qt::Key_Return);
        QTRY_COMPARE(bench.window.chat.rowCount(), 2);
        QTRY_COMPARE(bench.window.last().text, QString("Hello"));
    }

    void after_a_crash_while_loading_smaller_settings_are_offered() {
        const Bench bench(kCrashedLoading, false, app::LoadMoment::at_start);
        QVERIFY(bench.isOff());
        QVERIFY(bench.bar()->text().contains("while it was loading"));
        bench.button("Smaller settings…")->click();
        QCOMPARE(bench.settings_shown, 1);
        QVERIFY(bench.bar()->isVisible());
        bench.button("Load the model")->click();
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void after_several_crashes_nothing_is_loaded_by_itself() {
        const Bench bench(kCrashedOften, true, app::LoadMoment::at_start);
        QVERIFY(bench.isOff());
        QVERIFY(bench.bar()->text().contains("several times"));
        bench.button("Diagnostics…")->click();
        QCOMPARE(bench.diagnostics_shown, 1);
    }
};

STRATA_TEST(StartNoticeTest);

#include "start_notice_test.moc"
