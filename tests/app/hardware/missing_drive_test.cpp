#include "app/hardware/missing_drive.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata::app;

class MissingDriveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_the_drive_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::newRow("letter") << "E:/models/a.gguf"
                                << "E:/"
                                << "E:";
        QTest::newRow("share") << "//nas/models/fast/a.gguf"
                               << "//nas/models/"
                               << "//nas/models";
        QTest::newRow("media") << "/media/anna/My Disk/m/a.gguf"
                               << "/media/anna/My Disk"
                               << "My Disk";
        QTest::newRow("run media") << "/run/media/anna/disk/a.gguf"
                                   << "/run/media/anna/disk"
                                   << "disk";
        QTest::newRow("mnt") << "/mnt/ssd/a.gguf"
                             << "/mnt/ssd"
                             << "ssd";
        QTest::newRow("home") << "/home/anna/a.gguf"
                              << ""
                              << "";
        QTest::newRow("directly in mnt") << "/mnt/a.gguf"
                                         << ""
                                         << "";
    }

    void names_the_drive() {
        QFETCH(QString, path);
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QString asked;
        const auto missing = missingDrive(path, [&asked](const QString& place) {
            asked = place;
            return false;
        });
        QCOMPARE(asked, folder);
        QCOMPARE(missing.value_or(QString()), name);
        QVERIFY(!missingDrive(path, [](const QString&) { return true; }));  // it is connected
    }

    void a_place_without_anything_in_it_is_that_of_no_drive() {
        const QTemporaryDir folder;
        QVERIFY(!hasContent(folder.path()));
        QVERIFY(!hasContent(folder.filePath("gone")));
        QFile file(folder.filePath(".hidden"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(hasContent(folder.path()));
    }
};

STRATA_TEST(MissingDriveTest);

#include "missing_drive_test.moc"
