#include <QtTest/QtTest>

#include <tuple>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include "app/run_marker.h"
#include "support/test_registry.h"

using strata::app::LastRun;
using strata::app::RunMarker;

namespace {

constexpr int kPatience = 60'000;  // milliseconds; a busy machine takes its time

/// The real program with a data folder of its own.
class Running {
public:
    explicit Running(const QString& folder, const QStringList& words = {}) : folder_(folder) {
        process_.setProgram(QStringLiteral(STRATA_DESKTOP));
        process_.setArguments(QStringList{"--data", folder} + words);
        process_.start();
    }
    ~Running() {
        process_.kill();
        process_.waitForFinished();
    }

    QProcess* operator->() { return &process_; }
    /// It has the data folder.
    bool runs() const { return QFile::exists(folder_ + QStringLiteral("/last-run")); }
    bool ends() { return process_.state() == QProcess::NotRunning || process_.waitForFinished(kPatience); }

private:
    const QString folder_;
    QProcess process_;
};

LastRun lastRun(const QTemporaryDir& folder) {
    return RunMarker(folder.filePath("last-run")).lastRun();
}

}  // namespace

class ProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_second_start_shows_the_first_and_ends() {
        const QTemporaryDir folder;
        Running first(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(first.runs(), kPatience);
        Running second(folder.path());
        QVERIFY(second.ends());
        QCOMPARE(second->exitStatus(), QProcess::NormalExit);
        QCOMPARE(second->exitCode(), 0);
        QCOMPARE(first->state(), QProcess::Running);
    }

    void a_signal_ends_it_as_it_should() {
        const QTemporaryDir folder;
        Running program(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs(), kPatience);
        program->terminate();
        QVERIFY(program.ends());
        QCOMPARE(program->exitStatus(), QProcess::NormalExit);
        QCOMPARE(program->exitCode(), 0);
        QVERIFY(!lastRun(folder).crashed);
        QVERIFY(QFile::exists(folder.filePath("logs/strata.log")));
    }

    void a_sudden_death_is_remembered() {
        const QTemporaryDir folder;
        Running program(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(program.runs(), kPatience);
        program->kill();
        QVERIFY(program.ends());
        QVERIFY(lastRun(folder).crashed);
    }

    void a_value_that_makes_no_sense_is_named_with_what_is_allowed() {
        for (const auto& [option, value, allowed] :
             {std::tuple("--theme", "pink", "light, dark, high-contrast or system"),
              {"--size", "big", "width x height"}, {"--threads", "-3", "a whole number from 1"}}) {
            const QTemporaryDir folder;
            Running program(folder.path(), {option, value});
            QVERIFY(program.ends());
            QCOMPARE(program->exitCode(), 2);
            const QString said = QString::fromUtf8(program->readAllStandardError());
            QVERIFY2(said.contains(option) && said.contains(value) && said.contains(allowed), qPrintable(said));
        }
    }

    void says_how_its_window_keeps_up() {
        const QTemporaryDir folder;
        const QString trace = folder.filePath("trace.jsonl");
        const QString picture = folder.filePath("window.png");
        Running program(folder.path(), {"--ui-trace", trace, "--screenshot", picture});
        QVERIFY(program.ends());
        QCOMPARE(program->exitCode(), 0);
        QFile file(trace);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        const QJsonObject whole = QJsonDocument::fromJson(lines.last()).object();
        QCOMPARE(whole["part"].toString(), QString("whole"));
        QVERIFY(whole["stretches"].toInt() > 0);
    }
};

STRATA_TEST(ProgramTest);

#include "program_test.moc"
