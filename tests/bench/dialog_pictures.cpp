#include "bench/dialog_pictures.h"

#include <memory>

#include <QAction>
#include <QFile>
#include <QMenu>
#include <QTemporaryDir>

#include "app/engine_choice.h"
#include "app/log_file.h"
#include "app/pictures/picture_store.h"
#include "app/request_journal.h"
#include "support/fake_tray.h"
#include "support/picture_files.h"
#include "ui/attachments/picture_loader.h"
#include "ui/attachments/picture_viewer.h"
#include "ui/dialogs/measure_dialog.h"
#include "ui/dialogs/pc_measure.h"
#include "ui/dialogs/shorten_dialog.h"
#include "ui/main_window/close_rule.h"
#include "ui/main_window/help_joint.h"
#include "ui/main_window/model_life.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"
#include "ui/main_window/start_notice.h"
#include "ui/main_window/tray.h"
#include "ui/remote/remote_controller.h"

namespace strata::testing {
namespace {

void trigger(TestWindow& test, const char* action) {
    test.window.moreMenu()->findChild<QAction*>(QLatin1String(action))->trigger();
}

void takeAndClose(const PictureFolder& pictures, TestWindow& test, const char* dialog, const QString& name) {
    auto* const shown = test.find(dialog);
    QTRY_VERIFY(shown->isVisible());
    pictures.save(*shown, name);
    shown->close();
}

void takeHelp(const PictureFolder& pictures, TestWindow& test) {
    const QTemporaryDir folder;
    app::LogFile log(folder.path(), app::LogText());
    log.write(LogLevel::info, "engine", QStringLiteral("The model was loaded in 41 s."));
    log.flush();
    app::RequestJournal requests{QString()};
    const ui::HelpJoint help({&test.theme, &test.window, test.window.moreMenu(), &test.model, &test.check,
                              &test.settings_controller, &log, test.window.notices(), &requests});
    for (const auto& [action, dialog, name] : {std::tuple("keysAction", "shortcutDialog", "keyboard-map"),
                                               {"diagnosticsAction", "diagnosticsDialog", "diagnostics"},
                                               {"noticesAction", "noticeLogDialog", "notices"},
                                               {"aboutAction", "aboutDialog", "about"}}) {
        trigger(test, action);
        QTest::qWait(100);  // the log is read
        takeAndClose(pictures, test, dialog, QLatin1String(name));
    }
}

void takeClosing(const PictureFolder& pictures, TestWindow& test) {
    for (const bool has_tray : {true, false}) {
        ui::Tray tray({&test.theme, &test.model}, std::make_unique<FakeTray>(has_tray));
        tray.start();
        ui::CloseRule rule({&test.window, &tray, &test.settings, &test.theme, [] {}, [] { return true; }});
        static_cast<void>(rule.mayClose());
        takeAndClose(pictures, test, has_tray ? "closeBox" : "closeBusyBox",
                     has_tray ? QStringLiteral("close-tray") : QStringLiteral("close-busy"));
        if (has_tray) {
            tray.menu()->popup(QPoint(100, 100));
            pictures.save(*tray.menu(), QStringLiteral("tray-menu"));
            tray.menu()->hide();
        }
    }
}

void takePicture(const PictureFolder& pictures, TestWindow& test) {
    const QTemporaryDir folder;
    app::PictureStore store(folder.path());
    ui::PictureLoader loader(&store);
    const auto hash = store.keepStored(encoded(scene(QSize(1600, 1200)), "png"), app::PictureKeeping::on_disk);
    if (!hash) {
        return;
    }
    ui::PictureViewer viewer(&test.theme, &loader, {*hash, QStringLiteral("cat.png"), 1600, 1200, 1600, 1200},
                             &test.window);
    viewer.show();
    QTest::qWait(300);
    pictures.save(viewer, QStringLiteral("picture-viewer"));
}

/// What asks and tells about speed and room: measuring this PC, before and after, and shortening a chat.
void takeMeasures(const PictureFolder& pictures, TestWindow& test) {
    using ui::PcMeasure;
    PcMeasure measure(
        {&test.engine, [] { return PcMeasure::Setting(); }, [&](const PcMeasure::Setting&) { test.model.load(); }},
        {{1}, {}});
    ui::MeasureDialog dialog(&test.theme, &measure, &test.window);
    dialog.show();
    pictures.save(dialog, QStringLiteral("measure"));
    measure.start();
    static_cast<void>(QTest::qWaitFor([&] { return measure.state() != PcMeasure::State::running; }, 10000));
    pictures.save(dialog, QStringLiteral("measure-done"));
    ui::ShortenDialog shorten(&test.theme, 12, &test.window);
    shorten.show();
    pictures.save(shorten, QStringLiteral("shorten"));
}

/// The window with a notice that somebody has put.
void takeNotice(const PictureFolder& pictures, TestWindow& test, const QString& name) {
    QTest::qWait(50);
    pictures.save(test.window, QStringLiteral("notice-") + name);
}

}  // namespace

void takeDialogs(const PictureFolder& pictures, TestWindow& test) {
    for (const auto& [action, dialog, name] : {std::tuple("parkedAction", "parkedDialog", "parked-dialog"),
                                               {"checkAction", "checkDialog", "check-dialog"},
                                               {"instructionsAction", "instructionsDialog", "instructions"},
                                               {"exportAction", "exportDialog", "export"}}) {
        trigger(test, action);
        takeAndClose(pictures, test, dialog, QLatin1String(name));
    }
    takeHelp(pictures, test);
    takeMeasures(pictures, test);
    takeClosing(pictures, test);
    takePicture(pictures, test);
}

void takeStoreNotices(const PictureFolder& pictures, ui::ThemeChoice theme, int text) {
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("chats-20261129.sqlite"));
    QFile file(copy);
    static_cast<void>(file.open(QIODevice::WriteOnly));
    const QString aside = QStringLiteral("/home/anna/strata/chats-damaged-20261130-120000.sqlite");
    using Trouble = app::ChatStoreTrouble;
    for (const auto& [trouble, name] :
         {std::pair(
              Trouble{Trouble::Kind::damaged, aside, QStringLiteral("database disk image is malformed"), 40, 52, {}},
              "damaged"),
          {Trouble{Trouble::Kind::damaged, aside, QStringLiteral("file is not a database"), 52, 52, copy}, "copy"},
          {Trouble{Trouble::Kind::newer, aside, QStringLiteral("newer"), 0, 0, {}}, "newer"},
          {Trouble{Trouble::Kind::not_kept, {}, QStringLiteral("attempt to write a readonly database"), 0, 0, {}},
           "not-kept"}}) {
        TestWindow test({.loader = loaderOf({answering({"x"})}), .theme = theme, .store_trouble = trouble});
        test.theme.setZoomPercent(text);
        takeNotice(pictures, test, QLatin1String(name));
    }
}

void takeModelNotices(const PictureFolder& pictures, ui::ThemeChoice theme, int text) {
    const app::EngineLoader fails = [](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
        return tl::unexpected(Error{ErrorCode::bad_file, "bad-magic: GGUF expected, found 'PK'"});
    };
    TestWindow test({.loader = fails, .choice = app::ModelChoice{"/models/tiny.gguf", false}, .theme = theme});
    test.theme.setZoomPercent(text);
    while (!test.model.problem()) {
        QTest::qWait(10);
    }
    takeNotice(pictures, test, QStringLiteral("model"));
    ui::Notices* const notices = test.window.notices();
    notices->remove(ui::Notices::Kind::model);
    app::EngineChoice choice(fails);
    ui::RemoteController remote({&test.settings, &test.keys, &choice, &test.model});
    ui::ModelLife life({&test.settings, &test.model, &test.settings_controller, &remote, &test.controller,
                        test.window.composer(), notices});
    ui::StartNotice start({notices, &test.model, &life, [] {}, [] {}});
    start.start({.crashed = true, .while_loading = true, .crashes_lately = 1});
    takeNotice(pictures, test, QStringLiteral("crash"));
}

}  // namespace strata::testing
