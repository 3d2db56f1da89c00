#include "ui/setup/move_controller.h"

#include <QtTest/QtTest>

#include <QSignalSpy>

#include "app/downloads/resume_record.h"
#include "support/download_bench.h"
#include "support/small_catalog.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;

/// A finished model file in the folder of the settings.
struct MoveBench {
    DownloadBench bench;
    app::Settings settings{QString()};
    std::unique_ptr<app::DownloadManager> manager = bench.manager();
    app::KnownPlaces places;
    const QTemporaryDir other;
    MoveController move{&settings, manager.get(), places};

    MoveBench() {
        put(bench.path(), bench.content);
        app::FinishMark mark;
        mark.bytes = bench.content.size();
        mark.sha256 = bench.file.sha256;
        QVERIFY(app::writeFinishMark(app::finishMarkPath(bench.path()), mark));
        app::DownloadSettings downloads;
        downloads.folder = bench.folder.path();
        settings.set(downloads);
        app::ModelSettings model;
        model.model = bench.path();
        settings.set(model);
    }
    QString newPath() const { return QDir(other.path()).filePath(bench.file.place()); }
};

}  // namespace

class MoveControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_settings_follow_the_files() {
        MoveBench test;
        test.move.start(test.other.path());
        QVERIFY(test.move.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!test.move.isRunning(), kPatience);
        QVERIFY2(!test.move.hasFailed(), qPrintable(test.move.text()));
        QCOMPARE(test.settings.downloads().folder, test.other.path());
        QCOMPARE(test.settings.model().model, test.newPath());
        QCOMPARE(contentOf(test.newPath()), test.bench.content);
        QVERIFY(!QFile::exists(test.bench.path()));
    }

    void nothing_moves_while_something_is_downloaded() {
        MoveBench test;
        app::CatalogFile second = test.bench.fileNamed("second.bin");
        second.sha256 = QByteArray(64, '0');
        test.bench.server.script([](const FileRequest&) {
            FileReply reply;
            reply.silent = true;
            return reply;
        });
        test.manager->start({second}, test.bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(test.manager->state().isOpen(), kPatience);
        test.move.start(test.other.path());
        QVERIFY(!test.move.isRunning());
        QVERIFY(test.move.hasFailed());
        QCOMPARE(test.settings.downloads().folder, test.bench.folder.path());
    }

    void a_folder_that_is_refused_changes_nothing() {
        MoveBench test;
        const QString inside = test.other.path() + "/system";
        app::KnownPlaces places;
        places.temporary = {inside};
        MoveController move(&test.settings, test.manager.get(), places);
        move.start(inside + "/models");
        QTRY_VERIFY_WITH_TIMEOUT(!move.isRunning(), kPatience);
        QVERIFY(move.hasFailed());
        QCOMPARE(test.settings.downloads().folder, test.bench.folder.path());
        QVERIFY(QFile::exists(test.bench.path()));
    }
};

STRATA_TEST(MoveControllerTest);

#include "move_controller_test.moc"
