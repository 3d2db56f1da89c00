#include "app/hardware/system_check.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/hardware/running_programs.h"
#include "app/hardware/volumes.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

void put(const QString& path, const QByteArray& text) {
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

SystemFacts scriptedFacts() {
    SystemFacts facts;
    facts.system.name = "Scripted";
    return facts;
}

}  // namespace

class SystemCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reports_the_facts_on_the_callers_thread() {
        SystemCheck check(scriptedFacts);
        QVERIFY(check.facts() == nullptr);
        const QSignalSpy ended(&check, &SystemCheck::finished);
        check.start();
        check.start();  // while one runs, its end counts
        QVERIFY(check.isRunning());
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(!check.isRunning());
        QCOMPARE(check.facts()->system.name, QString("Scripted"));
        check.start();
        QTRY_COMPARE(ended.count(), 2);
    }

    void this_pc_has_memory_cores_and_a_disk() {
        const SystemFacts facts = readSystemFacts();
        QVERIFY(facts.hardware.ram_bytes > 0);
        QVERIFY(facts.hardware.available_ram_bytes > 0);
        QVERIFY(facts.hardware.physical_cores >= 1);
        QVERIFY(facts.system.family != SystemFamily::other);
        QVERIFY(facts.volumes.size() > 0);
        QVERIFY(facts.volumes[0].total_bytes >= facts.volumes[0].free_bytes);
    }

    void a_path_that_is_not_there_lies_on_the_drive_of_what_is() {
        const QTemporaryDir folder;
        const auto there = volumeOf(folder.path());
        const auto below = volumeOf(folder.filePath("not/yet/there"));
        QVERIFY(there && below);
        QCOMPARE(below->root, there->root);
    }

#ifndef _WIN32
    void a_partition_is_of_its_disks_kind() {
        const QTemporaryDir sys;
        put(sys.filePath("devices/sda/queue/rotational"), "1\n");
        put(sys.filePath("devices/sda/sda1/partition"), "1\n");
        put(sys.filePath("devices/nvme0n1/queue/rotational"), "0\n");
        QVERIFY(QDir().mkpath(sys.filePath("dev/block")));
        QVERIFY(QFile::link(sys.filePath("devices/sda/sda1"), sys.filePath("dev/block/8:1")));
        QVERIFY(QFile::link(sys.filePath("devices/nvme0n1"), sys.filePath("dev/block/259:0")));
        QCOMPARE(driveKindIn(sys.path(), 8, 1), DriveKind::hard_disk);
        QCOMPARE(driveKindIn(sys.path(), 259, 0), DriveKind::ssd);
        QCOMPARE(driveKindIn(sys.path(), 7, 7), DriveKind::unknown);
    }

    void processes_of_one_program_count_together() {
        const QTemporaryDir proc;
        put(proc.filePath("10/status"), "Name:\tfirefox\nVmRSS:\t  2048 kB\n");
        put(proc.filePath("11/status"), "Name:\tfirefox\nVmRSS:\t  1024 kB\n");
        put(proc.filePath("12/status"), "Name:\tgame\nVmRSS:\t  2500 kB\n");
        put(proc.filePath("13/status"), "Name:\tkthread\n");
        put(proc.filePath("14/status"), "Name:\tstrata\nVmRSS:\t 99999 kB\n");
        put(proc.filePath("15/status"), "Name:\tmail\nVmRSS:\t 100 kB\n");
        put(proc.filePath("self/status"), "Name:\tnobody\nVmRSS:\t 99999 kB\n");
        const auto programs = biggestProgramsIn(proc.path(), 2, 14);
        QCOMPARE(programs.size(), std::size_t{2});
        QCOMPARE(programs[0], (ProgramMemory{"firefox", 3072 * 1024}));
        QCOMPARE(programs[1], (ProgramMemory{"game", 2500 * 1024}));
    }
#endif
};

STRATA_TEST(SystemCheckTest);

#include "system_check_test.moc"
