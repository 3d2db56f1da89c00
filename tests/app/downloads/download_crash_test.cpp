#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <memory>

#include <QProcess>
#include <QRandomGenerator>
#include <QSemaphore>

#include "support/download_bench.h"
#include "support/test_registry.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

using namespace strata::app;
using namespace strata::testing;

namespace {

constexpr qint64 kPiece = DownloadBench::kPiece;
constexpr int kPatience = 120'000;  // milliseconds; only a hang lasts as long

/// Another process that downloads the bench's file.
class Loader {
public:
    explicit Loader(const DownloadBench& bench) {
        process_.start(STRATA_DOWNLOAD_CRASH_LOADER,
                       {bench.folder.path(), bench.server.address(), QString::number(bench.content.size()),
                        QString::fromLatin1(bench.file.sha256)});
    }
    QProcess& process() { return process_; }
    qint64 bytesDone() const { return bytes_done_; }

    /// Reads reports until one of them is what is waited for. False: the process has ended before.
    template <typename Wanted>
    bool waitFor(Wanted wanted) {
        for (;;) {
            while (!process_.canReadLine()) {
                if (!process_.waitForReadyRead(kPatience)) {
                    return false;
                }
            }
            const QList<QByteArray> words = process_.readLine().trimmed().split(' ');
            bytes_done_ = std::max(bytes_done_, words.value(0).toLongLong());
            if (wanted(bytes_done_, words.value(1).toInt())) {
                return true;
            }
        }
    }

private:
    QProcess process_;
    qint64 bytes_done_ = 0;
};

QList<FileRequest> bytesAsked(const FileServer& server) {
    QList<FileRequest> asked = server.requests();
    asked.removeIf([](const FileRequest& request) { return request.method != "GET"; });
    return asked;
}

std::unique_ptr<DownloadBench> makeBench(int pieces) {
    auto bench = std::make_unique<DownloadBench>(pieces * kPiece + 99);
    bench->file.path = "weights.bin";
    bench->server.put(DownloadBench::serverPath(bench->file), bench->content);
    return bench;
}

}  // namespace

class DownloadCrashTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_killed_download_loses_at_most_one_piece() {
        constexpr int kLives = 20;
        const auto bench = makeBench(100);
        const auto wall = std::make_shared<std::atomic<qint64>>(0);
        bench->server.script([wall](const FileRequest& request) {
            FileReply reply;
            const qint64 begin = request.begin.value_or(0);
            if (request.method == "GET" && begin + kPiece > *wall) {
                reply.stall_after = std::max<qint64>(0, *wall - begin);  // a life never sees the end of the file
            }
            return reply;
        });
        QRandomGenerator random(11);
        qint64 reached = 0;
        for (int life = 0; life < kLives; ++life) {
            const qint64 goal = reached + random.bounded(static_cast<int>(4 * kPiece));
            *wall = goal + random.bounded(static_cast<int>(kPiece));
            Loader loader(*bench);
            QVERIFY(loader.waitFor([goal](qint64 done, int) { return done >= goal; }));
            loader.process().kill();
            QVERIFY(loader.process().waitForFinished());
            reached = loader.bytesDone();
            QVERIFY(!QFile::exists(bench->path()));
        }
        bench->server.script({});
        Loader last(*bench);
        QVERIFY(last.process().waitForFinished(kPatience));
        QCOMPARE(last.process().exitCode(), 0);
        QVERIFY(bench->got() == bench->content);

        // By the server's count: each life goes on at most a piece before what was sent to the one before it.
        qint64 sent_to = 0;
        qint64 worst = 0;
        for (const FileRequest& request : bytesAsked(bench->server)) {
            const qint64 twice = sent_to - request.begin.value_or(0);
            QVERIFY2(twice >= 0 && twice <= kPiece, qPrintable(QString::number(twice)));
            worst = std::max(worst, twice);
            sent_to = request.begin.value_or(0) + request.sent;
        }
        QCOMPARE(sent_to, bench->content.size());
        qInfo("%d kills: %lld bytes sent twice, at most %lld after one kill, a piece has %lld", kLives,
              static_cast<long long>(bench->server.bytesSent() - bench->content.size()), static_cast<long long>(worst),
              static_cast<long long>(kPiece));
    }

    void a_write_that_fails_in_the_middle_is_said_and_nothing_is_lost() {
#ifdef __linux__
        const auto bench = makeBench(20);
        QSemaphore gate;
        bench->server.script([&gate](const FileRequest& request) {
            if (request.method == "GET" && request.begin == 5 * kPiece) {
                gate.acquire();
            }
            return FileReply();
        });
        {
            Loader loader(*bench);
            QVERIFY(loader.waitFor([](qint64 done, int) { return done >= 5 * kPiece; }));
            // From here on the system refuses to write behind the seventh piece.
            const rlimit small = {7 * kPiece, RLIM_INFINITY};
            QCOMPARE(prlimit(static_cast<pid_t>(loader.process().processId()), RLIMIT_FSIZE, &small, nullptr), 0);
            gate.release();
            QVERIFY(loader.waitFor(
                [](qint64, int trouble) { return trouble == static_cast<int>(DownloadTrouble::disk_write); }));
            QVERIFY(!QFile::exists(bench->path()));
            loader.process().kill();
            QVERIFY(loader.process().waitForFinished());
        }
        bench->server.script({});
        Loader again(*bench);
        QVERIFY(again.process().waitForFinished(kPatience));
        QCOMPARE(again.process().exitCode(), 0);
        QVERIFY(bench->got() == bench->content);
        QVERIFY(bench->server.bytesSent() <= bench->content.size() + kPiece);
#else
        QSKIP("needs a limit on the length of files that can be set from outside");
#endif
    }
};

STRATA_TEST(DownloadCrashTest);

#include "download_crash_test.moc"
