#include "app/autostart.h"

#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using strata::app::Autostart;

class AutostartTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
#ifndef _WIN32
    void is_off_until_it_is_wanted() {
        const QTemporaryDir folder;
        Autostart autostart("/opt/strata/strata-desktop", folder.filePath("autostart"));
        QVERIFY(!autostart.isOn());
        QVERIFY(autostart.set(true));
        QVERIFY(autostart.isOn());
        QVERIFY(autostart.set(false));
        QVERIFY(!autostart.isOn());
        QVERIFY(autostart.set(false));
        QVERIFY(QDir(folder.filePath("autostart")).isEmpty());
    }

    void names_the_program_so_that_any_path_works() {
        const QTemporaryDir folder;
        QVERIFY(Autostart("/home/Jo \"J\" 100%/strata", folder.path()).set(true));
        QFile file(folder.filePath("strata-desktop.desktop"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(text.contains("\nExec=\"/home/Jo \\\\\"J\\\\\" 100%%/strata\" --in-tray\n"), text.constData());
    }

    void says_if_it_cannot_be_written() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(!Autostart("/x", folder.filePath("file/autostart")).set(true));
    }
#endif
};

STRATA_TEST(AutostartTest);

#include "autostart_test.moc"
