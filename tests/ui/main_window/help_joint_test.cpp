#include "ui/main_window/help_joint.h"

#include <QtTest/QtTest>

#include <set>

#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QShortcut>
#include <QTemporaryDir>

#include "app/log_file.h"
#include "app/request_journal.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/dialogs/diagnostics_dialog.h"
#include "ui/dialogs/shortcut_dialog.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::TestWindow;

namespace {

struct Bench {
    Bench()
        : window({answering({"Hello"})}),
          log(folder.path(), app::LogText()),
          help({&window.theme, &window.window, window.window.moreMenu(), &window.model, &window.check,
                &window.settings_controller, &log, window.window.notices(), &requests}) {}

    QDialog* dialog(const char* name) const { return window.find<QDialog>(name); }

    QTemporaryDir folder;
    TestWindow window;
    app::LogFile log;
    app::RequestJournal requests{QString()};
    HelpJoint help;
};

}  // namespace

class HelpJointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_keyboard_map_names_every_key_of_the_window() {
        const Bench bench;
        std::set<QString> named;
        for (const KeyGroup& group : keyMap()) {
            for (const KeyLine& line : group.lines) {
                for (const QKeySequence& keys : line.keys) {
                    named.insert(keys.toString());
                }
            }
        }
        for (const QShortcut* const shortcut : bench.window.window.findChildren<QShortcut*>()) {
            QVERIFY2(named.count(shortcut->key().toString()) == 1, qPrintable(shortcut->key().toString()));
        }
    }

    void opens_with_f1_and_from_the_menu() {
        Bench bench;
        QTest::keyClick(&bench.window.window, Qt::Key_F1);
        QVERIFY(bench.dialog("shortcutDialog") != nullptr);
        for (const auto& [action, dialog] :
             {std::pair{"diagnosticsAction", "diagnosticsDialog"}, std::pair{"aboutAction", "aboutDialog"},
              std::pair{"noticesAction", "noticeLogDialog"}}) {
            auto* const entry = bench.window.window.moreMenu()->findChild<QAction*>(QLatin1String(action));
            QVERIFY(entry != nullptr);
            entry->trigger();
            QVERIFY(bench.dialog(dialog) != nullptr);
            QVERIFY(bench.dialog(dialog)->isVisible());
        }
    }

    void about_says_what_left_this_pc() {
        Bench bench;
        bench.help.showAbout();
        QVERIFY(bench.dialog("aboutDialog")->findChild<QLabel*>("offlineBadge")->text().startsWith("Offline"));
        delete bench.dialog("aboutDialog");
        app::OutsideRequest request =
            app::requestTo(QUrl("https://a.example/file?key=secret"), app::RequestReason::download);
        request.bytes_received = 3'200'000'000;
        bench.requests.note(request);
        bench.help.showAbout();
        QVERIFY(!bench.dialog("aboutDialog")->findChild<QLabel*>("offlineBadge")->text().startsWith("Offline"));
        const QString line = bench.dialog("aboutDialog")->findChild<QLabel*>("requestLine")->text();
        QVERIFY2(line.contains("https://a.example/file") && line.contains("3.2 GB"), qPrintable(line));
        QVERIFY(!line.contains("secret"));
    }

    void what_was_said_can_be_read_later() {
        Bench bench;
        Notices* const notices = bench.window.window.notices();
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::neutral, "Loading, 12 s left", {}, {}, {}, {}});
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::neutral, "Loading, 11 s left", {}, {}, {}, {}});
        notices->remove(Notices::Kind::chat);
        bench.window.window.moreMenu()->findChild<QAction*>("noticesAction")->trigger();
        auto* const list = bench.dialog("noticeLogDialog")->findChild<QListWidget*>("noticeLog");
        QCOMPARE(list->count(), 1);  // numbers that change are no news
        QVERIFY(list->item(0)->text().contains("Loading, 12 s left"));
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::error, "It broke", {}, {}, {}, {}});
        QCOMPARE(list->count(), 2);
        QVERIFY(list->item(0)->text().contains("It broke"));
    }

    void diagnostics_show_every_line_that_is_saved_and_nothing_of_the_chats() {
        Bench bench;
        bench.window.send("My secret question");
        QTRY_VERIFY(bench.window.isIdle());
        bench.log.write(LogLevel::info, "program", "something happened");
        bench.log.flush();
        bench.help.showDiagnostics();
        auto* const dialog = qobject_cast<DiagnosticsDialog*>(bench.dialog("diagnosticsDialog"));
        auto* const text = dialog->findChild<QPlainTextEdit*>("diagnosticsText");
        QTRY_VERIFY(text->toPlainText().contains("something happened"));
        QVERIFY(!text->toPlainText().contains("secret"));
        QSignalSpy saved(dialog, &DiagnosticsDialog::saved);
        const QString path = bench.folder.filePath("diagnose é.txt");
        dialog->saveAs(path);
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(saved[0][0].toBool());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), text->toPlainText() + '\n');
    }

    void a_place_that_cannot_be_written_is_said() {
        Bench bench;
        bench.help.showDiagnostics();
        auto* const dialog = qobject_cast<DiagnosticsDialog*>(bench.dialog("diagnosticsDialog"));
        QSignalSpy saved(dialog, &DiagnosticsDialog::saved);
        dialog->saveAs("/proc/no/such/place.txt");
        QTRY_COMPARE(saved.size(), 1);
        QVERIFY(!saved[0][0].toBool());
    }
};

STRATA_TEST(HelpJointTest);

#include "help_joint_test.moc"
