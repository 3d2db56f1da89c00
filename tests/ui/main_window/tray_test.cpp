#include "ui/main_window/tray.h"

#include <QtTest/QtTest>

#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>

#include "support/fake_tray.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/answer_notifier.h"
#include "ui/main_window/autostart_joint.h"
#include "ui/main_window/close_rule.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::FakeTray;
using strata::testing::Gate;
using strata::testing::Script;
using strata::testing::TestWindow;

namespace {

/// The window with a tray, and what happens when it is closed.
struct Bench {
    explicit Bench(bool has_tray, Script script = answering({"Hello"}))
        : window({std::move(script)}),
          place(new FakeTray(has_tray)),
          tray({&window.theme, &window.model}, std::unique_ptr<TrayPlace>(place)),
          rule({&window.window, &tray, &window.settings, &window.theme, [this] { ++quits; },
                [this] { return window.controller.isAnswering(); }}) {
        tray.start();
    }
    ~Bench() { QGuiApplication::setQuitOnLastWindowClosed(true); }

    QAction* action(const char* name) const { return tray.menu()->findChild<QAction*>(QLatin1String(name)); }
    void set(app::CloseAction action) {
        app::GeneralSettings general = window.settings.general();
        general.close_button = action;
        window.settings.set(general);
    }

    TestWindow window;
    FakeTray* place;  ///< the tray's
    Tray tray;
    int quits = 0;
    CloseRule rule;
};

}  // namespace

class TrayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_tip_and_the_menu_say_the_same_word_as_the_window() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.event(Resumed{}).reading(38, 100).waitAt(gate).text("a");
        Bench bench(true, script);
        QTRY_COMPARE(bench.place->tip, QString("Strata – Ready"));
        const QImage idle = bench.place->icon.pixmap(32).toImage();
        bench.window.send("Hi");
        QTRY_COMPARE(bench.place->tip, QString("Strata – Reading 38 %"));
        QCOMPARE(bench.action("trayState")->text(), QString("Reading 38 %"));
        QVERIFY(bench.place->icon.pixmap(32).toImage() != idle);
        gate->open();
        QTRY_COMPARE(bench.place->tip, QString("Strata – Ready"));
        QCOMPARE(bench.place->icon.pixmap(32).toImage(), idle);
    }

    void everything_is_in_the_menu() {
        Bench bench(true);
        QSignalSpy open(&bench.tray, &Tray::openWanted);
        QSignalSpy chat(&bench.tray, &Tray::newChatWanted);
        QSignalSpy settings(&bench.tray, &Tray::settingsWanted);
        QSignalSpy quit(&bench.tray, &Tray::quitWanted);
        for (const char* const name : {"trayOpen", "trayNewChat", "traySettings", "trayQuit"}) {
            bench.action(name)->trigger();
        }
        QCOMPARE(open.size() + chat.size() + settings.size() + quit.size(), 4);
    }

    void says_how_far_a_download_is_and_pauses_it() {
        Bench bench(true);
        QTRY_COMPARE(bench.place->tip, QString("Strata – Ready"));
        const QImage idle = bench.place->icon.pixmap(32).toImage();
        QVERIFY(!bench.action("trayDownload")->isVisible());
        app::DownloadState state;
        state.phase = app::DownloadPhase::reading;
        state.bytes_total = 200;
        state.bytes_done = 77;
        bench.tray.showDownload(state);
        QCOMPARE(bench.place->tip, QString("Strata – Ready · downloading, 38 %"));
        QVERIFY(bench.place->icon.pixmap(32).toImage() != idle);
        QCOMPARE(bench.action("trayDownload")->text(), QString("Pause download"));
        QSignalSpy pause(&bench.tray, &Tray::pauseDownloadWanted);
        QSignalSpy resume(&bench.tray, &Tray::resumeDownloadWanted);
        bench.action("trayDownload")->trigger();
        QCOMPARE(pause.size(), 1);
        state.phase = app::DownloadPhase::paused;
        bench.tray.showDownload(state);
        QCOMPARE(bench.place->tip, QString("Strata – Ready · download paused, 38 %"));
        QCOMPARE(bench.place->icon.pixmap(32).toImage(), idle);
        bench.action("trayDownload")->trigger();
        QCOMPARE(resume.size(), 1);
        state.phase = app::DownloadPhase::stopped;
        bench.tray.showDownload(state);
        QCOMPARE(bench.place->tip, QString("Strata – Ready · the download needs you"));
        bench.tray.showDownload({});
        QCOMPARE(bench.place->tip, QString("Strata – Ready"));
        QVERIFY(!bench.action("trayDownload")->isVisible());
    }

    void frees_the_memory_and_loads_again() {
        Bench bench(true);
        QTRY_VERIFY(bench.window.model.isReady());
        QCOMPARE(bench.action("trayModel")->text(), QString("Free the memory of the model"));
        bench.action("trayModel")->trigger();
        QTRY_VERIFY(bench.window.model.isOff());
        QCOMPARE(bench.action("trayModel")->text(), QString("Load the model"));
        bench.action("trayModel")->trigger();
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void without_a_tray_there_is_no_icon() {
        Bench bench(false);
        QVERIFY(!bench.tray.isVisible());
        QVERIFY(bench.place->menu == nullptr);
    }

    void the_close_button_asks_once_and_remembers_data() {
        QTest::addColumn<QString>("button");
        QTest::addColumn<app::CloseAction>("remembered");
        QTest::newRow("hide") << "closeHideButton" << app::CloseAction::hide;
        QTest::newRow("quit") << "closeQuitButton" << app::CloseAction::quit;
    }

    void the_close_button_asks_once_and_remembers() {
        QFETCH(QString, button);
        QFETCH(app::CloseAction, remembered);
        Bench bench(true);
        QVERIFY(!bench.rule.mayClose());
        auto* const box = bench.window.window.findChild<QMessageBox*>("closeBox");
        QVERIFY(box != nullptr);
        box->findChild<QPushButton*>(button)->click();
        QCOMPARE(bench.window.settings.general().close_button, remembered);
        QCOMPARE(bench.quits, remembered == app::CloseAction::quit ? 1 : 0);
        QCOMPARE(bench.window.window.isVisible(), remembered == app::CloseAction::quit);
    }

    void the_first_time_it_says_where_the_window_went() {
        Bench bench(true);
        bench.set(app::CloseAction::hide);
        QVERIFY(!bench.rule.mayClose());
        QVERIFY(!bench.window.window.isVisible());
        QVERIFY(!QGuiApplication::quitOnLastWindowClosed());
        QCOMPARE(bench.place->told.size(), 1);
        bench.window.window.bringToFront();
        QVERIFY(bench.window.window.isVisible());
        QVERIFY(QGuiApplication::quitOnLastWindowClosed());
        QVERIFY(!bench.rule.mayClose());
        QCOMPARE(bench.place->told.size(), 1);
    }

    void without_a_tray_nothing_is_hidden() {
        Bench bench(false);
        QVERIFY(bench.rule.mayClose());  // nothing to ask
        bench.set(app::CloseAction::hide);
        QVERIFY(!bench.rule.mayClose());
        QVERIFY(bench.window.window.isMinimized());
        bench.set(app::CloseAction::quit);
        QVERIFY(bench.rule.mayClose());
    }

    void without_a_tray_it_is_asked_while_something_would_be_cut_off() {
        Bench bench(false, Script().untilStopped());
        bench.window.send("Hi");
        QTRY_VERIFY(bench.window.controller.isAnswering());
        QVERIFY(!bench.rule.mayClose());
        auto* const box = bench.window.find<QMessageBox>("closeBusyBox");
        QVERIFY(box != nullptr);
        box->findChild<QPushButton*>("closeSmallButton")->click();
        QVERIFY(bench.window.window.isMinimized());
        QCOMPARE(bench.quits, 0);
        QVERIFY(bench.window.controller.isAnswering());
        bench.window.controller.stop();
        QTRY_VERIFY(bench.rule.mayClose());
    }

    void a_long_answer_is_told_where_nobody_looks_by_its_title_alone() {
        Bench bench(true, answering({"The secret is 42"}));
        bool in_front = false;
        AnswerNotifier notifier({&bench.window.controller, &bench.window.settings, &bench.tray, &bench.window.window,
                                 [&in_front] { return in_front; }});
        QSignalSpy wanted(&notifier, &AnswerNotifier::chatWanted);
        const auto end = [&bench](std::chrono::milliseconds took) {
            Q_EMIT bench.window.controller.answerEnded("some-chat", "About secrets", took);
        };
        end(std::chrono::seconds(19));
        in_front = true;
        end(std::chrono::seconds(21));
        QVERIFY(bench.place->told.isEmpty());
        in_front = false;
        end(std::chrono::seconds(21));
        QCOMPARE(bench.place->told, QStringList("The answer is there: About secrets"));
        Q_EMIT bench.place->messagePressed();
        QCOMPARE(wanted.size(), 1);
        app::GeneralSettings general = bench.window.settings.general();
        general.notifications = false;
        bench.window.settings.set(general);
        end(std::chrono::seconds(21));
        QCOMPARE(bench.place->told.size(), 1);
    }

    void an_answer_tells_that_it_ended_and_how_long_it_took() {
        Bench bench(false);
        QSignalSpy ended(&bench.window.controller, &ChatController::answerEnded);
        bench.window.send("What is a list?");
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended[0][0].value<ConversationId>(), bench.window.controller.currentChat());
        QCOMPARE(ended[0][1].toString(), QString("What is a list?"));
    }

    void starting_with_the_computer_is_what_the_system_says() {
        const QTemporaryDir folder;
        const app::Autostart entry("/opt/strata/strata-desktop", folder.path());
        app::Settings settings{QString()};
        AutostartJoint joint(&settings, entry);
        QSignalSpy settled(&joint, &AutostartJoint::settled);
        QTRY_COMPARE(settled.size(), 1);
        QVERIFY(!settings.general().start_with_computer);
        app::GeneralSettings general;
        general.start_with_computer = true;
        settings.set(general);
        QTRY_COMPARE(settled.size(), 2);
        QVERIFY(entry.isOn());
        QVERIFY(settings.general().start_with_computer);

        app::Settings other{QString()};  // as after a change in the system's own settings
        const AutostartJoint later(&other, entry);
        QTRY_VERIFY(other.general().start_with_computer);
    }

    void what_the_system_refuses_is_taken_back() {
        const QTemporaryDir folder;
        QFile in_the_way(folder.filePath("autostart"));
        QVERIFY(in_the_way.open(QIODevice::WriteOnly));
        app::Settings settings{QString()};
        AutostartJoint joint(&settings, app::Autostart("/opt/strata/strata-desktop", folder.filePath("autostart")));
        QSignalSpy settled(&joint, &AutostartJoint::settled);
        QSignalSpy failed(&joint, &AutostartJoint::failed);
        QTRY_COMPARE(settled.size(), 1);
        app::GeneralSettings general;
        general.start_with_computer = true;
        settings.set(general);
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!settings.general().start_with_computer);
    }
};

STRATA_TEST(TrayTest);

#include "tray_test.moc"
