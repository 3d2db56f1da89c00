#include "app/request_journal.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QTemporaryDir>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

OutsideRequest requestAt(const QDateTime& time, const QString& address) {
    OutsideRequest request = requestTo(QUrl(address), RequestReason::download);
    request.time = time;
    return request;
}

}  // namespace

class RequestJournalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_address_is_noted_without_what_may_be_secret() {
        const OutsideRequest request =
            requestTo(QUrl("https://user:word@a.example:8443/path?token=x#part"), RequestReason::link);
        QCOMPARE(request.address, QString("https://a.example:8443/path"));
    }

    void what_was_asked_is_there_after_a_restart() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("requests.jsonl");
        {
            RequestJournal journal(path);
            journal.note(requestTo(QUrl("https://a.example/one"), RequestReason::download));
            journal.note(requestTo(QUrl("https://b.example/two"), RequestReason::remote_engine));
        }
        const RequestJournal again(path);
        QTRY_COMPARE(again.all().size(), std::size_t(2));
        QCOMPARE(again.all()[0].address, QString("https://b.example/two"));  // the newest first
        QCOMPARE(again.all()[0].reason, RequestReason::remote_engine);
    }

    void requests_for_the_same_are_one_entry_with_their_sum() {
        RequestJournal journal{QString()};
        const QDateTime now = QDateTime::currentDateTimeUtc();
        journal.note(requestAt(now.addSecs(-RequestJournal::kTogether - 60), "https://a.example/f"));
        OutsideRequest bytes = requestAt(now, "https://a.example/f");
        journal.note(bytes);
        bytes.requests = 0;
        bytes.bytes_received = 1'000;
        journal.note(bytes);
        QCOMPARE(journal.all().size(), std::size_t(2));
        QCOMPARE(journal.all()[0].requests, 1);
        QCOMPARE(journal.all()[0].bytes_received, qint64(1'000));
    }

    void after_thirty_days_it_is_forgotten_and_damaged_lines_are_left_out() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("requests.jsonl");
        const QDateTime now = QDateTime::currentDateTimeUtc();
        {
            RequestJournal journal(path);
            journal.note(requestAt(now.addDays(-RequestJournal::kDays - 1), "https://old.example/"));
            journal.note(requestAt(now, "https://new.example/"));
            QCOMPARE(journal.all().size(), std::size_t(1));
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append) && file.write("{\"time\": half a li") > 0);
        file.close();
        { const RequestJournal again(path); }
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray left = file.readAll();
        QVERIFY(left.contains("new.example"));
        QVERIFY(!left.contains("old.example") && !left.contains("half a li"));
    }
};

STRATA_TEST(RequestJournalTest);

#include "request_journal_test.moc"
