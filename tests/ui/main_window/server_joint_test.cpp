#include "ui/main_window/server_joint.h"

#include <QtTest/QtTest>

#include <QLabel>
#include <QListWidget>
#include <QMenu>

#include "support/fake_server.h"
#include "support/fake_tray.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"
#include "ui/main_window/tray.h"
#include "ui/settings/settings_dialog.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::FakeServerControl;
using strata::testing::FakeTray;
using strata::testing::Script;
using strata::testing::TestWindow;
using strata::testing::WindowSetup;

namespace {

/// The window with a server and a tray.
struct Bench {
    explicit Bench(bool loads = true)
        : window(WindowSetup{.loader = strata::testing::loaderOf({Script().text("a")}),
                             .choice = app::ModelChoice{"/models/Tiny-IQ2-00001-of-00002.GGUF", false},
                             .loads = loads}),
          place(new FakeTray(true)),
          tray({&window.theme, &window.model}, std::unique_ptr<TrayPlace>(place)),
          control(new FakeServerControl),
          joint({.settings = &window.settings,
                 .keys = &window.keys,
                 .engine = &window.engine,
                 .model = &window.model,
                 .controller = &window.controller,
                 .settings_controller = &window.settings_controller,
                 .window = &window.window,
                 .tray = &tray,
                 .load =
                     [this] {
                         ++loads_asked;
                         window.model.load();
                     },
                 .key_file = {}},
                std::unique_ptr<ServerControl>(control)) {
        tray.start();
        joint.start();
    }

    QAction* action() const { return tray.menu()->findChild<QAction*>("trayServer"); }
    NoticeBar* bar() const { return window.find<NoticeBar>("noticeBar"); }
    bool isTold() const { return window.window.notices()->has(Notices::Kind::server); }

    TestWindow window;
    FakeTray* place;  ///< the tray's
    Tray tray;
    FakeServerControl* control;  ///< the joint's
    int loads_asked = 0;
    ServerJoint joint;
};

}  // namespace

class ServerJointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_settings_have_its_page() {
        Bench bench;
        const SettingsDialog dialog(&bench.window.settings_controller);
        const auto* const pages = dialog.findChild<QListWidget*>("settingsPages");
        QCOMPARE(pages->item(SettingsDialog::kServerPage)->text(), "Other apps");
        QCOMPARE(pages->item(pages->count() - 1)->text(), "About");
    }

    void the_tray_turns_it_on_and_shows_that_it_is_on() {
        Bench bench;
        QTRY_VERIFY(bench.window.isIdle());
        QTRY_VERIFY(bench.place->tip.endsWith("Ready"));
        const QImage before = bench.place->icon.pixmap(32).toImage();
        QVERIFY(!bench.action()->isChecked());
        bench.action()->trigger();
        QVERIFY(bench.window.settings.server().on);
        QVERIFY(bench.action()->isChecked());
        QVERIFY(bench.action()->text().endsWith("http://127.0.0.1:8080"));
        QVERIFY(bench.place->tip.contains("Other apps can use the model."));
        const QImage on = bench.place->icon.pixmap(32).toImage();
        QVERIFY(on != before);

        app::ServerSettings far = bench.window.settings.server();
        far.other_devices = true;
        bench.window.settings.set(far);
        QVERIFY(bench.place->tip.contains("Other devices in the network can use the model."));
        QVERIFY(bench.place->icon.pixmap(32).toImage() != on);

        bench.action()->trigger();
        QVERIFY(!bench.window.settings.server().on);
        QCOMPARE(bench.place->icon.pixmap(32).toImage(), before);
        QVERIFY(!bench.place->tip.contains('\n'));
    }

    void a_taken_port_is_told_in_the_window_with_ways_out() {
        Bench bench;
        bench.control->failure = ServerFailure{ServerFailure::Kind::port_taken, 8'080, "nginx", 8'081, {}};
        bench.joint.server()->setOn(true);
        QVERIFY(bench.isTold());
        QTRY_COMPARE(bench.bar()->text(), "Other apps cannot use the model: Port 8080 is used by nginx.");
        QVERIFY(bench.action()->text().contains("Port 8080 is used by nginx."));
        bench.control->failure.reset();
        Q_EMIT bench.bar()->actionPressed();
        QCOMPARE(bench.window.settings.server().port, 8'081);
        QVERIFY(!bench.isTold());

        bench.control->failure = ServerFailure{ServerFailure::Kind::port_taken, 8'081, {}, {}, {}};
        bench.joint.server()->renewKey();
        Q_EMIT bench.bar()->actionPressed();
        const auto* const dialog = bench.window.find<SettingsDialog>("settingsDialog");
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->findChild<QListWidget*>("settingsPages")->currentRow(), SettingsDialog::kServerPage);
        Q_EMIT bench.bar()->secondActionPressed();
        QVERIFY(!bench.window.settings.server().on);
        QVERIFY(!bench.isTold());
    }

    void tells_apps_the_model_by_its_file() {
        Bench bench;
        QTRY_VERIFY(bench.window.isIdle());
        const std::optional<app::api::ModelEntry>& chosen = bench.control->models.chosen;
        QVERIFY(chosen);
        QCOMPARE(chosen->id, std::string("tiny-iq2"));
        QCOMPARE(chosen->context_length, bench.window.engine.status()->context_length);
        QVERIFY(bench.control->models.file.endsWith("Tiny-IQ2-00001-of-00002.GGUF"));
        QCOMPARE(bench.joint.server()->modelId(), "tiny-iq2");
    }

    void a_server_elsewhere_is_not_for_other_apps() {
        Bench bench;
        bench.window.model.setRemote({"other.example", false});
        QVERIFY(!bench.control->models.chosen);
        QVERIFY(bench.control->models.file.isEmpty());
    }

    void loads_the_model_for_an_app_once_and_lets_go_of_it() {
        Bench bench(false);
        QVERIFY(bench.window.model.isOff());
        Q_EMIT bench.control->loadWanted({});
        Q_EMIT bench.control->loadWanted({});
        QCOMPARE(bench.loads_asked, 1);
        QTRY_VERIFY(bench.window.model.isReady());
        Q_EMIT bench.control->loadWanted("tiny-iq2");
        QCOMPARE(bench.loads_asked, 1);
        Q_EMIT bench.control->unloadWanted();
        QTRY_VERIFY(bench.window.model.isOff());
    }

    void answers_of_apps_are_written_as_the_person_has_set() {
        Bench bench;
        app::ModelSettings model = bench.window.settings.model();
        model.thinking = Thinking::high;
        model.temperature = 0.25;
        bench.window.settings.set(model);
        QVERIFY(bench.control->defaults.thinking == Thinking::high);
        QCOMPARE(bench.control->defaults.sampling(Thinking::high).temperature, 0.25F);
    }

    void a_hanging_engine_is_told_once() {
        Bench bench;
        QTRY_VERIFY(bench.window.isIdle());
        bench.window.model.setStuck(true);
        QVERIFY(bench.control->stuck);
        bench.window.model.setStuck(false);
        QVERIFY(!bench.control->stuck);
    }

    void says_so_when_it_came_back() {
        Bench bench;
        bench.joint.server()->setOn(true);
        Q_EMIT bench.joint.server()->cameBack();
        QVERIFY(bench.isTold());
        Q_EMIT bench.bar()->actionPressed();
        QVERIFY(!bench.isTold());
    }
};

STRATA_TEST(ServerJointTest);

#include "server_joint_test.moc"
