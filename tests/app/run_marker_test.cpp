#include "app/run_marker.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using strata::app::LastRun;
using strata::app::RunMarker;

namespace {

const QDateTime kNow = QDateTime::fromSecsSinceEpoch(1'800'000'000);

/// A program that starts, does something and dies.
LastRun crash(const QString& path, const QDateTime& when, RunMarker::Phase phase = RunMarker::Phase::running) {
    RunMarker marker(path, when);
    marker.setPhase(phase);
    return marker.lastRun();
}

}  // namespace

class RunMarkerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void the_first_run_follows_no_crash() {
        const RunMarker marker(path(), kNow);
        QVERIFY(!marker.lastRun().crashed);
        QCOMPARE(marker.lastRun().crashes_lately, 0);
    }

    void a_run_that_said_goodbye_did_not_crash() {
        {
            RunMarker marker(path(), kNow);
            marker.setPhase(RunMarker::Phase::loading);
            marker.end();
            marker.setPhase(RunMarker::Phase::running);  // a thread that is late changes nothing
        }
        QVERIFY(!RunMarker(path(), kNow).lastRun().crashed);
    }

    void a_run_that_died_is_noticed_with_what_it_did() {
        crash(path(), kNow);
        const LastRun running = crash(path(), kNow.addSecs(5), RunMarker::Phase::loading);
        QVERIFY(running.crashed);
        QVERIFY(!running.while_loading);
        const LastRun loading = RunMarker(path(), kNow.addSecs(9)).lastRun();
        QVERIFY(loading.crashed);
        QVERIFY(loading.while_loading);
        QCOMPARE(loading.crashes_lately, 2);
    }

    void a_loaded_model_is_no_longer_loading() {
        {
            RunMarker marker(path(), kNow);
            marker.setPhase(RunMarker::Phase::loading);
            marker.setPhase(RunMarker::Phase::running);
        }
        QVERIFY(!RunMarker(path(), kNow).lastRun().while_loading);
    }

    void crashes_of_long_ago_do_not_count() {
        crash(path(), kNow);
        crash(path(), kNow.addSecs(1));
        crash(path(), kNow.addSecs(2));
        QCOMPARE(RunMarker(path(), kNow.addSecs(3)).lastRun().crashes_lately, RunMarker::kTooMany);
        QCOMPARE(RunMarker(path(), kNow.addSecs(700)).lastRun().crashes_lately, 1);
    }

    void a_marker_that_makes_no_sense_is_no_crash() {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"state\": 7, \"crashes\": \"many\"");
        file.close();
        QVERIFY(!RunMarker(path(), kNow).lastRun().crashed);
        QVERIFY(RunMarker(path(), kNow).lastRun().crashed);  // the one above did not end
    }

    void without_a_place_nothing_is_kept() {
        RunMarker marker(QString(), kNow);
        QVERIFY(marker.setPhase(RunMarker::Phase::loading));
        QVERIFY(!marker.lastRun().crashed);
    }

private:
    QString path() const { return folder_->filePath("last-run"); }

    std::unique_ptr<QTemporaryDir> folder_;
};

STRATA_TEST(RunMarkerTest);

#include "run_marker_test.moc"
