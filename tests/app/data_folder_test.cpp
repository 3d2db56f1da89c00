#include "app/data_folder.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using strata::app::DataFolder;

class DataFolderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makes_a_folder_for_its_user_alone() {
        const QTemporaryDir above;
        const DataFolder data(above.filePath("deep/er/Дані"));
        QCOMPARE(data.state(), DataFolder::State::ready);
        QVERIFY(QFileInfo(data.path()).isDir());
        QCOMPARE(data.chats(), data.path() + "/chats.sqlite");
#ifndef Q_OS_WIN
        const auto others =
            QFileDevice::ReadGroup | QFileDevice::ExeGroup | QFileDevice::ReadOther | QFileDevice::ExeOther;
        QVERIFY((QFile::permissions(data.path()) & others) == 0);
#endif
    }

    void one_at_a_time_has_it() {
        const QTemporaryDir above;
        auto first = std::make_unique<DataFolder>(above.filePath("data"));
        QCOMPARE(DataFolder(above.filePath("data")).state(), DataFolder::State::in_use);
        first.reset();
        QCOMPARE(DataFolder(above.filePath("data")).state(), DataFolder::State::ready);
    }

    void says_if_nothing_can_be_written() {
        const QTemporaryDir above;
        QFile file(above.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(DataFolder(above.filePath("file/data")).state(), DataFolder::State::not_writable);
    }

    void a_lock_that_says_nothing_is_no_running_program_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("garbage") << QByteArray("gar\0bage", 8);
    }
    void a_lock_that_says_nothing_is_no_running_program() {
        QFETCH(const QByteArray, content);
        const QTemporaryDir temporary;
        const QString path = temporary.filePath("data");
        QVERIFY(QDir().mkpath(path));
        QFile file(path + "/lock");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        const DataFolder folder(path);
        QCOMPARE(folder.state(), DataFolder::State::ready);
        QCOMPARE(DataFolder(path).state(), DataFolder::State::in_use);  // and now it is one
    }

    void a_lock_of_another_pc_is_named() {
        const QTemporaryDir above;
        const QString path = above.filePath("data");
        const QString lock = DataFolder(path).lock();
        QFile file(lock);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("12\nstrata-desktop\nother-pc\n\n\n");
        file.close();
        const DataFolder data(path);
        QCOMPARE(data.state(), DataFolder::State::in_use_elsewhere);
        QCOMPARE(data.otherPc(), QString("other-pc"));
    }

    void given_back_another_program_may_have_it() {
        const QTemporaryDir above;
        DataFolder first(above.filePath("data"));
        first.release();
        QCOMPARE(DataFolder(above.filePath("data")).state(), DataFolder::State::ready);
    }

    void settings_lie_in_a_named_folder_and_else_where_settings_lie() {
        const QTemporaryDir above;
        const QString path = above.filePath("data");
        QCOMPARE(DataFolder(path).settings(), path + "/settings.ini");
        QStandardPaths::setTestModeEnabled(true);
        QCOMPARE(DataFolder(QString()).settings(),
                 QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + "/settings.ini");
        QStandardPaths::setTestModeEnabled(false);
    }

    void without_a_path_it_is_the_users_own_data_folder() {
        QStandardPaths::setTestModeEnabled(true);
        const DataFolder data{QString()};
        QCOMPARE(data.path(), QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
        QStandardPaths::setTestModeEnabled(false);
    }
};

STRATA_TEST(DataFolderTest);

#include "data_folder_test.moc"
