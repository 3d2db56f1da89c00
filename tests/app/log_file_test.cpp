#include "app/log_file.h"

#include <QtTest/QtTest>

#include <thread>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class LogFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void lines_have_time_level_and_area() {
        {
            LogFile log(logs(), LogText());
            log.write(LogLevel::warning, "engine", "it is late");
            log.write(LogLevel::debug, "engine", "not wanted");
        }
        const QList<QByteArray> lines = contentOf(newest()).trimmed().split('\n');
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines[0].endsWith(" warning engine: it is late"), lines[0].constData());
        QVERIFY(QDateTime::fromString(QString::fromUtf8(lines[0].split(' ')[0]), Qt::ISODateWithMs).isValid());
    }

    void what_a_module_says_is_cleaned_too() {
        {
            LogFile log(logs(), LogText("/home/jo", "/home/jo/data"));
            log.sink("vault")(LogLevel::error, "cannot write /home/jo/diary.txt");
        }
        QVERIFY(contentOf(newest()).contains("vault: cannot write <home>/….txt"));
    }

    void old_files_are_renamed_and_the_oldest_goes() {
        {
            LogFile log(logs(), LogText(), {.file_bytes = 1'000, .files = 3, .waiting_lines = 10'000});
            for (int i = 0; i < 200; ++i) {
                log.write(LogLevel::info, "test", QStringLiteral("line %1").arg(i));
            }
        }
        const QStringList files = QDir(logs()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files, QStringList({"strata.1.log", "strata.2.log", "strata.log"}));
        for (const QString& file : files) {
            QVERIFY(QFileInfo(QDir(logs()).filePath(file)).size() <= 1'000);
        }
        QVERIFY(contentOf(newest()).contains("line 199"));
    }

    void lines_that_come_one_by_one_fill_no_file_beyond_its_size_either() {
        LogFile log(logs(), LogText(), {.file_bytes = 1'000, .files = 2, .waiting_lines = 10'000});
        for (int i = 0; i < 100; ++i) {
            log.write(LogLevel::info, "test", QStringLiteral("line %1").arg(i));
            log.flush();
        }
        QVERIFY(QFileInfo(newest()).size() <= 1'000);
        QVERIFY(contentOf(newest()).contains("line 99"));
    }

    void a_later_run_goes_on_in_the_same_file() {
        { LogFile(logs(), LogText()).write(LogLevel::info, "test", "one"); }
        { LogFile(logs(), LogText()).write(LogLevel::info, "test", "two"); }
        QCOMPARE(contentOf(newest()).count('\n'), 2);
    }

    void many_threads_may_write() {
        {
            LogFile log(logs(), LogText(), {.file_bytes = 1 << 20, .files = 2, .waiting_lines = 100'000});
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&log] {
                    for (int i = 0; i < 250; ++i) {
                        log.write(LogLevel::info, "test", "a line of its own");
                    }
                });
            }
        }
        const QList<QByteArray> lines = contentOf(newest()).trimmed().split('\n');
        QCOMPARE(lines.size(), 1'000);
        for (const QByteArray& line : lines) {
            QVERIFY2(line.endsWith("test: a line of its own"), line.constData());
        }
    }

    void what_is_too_much_is_dropped_and_counted() {
        {
            LogFile log(logs(), LogText(), {.file_bytes = 1 << 20, .files = 2, .waiting_lines = 0});
            log.write(LogLevel::info, "test", "no room");
        }
        QVERIFY(!contentOf(newest()).contains("no room"));
    }

    void without_a_folder_it_is_silent() {
        LogFile log{QString(), LogText()};
        log.write(LogLevel::error, "test", "nobody hears");
        log.flush();
        QVERIFY(log.path().isEmpty());
    }

    void takes_what_qt_says() {
        {
            LogFile log(logs(), LogText());
            const QtMessages messages(&log);
            qInfo("hello from %s", "qt");
        }
        QVERIFY(contentOf(newest()).contains(" info qt: hello from qt"));
    }

#ifndef _WIN32
    void only_its_user_can_read_it() {
        { LogFile(logs(), LogText()).write(LogLevel::info, "test", "one"); }
        const auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther;
        QVERIFY((QFile::permissions(newest()) & others) == 0);
        QVERIFY((QFile::permissions(logs()) & others) == 0);
    }
#endif

private:
    QString logs() const {
        return folder_->filePath("logs");
    }
    QString newest() const {
        return folder_->filePath("logs/strata.log");
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

STRATA_TEST(LogFileTest);

#include "log_file_test.moc"
