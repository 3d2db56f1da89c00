#include "app/hardware/folder_check.h"

#include <QtTest/QtTest>

#include <limits>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

/// A folder of its own, with places that do not count it as temporary.
struct Bench {
    Bench() {
        places.program = folder.filePath("program");
        places.temporary = {folder.filePath("temp")};
        places.home = folder.filePath("home");
        QDir().mkpath(places.program);
        QDir().mkpath(places.temporary[0]);
        QDir().mkpath(places.home);
    }

    FolderVerdict verdict(const QString& path) const { return judgeFolder(readFolderFacts(path, places)); }

    const QTemporaryDir folder;
    KnownPlaces places;
};

FolderFacts factsWith(DriveKind kind, const QString& file_system = "ext4") {
    FolderFacts facts;
    facts.path = "/data/models";
    facts.volume = VolumeFacts{"/data", file_system, kind, false, false, 100, 50};
    return facts;
}

}  // namespace

class FolderCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accepts_any_name_and_leaves_nothing_behind_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "models";
        QTest::newRow("spaces") << "my models  here";
        QTest::newRow("Cyrillic and Chinese") << QString::fromUtf8("Максим/田中/modèle é");
        QTest::newRow("right to left") << QString::fromUtf8("نماذج");
        QTest::newRow("emoji") << QString::fromUtf8("🚀 models");
        QTest::newRow("long") << QStringList(6, QString(60, 'x')).join('/');
    }
    void accepts_any_name_and_leaves_nothing_behind() {
        QFETCH(QString, name);
        const Bench bench;
        const QString path = bench.places.home + "/" + name;
        const FolderFacts facts = readFolderFacts(path, bench.places);
        QCOMPARE(facts.write_problem, QString());
        QVERIFY(facts.volume);
        QVERIFY(judgeFolder(facts).answer != FolderAnswer::refused);
        QVERIFY(!QFileInfo::exists(path));
        QCOMPARE(QDir(bench.places.home).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }

    void keeps_a_folder_that_was_there() {
        const Bench bench;
        const QString path = bench.places.home + "/there";
        QVERIFY(QDir().mkpath(path));
        QVERIFY(bench.verdict(path).answer != FolderAnswer::refused);
        QVERIFY(QFileInfo::exists(path));
        QVERIFY(QDir(path).isEmpty());
    }

    void refuses_the_programs_own_folder_and_what_is_inside() {
        const Bench bench;
        for (const QString& path :
             {bench.places.program, bench.places.program + "/deep/models", bench.places.home + "/../program/models"}) {
            const FolderVerdict verdict = bench.verdict(path);
            QCOMPARE(verdict.answer, FolderAnswer::refused);
            QCOMPARE(verdict.code, QString("E-PATH"));
            QVERIFY(verdict.text.contains("program's own folder"));
        }
        QVERIFY(bench.verdict(bench.places.program + " two/models").answer != FolderAnswer::refused);
    }

    void refuses_the_programs_folder_under_another_name() {
        const Bench bench;
        QVERIFY(QFile::link(bench.places.program, bench.places.home + "/link"));
        QCOMPARE(bench.verdict(bench.places.home + "/link/models").answer, FolderAnswer::refused);
    }

    void refuses_folders_that_the_system_empties() {
        const Bench bench;
        QVERIFY(bench.verdict(bench.places.temporary[0] + "/models").text.contains("empties"));
        KnownPlaces pc = KnownPlaces::ofThisPc();
        QVERIFY(pc.temporary.contains(QDir::tempPath()));
    }

    void refuses_folders_that_are_copied_to_a_cloud_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("mark");
        QTest::addColumn<QString>("service");
        QTest::newRow("OneDrive") << "OneDrive/models"
                                  << ""
                                  << "OneDrive";
        QTest::newRow("OneDrive of a company") << "OneDrive - Contoso/models"
                                               << ""
                                               << "OneDrive";
        QTest::newRow("Dropbox") << "dropbox/a/b"
                                 << ""
                                 << "Dropbox";
        QTest::newRow("a mark") << "my/files/models"
                                << "my/.dropbox.cache"
                                << "Dropbox";
        QTest::newRow("Syncthing") << "my/files/models"
                                   << "my/files/.stfolder"
                                   << "Syncthing";
    }
    void refuses_folders_that_are_copied_to_a_cloud() {
        QFETCH(QString, folder);
        QFETCH(QString, mark);
        QFETCH(QString, service);
        const Bench bench;
        if (!mark.isEmpty()) {
            QVERIFY(QDir().mkpath(bench.places.home + "/" + mark));
        }
        const FolderVerdict verdict = bench.verdict(bench.places.home + "/" + folder);
        QCOMPARE(verdict.answer, FolderAnswer::refused);
        QVERIFY2(verdict.text.contains(service), qPrintable(verdict.text));
    }

    void a_services_settings_in_the_home_folder_do_not_count() {
        const Bench bench;
        QVERIFY(QDir().mkpath(bench.places.home + "/.dropbox"));
        QVERIFY(bench.verdict(bench.places.home + "/models").answer != FolderAnswer::refused);
    }

    void refuses_a_folder_that_a_service_says_it_copies() {
        Bench bench;
        bench.places.clouds = {bench.places.home + "/work"};
        QCOMPARE(bench.verdict(bench.places.home + "/work/models").answer, FolderAnswer::refused);
    }

    void refuses_names_that_are_none() {
        const Bench bench;
        QFile file(bench.places.home + "/file");
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const QString& path : {QString(), QString("models"), file.fileName()}) {
            const FolderVerdict verdict = bench.verdict(path);
            QCOMPARE(verdict.code, QString("E-PATH"));
            QCOMPARE(verdict.answer, FolderAnswer::refused);
        }
    }

    void refuses_where_no_file_can_be_made() {
        const Bench bench;
        QFile file(bench.places.home + "/file");
        QVERIFY(file.open(QIODevice::WriteOnly));
        const FolderVerdict verdict = bench.verdict(file.fileName() + "/models");
        QCOMPARE(verdict.answer, FolderAnswer::refused);
        QCOMPARE(verdict.code, QString("E-DISK-WRITE"));
    }

    void refuses_drives_that_cannot_hold_the_files() {
        for (const char* const name : {"FAT32", "vfat", "msdos"}) {
            QCOMPARE(judgeFolder(factsWith(DriveKind::ssd, name)).code, QString("E-FS-FAT"));
        }
        QCOMPARE(judgeFolder(factsWith(DriveKind::ssd, "exfat")).answer, FolderAnswer::accepted);
        FolderFacts facts = factsWith(DriveKind::ssd);
        facts.volume->read_only = true;
        QCOMPARE(judgeFolder(facts).code, QString("E-DISK-WRITE"));
    }

    void warns_of_slow_and_loose_drives() {
        QCOMPARE(judgeFolder(factsWith(DriveKind::ssd)).answer, FolderAnswer::accepted);
        QCOMPARE(judgeFolder(factsWith(DriveKind::unknown)).answer, FolderAnswer::accepted);
        QVERIFY(judgeFolder(factsWith(DriveKind::hard_disk)).text.contains("hard disk"));
        QVERIFY(judgeFolder(factsWith(DriveKind::network)).text.contains("network"));
        FolderFacts facts = factsWith(DriveKind::ssd);
        facts.volume->removable = true;
        QVERIFY(judgeFolder(facts).text.contains("unplugged"));
        QCOMPARE(judgeFolder(facts).answer, FolderAnswer::warned);
    }

    void proposes_a_folder_that_is_accepted() {
        const Bench bench;
        const QString folder = proposedFolder({}, bench.places);
        QVERIFY(folder.startsWith(bench.places.home));
        QVERIFY(bench.verdict(folder).answer != FolderAnswer::refused);
    }

    void knows_where_others_would_keep_models() {
        const Bench bench;
        const QDir users = QFileInfo(bench.places.home).dir();
        QVERIFY(users.mkpath("bea"));
        const VolumeFacts drive{"/data", "ext4", DriveKind::ssd, false, false, 1, 1};
        const VolumeFacts far{"/far", "nfs", DriveKind::network, false, false, 1, 1};
        const QStringList folders = proposedToOthers({drive, far}, bench.places);
        QVERIFY(folders.contains(users.filePath("bea/Strata Models")));
        QVERIFY(folders.contains("/data/Strata Models"));
        QVERIFY(!folders.contains("/far/Strata Models"));
        QVERIFY(!folders.contains(QDir(bench.places.home).filePath("Strata Models")));  // our own
    }

    void proposes_the_ssd_with_the_most_room() {
        const Bench bench;
        const QTemporaryDir large;
        constexpr quint64 kHuge = std::numeric_limits<quint64>::max();
        const VolumeFacts ssd{large.path(), "ext4", DriveKind::ssd, false, false, kHuge, kHuge - 1};
        VolumeFacts disk{bench.folder.path(), "ext4", DriveKind::hard_disk, false, false, kHuge, kHuge};
        QCOMPARE(proposedFolder({disk, ssd}, bench.places), large.filePath("Strata Models"));
        VolumeFacts stick = ssd;
        stick.removable = true;
        QVERIFY(!proposedFolder({stick}, bench.places).startsWith(large.path()));
    }
};

STRATA_TEST(FolderCheckTest);

#include "folder_check_test.moc"
