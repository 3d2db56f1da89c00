#include "app/whole_file.h"

#include <QtTest/QtTest>

#include <csignal>
#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata;

class WholeFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replaces_a_file_and_leaves_nothing_beside_it() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("new/Настройки.ini");
        const QByteArray large(300'000, 'x');
        QVERIFY(app::writeWholeFile(path, "old"));
        QVERIFY(app::writeWholeFile(path, large));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), large);
        QCOMPARE(QDir(folder.filePath("new")).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void is_for_its_user_alone() {
#ifdef Q_OS_WIN
        QSKIP("a folder of the user decides there");
#else
        const QTemporaryDir folder;
        const QString path = folder.filePath("file");
        QFile open_to_all(path);
        QVERIFY(open_to_all.open(QIODevice::WriteOnly));
        open_to_all.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadOther);
        open_to_all.close();
        QVERIFY(app::writeWholeFile(path, "mine"));
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther;
        QVERIFY((QFile::permissions(path) & others) == 0);
#endif
    }

    void a_failure_names_the_file_and_keeps_the_old_one() {
        const QTemporaryDir folder;
        QVERIFY(app::writeWholeFile(folder.filePath("in_the_way"), "a file"));
        const Result<void> result = app::writeWholeFile(folder.filePath("in_the_way/file"), "new");
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::io_error);
        QVERIFY(QString::fromStdString(result.error().message).contains("in_the_way"));
        QFile kept(folder.filePath("in_the_way"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), "a file");
    }

#ifdef Q_OS_LINUX
    void a_disk_that_fills_up_half_way_keeps_the_old_file() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("file");
        QVERIFY(app::writeWholeFile(path, "old"));
        // Files that may not grow further stand for a full disk.
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        const rlimit small{100'000, before.rlim_max};
        std::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        const Result<void> result = app::writeWholeFile(path, QByteArray(1 << 20, 'x'));
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!result);
        QFile kept(path);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), "old");
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
#endif
};

STRATA_TEST(WholeFileTest);

#include "whole_file_test.moc"
