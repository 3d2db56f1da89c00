/// Pictures of the program's windows, to be looked at: one PNG per window, in the look that the options name. Text
/// sizes and languages are options; the scale of the screen is the environment's QT_SCALE_FACTOR. The setup has its
/// own: setup_pictures.

#include <QApplication>
#include <QDir>
#include <QTabBar>
#include <QtTest/QtTest>

#include <CLI/CLI.hpp>

#include "app/engine_choice.h"
#include "bench/dialog_pictures.h"
#include "bench/picture_folder.h"
#include "support/fake_server.h"
#include "support/test_window.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/server_joint.h"
#include "ui/remote/remote_controller.h"
#include "ui/remote/remote_dialog.h"
#include "ui/server/request_list_dialog.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_dialog.h"
#include "ui/style/program_style.h"

namespace {

using namespace strata;
using namespace strata::testing;

constexpr const char* kAnswer =
    "An **index** is a sorted list beside the table, like the one at the end of a book. With it, finding a row takes "
    "about $\\log_2 n$ steps instead of $n$.\n\n"
    "| Rows | Without | With |\n|---:|---:|---:|\n| 1,000 | 1,000 | 10 |\n| 1,000,000 | 1,000,000 | 20 |\n\n"
    "```sql\nCREATE INDEX by_name ON people (name);\nSELECT * FROM people WHERE name = 'Nadia';\n```\n\n"
    "- It costs room on the disk.\n- Writing is a little slower.\n\nMore is on the "
    "[page about query planning](https://www.sqlite.org/queryplanner.html).";

std::vector<Script> conversation() {
    Script first;
    first.reading(0, 412).reading(412, 412).reasoning("The reader wants a picture of an index. ").text(kAnswer);
    return {first, answering({"Yes. ", "Each index is one more list that has to be kept in order."}),
            answering({"إنّ الفهرس قائمة مرتبة بجانب الجدول، مثل فهرس الكتاب."}),
            Script().text("It begins well").fail(ErrorCode::out_of_memory, "out of memory"), answering({"Good."})};
}

void chat(TestWindow& test) {
    for (const char* const message :
         {"What does an index in a database do?", "Is there a price for having many of them?", "قل ذلك بالعربية",
          "And the opposite?"}) {
        test.send(QString::fromUtf8(message));
        while (!test.isIdle()) {
            QTest::qWait(10);
        }
    }
    for (const char* const message : {"Names for a grey cat", "Explain compound interest", "Write a birthday card"}) {
        test.controller.newChat();
        test.send(QString::fromUtf8(message));
        while (!test.isIdle()) {
            QTest::qWait(10);
        }
    }
}

/// What lies in and beside the chat when somebody looks for something, or changes a message.
void takeStates(const PictureFolder& pictures, TestWindow& test) {
    test.composer()->setFocus();
    QTest::keyClick(&test.window, Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("index"));
    QTest::keyClick(&test.window, Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("index"));
    QTest::qWait(400);  // the search runs beside the window
    pictures.save(test.window, QStringLiteral("window-search"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    test.composer()->setFocus();
    QTest::keyClick(test.composer(), Qt::Key_Up);
    QTest::qWait(100);
    pictures.save(test.window, QStringLiteral("window-edit"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
}

/// The page about other apps: while the server is on, and when its port is taken.
void takeServer(TestWindow& test, const PictureFolder& pictures) {
    auto owned = std::make_unique<FakeServerControl>();
    FakeServerControl* const control = owned.get();
    ui::ServerJoint joint({.settings = &test.settings,
                           .keys = &test.keys,
                           .engine = &test.engine,
                           .model = &test.model,
                           .controller = &test.controller,
                           .settings_controller = &test.settings_controller,
                           .window = &test.window,
                           .tray = nullptr,
                           .load = [] {},
                           .key_file = {}},
                          std::move(owned));
    app::api::RequestStanding running;
    running.api = "messages";
    running.phase = app::api::RequestStanding::Phase::writing;
    running.tokens_per_second = 61;
    control->work = {2, {running}};
    joint.start();
    joint.server()->setOn(true);
    ui::SettingsDialog settings(&test.settings_controller, &test.window);
    settings.resize(settings.width(), 1'150 * test.theme.zoomPercent() / 100);
    settings.show();
    settings.showPage(ui::SettingsDialog::kServerPage);
    pictures.save(settings, QStringLiteral("settings-server"));
    app::ServerSettings server = test.settings.server();
    server.other_devices = true;
    control->failure = ui::ServerFailure{ui::ServerFailure::Kind::port_taken, 8'080, "nginx", 8'081, {}};
    test.settings.set(server);
    pictures.save(settings, QStringLiteral("settings-server-problem"));
    pictures.save(test.window, QStringLiteral("window-server-problem"));
    const QDateTime now(QDate(2026, 1, 2), QTime(10, 42, 5));
    Q_EMIT control->requestEnded({now, "OpenAI/Python", "chat", 412, 0, 96, 2.4, "stop"});
    Q_EMIT control->requestEnded({now.addSecs(31), "claude-cli", "messages", 28'340, 27'900, 812, 14.2, "tool_calls"});
    Q_EMIT control->requestEnded({now.addSecs(50), {}, "responses", 0, 0, 0, 0.02, "queue_full"});
    ui::RequestListDialog list(&test.theme, joint.server(), &test.window);
    list.show();
    pictures.save(list, QStringLiteral("request-list"));
}

void takeWindow(const PictureFolder& pictures, ui::ThemeChoice theme, int text, QSize size) {
    TestWindow test({.loader = loaderOf(conversation()), .theme = theme});
    test.theme.setZoomPercent(text);
    test.window.resize(size);
    while (!test.isIdle()) {
        QTest::qWait(10);
    }
    pictures.save(test.window, "window-empty");
    chat(test);
    test.controller.openChat(test.controller.chatList()->idAt(test.controller.chatList()->rowCount() - 1));
    QTest::qWait(50);
    pictures.save(test.window, "window-chat-end");
    test.composer()->setFocus();
    QTest::keyClick(test.window.findChild<QWidget*>("chatView"), Qt::Key_Home);
    QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
    QTest::qWait(200);
    pictures.save(test.window, "window-meters");
    test.window.resize(640, 480);
    QTest::qWait(50);
    pictures.save(test.window, "window-smallest");
    test.window.resize(size);
    takeStates(pictures, test);
    auto* const menu = test.find<ui::MoreMenu>("moreMenu");
    menu->popup(test.window.mapToGlobal(QPoint(300, 40)));
    pictures.save(*menu, "more-menu");
    menu->hide();
    takeDialogs(pictures, test);
    ui::SettingsDialog settings(&test.settings_controller, &test.window);
    settings.show();
    for (int page = 0; page < settings.pageCount(); ++page) {
        settings.showPage(page);
        pictures.save(settings, QStringLiteral("settings-%1").arg(page + 1));
    }
    settings.hide();
    takeServer(test, pictures);
    app::EngineChoice choice(loaderOf({answering({"x"})}));
    ui::RemoteController remote({&test.settings, &test.keys, &choice, &test.model});
    ui::RemoteDialog dialog(&test.theme, &remote, &test.window);
    dialog.show();
    pictures.save(dialog, "remote-dialog");
}

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QApplication::setStyle(new ui::ProgramStyle);
    std::string folder = "pictures", theme = "light", language = "en";
    int text = 100, width = 1200, height = 800;
    CLI::App options("Pictures of the program's windows");
    options.add_option("--out", folder, "folder");
    options.add_option("--theme", theme, "light, dark or high-contrast");
    options.add_option("--text", text, "size of the text, per cent");
    options.add_option("--width", width);
    options.add_option("--height", height);
    options.add_option("--language", language, "en, de, or x-rtl: right to left, long and accented");
    CLI11_PARSE(options, argc, argv);

    const ui::Translations translations(QString::fromStdString(language));
    const auto choice = theme == "dark"            ? ui::ThemeChoice::dark
                        : theme == "high-contrast" ? ui::ThemeChoice::high_contrast
                                                   : ui::ThemeChoice::light;
    QDir().mkpath(QString::fromStdString(folder));
    const PictureFolder pictures(
        QDir(QString::fromStdString(folder)),
        QStringLiteral("%1-%2-%3")
            .arg(QString::fromStdString(theme), QString::number(text), QString::fromStdString(language)));
    takeWindow(pictures, choice, text, QSize(width, height));
    takeStoreNotices(pictures, choice, text);
    takeModelNotices(pictures, choice, text);
    return 0;
}
