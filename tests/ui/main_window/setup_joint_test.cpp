#include "ui/main_window/setup_joint.h"

#include <QtTest/QtTest>

#include <QAction>
#include <QComboBox>

#include "support/download_bench.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"
#include "ui/setup/setup_launcher.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;

/// The window with its setup, a server that has one file, and a model folder.
struct JointBench {
    DownloadBench downloads;
    TestWindow window{{answering({"Fine."})}};
    std::unique_ptr<SetupJoint> joint;

    JointBench() {
        app::DownloadSettings settings;
        settings.folder = downloads.folder.path();
        settings.keep_awake = false;
        window.settings.set(settings);
        app::PrivacySettings privacy;
        privacy.proxy = app::ProxyChoice::none;
        window.settings.set(privacy);
        joint = std::make_unique<SetupJoint>(SetupJoint::Parts{.theme = &window.theme,
                                                               .settings = &window.settings,
                                                               .keys = &window.keys,
                                                               .engine = &window.engine,
                                                               .settings_controller = &window.settings_controller,
                                                               .controller = &window.controller,
                                                               .window = &window.window},
                                             downloads.options);
    }
    SetupWizard* wizard() const { return joint->setup()->wizard(); }
    QWidget* bar() const { return window.find("downloadBar"); }
    void press(const char* name) const { wizard()->findChild<QPushButton*>(QLatin1String(name))->click(); }
};

}  // namespace

class SetupJointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_setup_opens_at_the_first_start_and_not_again() {
        JointBench bench;
        bench.joint->start(true);
        QVERIFY(bench.wizard() != nullptr && bench.wizard()->isVisible());
        bench.press("setupPracticeButton");
        QTRY_VERIFY(bench.wizard() == nullptr);
        QVERIFY(bench.window.settings.setup().done);
        bench.joint->start(true);
        QVERIFY(bench.wizard() == nullptr);
    }

    void nothing_opens_by_itself_where_a_model_was_given() {
        JointBench bench;
        bench.joint->start(false);
        QVERIFY(bench.wizard() == nullptr);
    }

    void nothing_opens_before_a_person_who_has_chats() {
        JointBench bench;
        QTRY_VERIFY(bench.window.isIdle());
        bench.window.send("Hello");
        QTRY_VERIFY(bench.window.isIdle() && bench.window.controller.chatList()->rowCount() == 1);
        bench.joint->start(true);
        QVERIFY(bench.wizard() == nullptr);
    }

    void the_menu_opens_it_again() {
        JointBench bench;
        const auto* const menu = bench.window.window.moreMenu();
        auto* const action = menu->findChild<QAction*>("setupAction");
        QVERIFY(action->isVisible());
        action->trigger();
        QVERIFY(bench.wizard() != nullptr);
        menu->findChild<QAction*>("modelsAction")->trigger();
        QVERIFY(bench.window.find("modelsDialog") != nullptr);
    }

    void the_question_of_the_last_page_is_asked() {
        JointBench bench;
        QTRY_VERIFY(bench.window.isIdle());
        bench.joint->setup()->open();
        bench.wizard()->goTo(SetupStep::done);
        bench.press("setupQuestion1");
        QTRY_COMPARE(bench.window.last().text, QString("Fine."));
        QVERIFY(bench.window.chat.at(0).text.contains("refrigerator"));
        QTRY_VERIFY(bench.wizard() == nullptr);
    }

    void the_bottom_line_shows_a_download_and_its_end_is_told() {
        JointBench bench;
        app::SetupSettings setup;
        setup.size = "orig-IQ2_XS";
        bench.window.settings.set(setup);
        QVERIFY(!bench.bar()->isVisible());
        bench.downloads.options.silence = std::chrono::hours(1);
        const auto gate = std::make_shared<std::atomic<bool>>(false);
        bench.downloads.server.script([gate](const FileRequest& request) {
            FileReply reply;
            reply.silent = request.method == "GET" && !*gate;
            return reply;
        });
        bench.joint->downloads()->start({bench.downloads.file}, bench.downloads.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(bench.bar()->isVisible(), kPatience);
        QCOMPARE(bench.bar()->geometry().bottom(), bench.window.window.rect().bottom());
        *gate = true;
        QTRY_VERIFY_WITH_TIMEOUT(!bench.bar()->isVisible(), kPatience);
        QVERIFY(bench.downloads.got() == bench.downloads.content);
        QTRY_VERIFY(bench.window.window.notices()->has(Notices::Kind::download));
        for (QPushButton* const button : bench.window.window.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == "Try it") {
                button->click();
                break;
            }
        }
        QVERIFY(bench.wizard() != nullptr);
        QCOMPARE(bench.wizard()->step(), SetupStep::trial);
    }

    void a_download_of_an_earlier_start_goes_on() {
        JointBench bench;
        app::ResumeRecord record;
        record.file = bench.downloads.file;
        record.sha256 = bench.downloads.file.sha256;
        QVERIFY(QDir(bench.downloads.folder.path()).mkpath(bench.downloads.file.folder));
        QVERIFY(app::writeResumeRecord(app::recordPath(bench.downloads.path()), record));
        bench.joint->start(false);
        QTRY_VERIFY_WITH_TIMEOUT(bench.downloads.got() == bench.downloads.content, kPatience);
    }

    void the_dialog_behind_the_line_sets_the_limit() {
        JointBench bench;
        bench.window.find<QPushButton>("downloadDetailsButton")->click();
        auto* const limit = bench.window.find<QComboBox>("downloadLimit");
        QVERIFY(limit != nullptr);
        limit->setCurrentIndex(limit->findData(5));
        Q_EMIT limit->activated(limit->currentIndex());
        QCOMPARE(bench.window.settings.downloads().limit_mb, 5);
    }
};

STRATA_TEST(SetupJointTest);

#include "setup_joint_test.moc"
