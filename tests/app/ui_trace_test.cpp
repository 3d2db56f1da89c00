#include "app/ui_trace.h"

#include <QtTest/QtTest>

#include <numeric>

#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QThread>

#include "support/test_registry.h"

using strata::app::UiTrace;
using strata::app::UiTraceFile;

namespace {

/// Keeps the window's thread busy, as bad code would.
void block(std::chrono::milliseconds time) {
    QThread::msleep(static_cast<unsigned long>(time.count()));
}

/// A loop that waits between events, as the program's does.
void runLoop(std::chrono::milliseconds time) {
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

QList<QJsonObject> linesOf(const QString& path) {
    QFile file(path);
    QList<QJsonObject> lines;
    if (file.open(QIODevice::ReadOnly)) {
        while (!file.atEnd()) {
            lines.append(QJsonDocument::fromJson(file.readLine()).object());
        }
    }
    return lines;
}

}  // namespace

class UiTraceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void notices_a_long_block() {
        const UiTrace trace;
        QTimer::singleShot(1, this, [] {
            const UiTrace::Stretch event;
            const UiTrace::Stretch inner;
            block(std::chrono::milliseconds(80));
        });
        runLoop(std::chrono::milliseconds(150));
        const UiTrace::Report report = trace.report();
        QCOMPARE(report.stretches, 1);
        QVERIFY(report.longest_block_ms >= 80);
        QVERIFY(report.longest_gap_ms >= 70);
        QVERIFY(report.gaps_over_50_ms >= 1);
        QVERIFY(report.blocks[7] + report.blocks[8] + report.blocks[9] + report.blocks[10] >= 1);  // over 50 ms
    }

    void every_stretch_is_in_the_histogram() {
        const UiTrace trace;
        for (int i = 0; i < 5; ++i) {
            const UiTrace::Stretch event;
        }
        const UiTrace::Report report = trace.report();
        QCOMPARE(report.stretches, 5);
        QCOMPARE(std::accumulate(report.blocks.begin(), report.blocks.end(), 0), report.stretches);
    }

    void forgets_what_was_before() {
        UiTrace trace;
        {
            const UiTrace::Stretch event;
            block(std::chrono::milliseconds(60));
        }
        QVERIFY(trace.report().longest_block_ms >= 60);
        trace.restart();
        QVERIFY(trace.report().longest_block_ms < 60);
    }

    void the_file_has_lines_for_seconds_and_one_for_all() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("trace.jsonl");
        {
            const UiTraceFile file(path);
            QVERIFY(file.isOpen());
            QTRY_VERIFY(!linesOf(path).isEmpty());
        }
        const QList<QJsonObject> lines = linesOf(path);
        QCOMPARE(lines.first()["part"].toString(), QString("second"));
        QCOMPARE(lines.last()["part"].toString(), QString("whole"));
        QVERIFY(lines.last()["seconds"].toDouble() >= lines.first()["seconds"].toDouble());
        QVERIFY(lines.last()["blocks_ms"].toObject().contains("to_50"));
    }

    void a_file_that_cannot_be_written_is_said() {
        const QTemporaryDir folder;
        QVERIFY(!UiTraceFile(folder.filePath("no/such/folder/trace.jsonl")).isOpen());
    }
};

STRATA_TEST(UiTraceTest);

#include "ui_trace_test.moc"
