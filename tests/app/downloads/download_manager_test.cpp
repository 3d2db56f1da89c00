#include <QtTest/QtTest>

#include <algorithm>
#include <atomic>
#include <limits>

#include <QHash>
#include <QRandomGenerator>
#include <QSet>
#include <QSignalSpy>

#include "app/downloads/download_manager.h"
#include "support/download_bench.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using namespace strata::testing;

namespace {

constexpr int kPatience = 60'000;  // milliseconds; only a hang lasts as long
constexpr qint64 kPiece = DownloadBench::kPiece;

using Script = std::function<FileReply(const FileRequest&)>;

/// Misbehaves for the first `times` requests for bytes, then behaves.
Script first(int times, FileReply fault) {
    const auto count = std::make_shared<std::atomic<int>>(0);
    return
        [=](const FileRequest& request) { return request.method == "GET" && (*count)++ < times ? fault : FileReply(); };
}

/// Stops sending at a byte of the file, once; then behaves.
Script stallAt(qint64 place) {
    const auto stalled = std::make_shared<std::atomic<bool>>(false);
    return [=](const FileRequest& request) {
        FileReply reply;
        const bool covers = request.method == "GET" && request.begin.value_or(0) <= place &&
                            place < request.end.value_or(std::numeric_limits<qint64>::max());
        if (covers && !stalled->exchange(true)) {
            reply.stall_after = place - request.begin.value_or(0);
        }
        return reply;
    };
}

/// Answers the first `times` requests for the piece that begins here in another way.
Script forPieceAt(qint64 place, int times, FileReply fault) {
    const auto count = std::make_shared<std::atomic<int>>(0);
    return [=](const FileRequest& request) {
        return request.method == "GET" && request.begin == place && (*count)++ < times ? fault : FileReply();
    };
}

QList<FileRequest> bytesAsked(const FileServer& server) {
    QList<FileRequest> asked;
    for (const FileRequest& request : server.requests()) {
        if (request.method == "GET") {
            asked += request;
        }
    }
    return asked;
}

FileReply cutAfter(qint64 bytes, bool with_length = true) {
    FileReply reply;
    reply.cut_after = bytes;
    reply.with_length = with_length;
    return reply;
}

FileReply status(int code) {
    FileReply reply;
    reply.status = code;
    reply.body = "no";
    return reply;
}

FileReply page() {
    FileReply reply;
    reply.status = 200;
    reply.body = "<html>Please log in</html>";
    reply.type = "text/html; charset=utf-8";
    return reply;
}

}  // namespace

class DownloadManagerTest : public QObject {
    Q_OBJECT

    static bool isAt(const DownloadManager& manager, DownloadPhase phase) { return manager.state().phase == phase; }
    static bool isDone(const DownloadManager& manager) {
        return !manager.state().files.empty() && isAt(manager, DownloadPhase::done);
    }
    static bool hasTrouble(const DownloadManager& manager, DownloadTrouble trouble) {
        return manager.state().problem && manager.state().problem->trouble == trouble;
    }

private Q_SLOTS:
    void every_request_and_every_byte_is_told_of() {
        DownloadBench bench;
        RequestJournal journal{QString()};
        bench.options.note = journal.sink();
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        manager.reset();
        qint64 bytes = 0;
        int requests = 0;
        for (const OutsideRequest& request : journal.all()) {
            QVERIFY(request.address.startsWith(bench.server.address()));
            bytes += request.bytes_received;
            requests += request.requests;
        }
        QCOMPARE(bytes, static_cast<qint64>(bench.content.size()));
        QCOMPARE(requests, static_cast<int>(bench.server.requests().size()));
    }

    void a_file_arrives_whole_and_is_marked() {
        DownloadBench bench;
        auto manager = bench.manager();
        QSignalSpy finished(manager.get(), &DownloadManager::fileFinished);
        QSignalSpy all(manager.get(), &DownloadManager::allFinished);
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QCOMPARE(bench.got(), bench.content);
        QCOMPARE(bench.names(), QStringList({"weights.bin", "weights.bin.complete"}));
        const auto mark = readFinishMark(finishMarkPath(bench.path()));
        QVERIFY(mark);
        QCOMPARE(mark->sha256, bench.file.sha256);
        QCOMPARE(mark->revision, bench.file.revision);
        QVERIFY(mark->independently_checked);
        QCOMPARE(finished.size(), 1);
        QCOMPARE(all.size(), 1);
        QCOMPARE(bench.server.bytesSent(), bench.content.size());
        QCOMPARE(manager->state().bytes_done, bench.content.size());
    }

    void a_fault_on_the_way_changes_nothing_in_the_end_data() {
        QTest::addColumn<Script>("script");
        QTest::addColumn<qint64>("most_twice");  // bytes that may come a second time
        // The network library asks again by itself when a connection closes early, drops what has come, and now and
        // then asks once more in vain: a close may cost what was asked for, which is never more than a piece.
        QTest::newRow("cut, length known") << first(1, cutAfter(kPiece - 1)) << kPiece;
        QTest::newRow("cut, length unknown") << first(1, cutAfter(kPiece - 1, false)) << kPiece;
        QTest::newRow("cut three times") << first(3, cutAfter(20'000)) << 3 * kPiece;
        QTest::newRow("cut before the first byte") << first(2, cutAfter(0)) << 2 * kPiece;
        FileReply silent;
        silent.silent = true;
        QTest::newRow("silent server") << first(1, silent) << qint64{0};
        FileReply stall;
        stall.stall_after = 50'000;
        QTest::newRow("stall in the middle") << first(1, stall) << qint64{0};
        FileReply drip;
        drip.drip_bytes = 3'000;
        QTest::newRow("slow drip") << first(1, drip) << qint64{0};
        QTest::newRow("error status, then well") << first(2, status(503)) << qint64{0};
        QTest::newRow("login page, then logged in") << first(2, page()) << qint64{0};
        QTest::newRow("no length at all") << Script([](const FileRequest&) {
            FileReply reply;
            reply.with_length = false;
            return reply;
        }) << 11 * kPiece;
        QTest::newRow("no HEAD") << Script([](const FileRequest& request) {
            return request.method == "HEAD" ? status(405) : FileReply();
        }) << qint64{0};
    }

    void a_fault_on_the_way_changes_nothing_in_the_end() {
        QFETCH(Script, script);
        QFETCH(qint64, most_twice);
        DownloadBench bench;
        bench.server.script(script);
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        qint64 sent = 0;
        for (const FileRequest& request : bytesAsked(bench.server)) {
            QVERIFY(request.end && *request.end - *request.begin <= kPiece);
            sent += request.sent;
        }
        constexpr qint64 kWords = 100;  // of pages and error answers
        qInfo("sent twice: %lld of at most %lld", static_cast<long long>(sent - bench.content.size()),
              static_cast<long long>(most_twice));
        QVERIFY(sent <= bench.content.size() + most_twice + kWords);
    }

    void two_hundred_cuts_lose_nothing() {
        DownloadBench bench(130 * kPiece + 77);
        QRandomGenerator random(7);
        const auto cuts = std::make_shared<std::atomic<int>>(0);
        QList<qint64> places;
        for (int i = 0; i < 200; ++i) {
            places += random.bounded(static_cast<int>(kPiece));
        }
        bench.server.script([cuts, places](const FileRequest& request) {
            const int cut = request.method == "GET" ? (*cuts)++ : 200;
            return cut < 200 ? cutAfter(places[cut], cut % 2 == 0) : FileReply();
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QVERIFY(cuts->load() >= 200);

        // By the server's own count: no cut costs more than the piece that it met, and nothing is skipped.
        qint64 reached = 0;
        qint64 worst = 0;
        for (const FileRequest& request : bytesAsked(bench.server)) {
            QVERIFY(request.begin && request.end);
            QVERIFY(*request.end - *request.begin <= kPiece);
            const qint64 twice = reached - *request.begin;
            QVERIFY2(twice >= 0 && twice <= kPiece, qPrintable(QString::number(twice)));
            worst = std::max(worst, twice);
            reached = std::max(reached, *request.begin + request.sent);
        }
        QCOMPARE(reached, bench.content.size());
        qInfo("200 cuts: %lld bytes sent twice, at most %lld after one cut, a piece has %lld",
              static_cast<long long>(bench.server.bytesSent() - bench.content.size()), static_cast<long long>(worst),
              static_cast<long long>(kPiece));
    }

    void a_server_that_ignores_ranges_does_not_damage_the_file() {
        DownloadBench bench;
        const auto count = std::make_shared<std::atomic<int>>(0);
        bench.server.script([count](const FileRequest& request) {
            FileReply reply = request.method == "GET" && (*count)++ == 0 ? cutAfter(5 * kPiece + 999) : FileReply();
            reply.ignore_range = true;
            return reply;
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
    }

    void an_answer_for_another_place_is_not_used_data() {
        QTest::addColumn<QByteArray>("range");
        QTest::newRow("begins elsewhere") << QByteArray("bytes 0-65535");
        QTest::newRow("is longer than asked for") << QByteArray("bytes 327680-400000");
        QTest::newRow("is not as long as it says") << QByteArray("bytes 327680-327689");
        QTest::newRow("ends before it begins") << QByteArray("bytes 327680-5");
        QTest::newRow("is no range") << QByteArray("lines 1-2");
    }

    void an_answer_for_another_place_is_not_used() {
        DownloadBench bench;
        QFETCH(QByteArray, range);
        FileReply reply;
        reply.content_range = range + "/" + QByteArray::number(10 * kPiece + 12'345);
        bench.server.script(forPieceAt(5 * kPiece, 1, reply));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QCOMPARE(bytesAsked(bench.server).size(), 12);  // eleven pieces, one of them twice
    }

    void what_will_not_be_well_ends_with_its_reason_data() {
        QTest::addColumn<Script>("script");
        QTest::addColumn<DownloadTrouble>("trouble");
        QTest::addColumn<DownloadPhase>("phase");
        const auto always = [](const FileReply& reply) { return Script([=](const FileRequest&) { return reply; }); };
        QTest::newRow("forbidden") << always(status(403)) << DownloadTrouble::refused << DownloadPhase::stopped;
        QTest::newRow("gone") << always(status(404)) << DownloadTrouble::refused << DownloadPhase::stopped;
        QTest::newRow("server errors for ever")
            << always(status(500)) << DownloadTrouble::refused << DownloadPhase::stopped;
        QTest::newRow("login page") << always(page()) << DownloadTrouble::web_page << DownloadPhase::waiting;
        FileReply silent;
        silent.silent = true;
        QTest::newRow("silence") << always(silent) << DownloadTrouble::slow_network << DownloadPhase::waiting;
        FileReply other;
        other.body = "shorter than the list says";
        QTest::newRow("another length") << always(other) << DownloadTrouble::changed << DownloadPhase::stopped;
        FileReply round;
        round.status = 302;
        round.body = "-";
        round.headers = {"Location: /round"};
        QTest::newRow("range past the end, file shorter now") << Script([](const FileRequest& request) {
            FileReply reply;
            if (request.method == "HEAD") {
                return status(405);
            }
            reply.status = 416;
            reply.body = "-";
            reply.content_range = "bytes */5";
            return reply;
        }) << DownloadTrouble::changed << DownloadPhase::stopped;
        QTest::newRow("range refused for ever")
            << Script([](const FileRequest& request) { return status(request.method == "HEAD" ? 405 : 416); })
            << DownloadTrouble::refused << DownloadPhase::stopped;
        QTest::newRow("redirects without end")
            << always(round) << DownloadTrouble::slow_network << DownloadPhase::waiting;
        FileReply file;
        file.status = 302;
        file.body = "-";
        file.headers = {"Location: file:///etc/passwd"};
        QTest::newRow("redirect to a file") << always(file) << DownloadTrouble::insecure << DownloadPhase::waiting;
        FileReply linked;
        linked.status = 302;
        linked.body = "-";
        linked.headers = {"Location: /elsewhere", "X-Linked-Size: " + QByteArray::number(10 * kPiece + 12'345),
                          "X-Linked-Etag: \"" + QByteArray(64, '0') + "\""};
        QTest::newRow("the hub names another fingerprint")
            << always(linked) << DownloadTrouble::changed << DownloadPhase::stopped;
    }

    void what_will_not_be_well_ends_with_its_reason() {
        QFETCH(Script, script);
        QFETCH(DownloadTrouble, trouble);
        QFETCH(DownloadPhase, phase);
        DownloadBench bench;
        if (QByteArray(QTest::currentDataTag()) == "redirects without end") {
            trouble = DownloadTrouble::refused;
        }
        bench.options.network_waits = {std::chrono::hours(1)};
        bench.server.script(script);
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, trouble) && isAt(*manager, phase), kPatience);
        QVERIFY(!QFile::exists(bench.path()));
        QFile part(partPath(bench.path()));
        QVERIFY(!part.open(QIODevice::ReadOnly) || part.readAll().count('\0') == part.size());
        if (phase == DownloadPhase::waiting) {
            QVERIFY(manager->state().next_try_seconds.value_or(0) > 0);
        }
    }

    void a_download_goes_on_by_short_lived_addresses_from_the_first_one() {
        DownloadBench bench;
        const QByteArray original = bench.serverPath();
        const auto count = std::make_shared<std::atomic<int>>(0);
        for (int i = 0; i < 99; ++i) {
            bench.server.put("/cdn/" + QByteArray::number(i), bench.content);
        }
        bench.server.script([=](const FileRequest& request) {
            FileReply reply;
            if (request.path == original) {
                reply.status = 302;
                reply.body = "-";
                reply.headers = {"Location: /cdn/" + QByteArray::number(*count),
                                 "X-Linked-Size: " + QByteArray::number(10 * kPiece + 12'345)};
            } else if (request.method == "GET") {
                const bool current = request.path == "/cdn/" + QByteArray::number(*count);
                ++*count;
                reply = current ? cutAfter(40'000) : status(403);
            }
            return reply;
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QSet<QByteArray> used;
        QByteArray last;
        for (const FileRequest& request : bytesAsked(bench.server)) {
            // The library may send a request a second time by itself; we never go back to an address.
            const bool first_time = request.path == original || request.path == last || !used.contains(request.path);
            QVERIFY2(first_time, request.path.constData());
            used += request.path;
            last = request.path;
        }
        QVERIFY(used.size() > 20);
    }

    void a_chain_of_redirects_leads_to_the_file() {
        DownloadBench bench;
        bench.server.put("/three", bench.content);
        const QByteArray original = bench.serverPath();
        bench.server.script([=](const FileRequest& request) {
            static const QHash<QByteArray, QByteArray> kNext = {{"/one", "two"}, {"/two", "/three"}};
            FileReply reply;
            const QByteArray next = request.path == original ? "/one" : kNext.value(request.path);
            if (!next.isEmpty()) {
                reply.status = 307;
                reply.body = "-";
                reply.headers = {"Location: " + next};
            }
            return reply;
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        for (const FileRequest& request : bytesAsked(bench.server)) {
            QVERIFY(request.begin && request.end);  // kept all along the chain
        }
    }

    void a_paused_download_goes_on_after_a_restart_at_the_byte() {
        DownloadBench bench;
        const qint64 sent_first = 5 * kPiece + 4'321;
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(sent_first));
        {
            auto manager = bench.manager();
            manager->start({bench.file}, bench.folder.path());
            QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, sent_first, kPatience);
            manager->pause();
            QTRY_VERIFY_WITH_TIMEOUT(isAt(*manager, DownloadPhase::paused), kPatience);
        }
        auto manager = bench.manager();
        manager->restore(bench.folder.path(), true);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*manager, DownloadPhase::paused), kPatience);
        QCOMPARE(manager->state().bytes_done, sent_first);
        manager->resume();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        const QList<FileRequest> asked = bytesAsked(bench.server);
        QCOMPARE(asked[6].begin, sent_first);
        QCOMPARE(asked[6].if_range, QByteArray("\"v1\""));
        QCOMPARE(bench.server.bytesSent(), bench.content.size());
    }

    void only_damaged_pieces_are_fetched_again() {
        DownloadBench bench;
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(8 * kPiece));
        {
            auto manager = bench.manager();
            manager->start({bench.file}, bench.folder.path());
            QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, 8 * kPiece, kPatience);
        }
        QFile part(partPath(bench.path()));
        QVERIFY(part.open(QIODevice::ReadWrite) && part.seek(2 * kPiece + 5) && part.write("!!!") == 3);
        part.close();
        const qint64 before = bench.server.bytesSent();
        auto manager = bench.manager();
        manager->restore(bench.folder.path(), true);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QCOMPARE(bench.server.bytesSent() - before, kPiece + bench.content.size() - 8 * kPiece);
    }

    void bytes_damaged_on_the_way_are_found_by_a_second_fetch() {
        DownloadBench bench;
        QByteArray damaged = bench.content;
        damaged[3 * kPiece + 17] = static_cast<char>(~damaged[3 * kPiece + 17]);
        FileReply reply;
        reply.body = damaged;
        bench.server.script(forPieceAt(3 * kPiece, 1, reply));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QCOMPARE(bench.server.bytesSent(), 2 * bench.content.size());
    }

    void a_server_that_sends_less_than_was_asked_for_only_takes_longer() {
        DownloadBench bench(3 * kPiece + 7);
        QByteArray damaged = bench.content;
        damaged[5] = static_cast<char>(~damaged[5]);
        const auto count = std::make_shared<std::atomic<int>>(0);
        bench.server.script([content = bench.content, damaged, count](const FileRequest& request) {
            FileReply reply;
            if (request.method == "GET") {
                // At most so much at once; the first bytes arrive damaged, so that all comes a second time.
                constexpr qint64 kMost = 20'000;
                const qint64 end = std::min(*request.end, *request.begin + kMost);
                reply.status = 206;
                reply.body = ((*count)++ == 0 ? damaged : content).mid(*request.begin, end - *request.begin);
                reply.content_range = "bytes " + QByteArray::number(*request.begin) + '-' +
                                      QByteArray::number(end - 1) + '/' + QByteArray::number(content.size());
            }
            return reply;
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QCOMPARE(bench.server.bytesSent(), 2 * bench.content.size());
    }

    void a_file_that_stays_wrong_is_never_used() {
        DownloadBench bench;
        QByteArray wrong = bench.content;
        wrong[5] = static_cast<char>(~wrong[5]);
        bench.server.put(bench.serverPath(), wrong);
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::wrong_sum), kPatience);
        QVERIFY(isAt(*manager, DownloadPhase::stopped));
        QVERIFY(!QFile::exists(bench.path()));
        QVERIFY(QFile::exists(partPath(bench.path())));

        bench.server.put(bench.serverPath(), bench.content);
        manager->retryNow();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
    }

    void pieces_that_come_different_each_time_are_blamed_on_the_machine() {
        DownloadBench bench;
        const auto count = std::make_shared<std::atomic<int>>(0);
        const QByteArray content = bench.content;
        bench.server.script([=](const FileRequest& request) {
            FileReply reply;
            if (request.method == "GET" && request.begin == 0) {
                reply.body = content;
                reply.body[9] = static_cast<char>(reply.body[9] + 1 + (*count)++);
            }
            return reply;
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::disk_bad), kPatience);
        QCOMPARE(count->load(), 3);
    }

    void a_file_that_changed_on_the_server_is_said_to_have() {
        DownloadBench bench;
        bench.file.sha256.clear();
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(6 * kPiece));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, 6 * kPiece, kPatience);
        manager->pause();
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*manager, DownloadPhase::paused), kPatience);
        QByteArray renewed = bench.content;
        renewed.replace(4 * kPiece, 10, "0123456789");
        bench.server.put(bench.serverPath(), renewed, "\"v2\"");
        manager->resume();
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::changed), kPatience);
        QVERIFY(isAt(*manager, DownloadPhase::stopped));

        const QByteArray sum = sha256Of(renewed);
        bench.server.script([sum](const FileRequest&) {
            FileReply reply;
            reply.headers = {"X-Linked-Etag: \"" + sum + "\""};
            return reply;
        });
        manager->takeNewFile();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == renewed);
        QVERIFY(!manager->state().files[0].independently_checked);
    }

    void a_mirror_with_other_version_marks_goes_on_with_the_listed_file() {
        DownloadBench bench;
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(6 * kPiece));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, 6 * kPiece, kPatience);
        manager->pause();
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*manager, DownloadPhase::paused), kPatience);
        bench.server.put(bench.serverPath(), bench.content, "\"other mark, same bytes\"");
        manager->resume();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
    }

    void without_a_listed_fingerprint_that_of_the_server_counts_and_is_said() {
        DownloadBench bench;
        const QByteArray sum = bench.file.sha256;
        bench.file.sha256.clear();
        bench.file.bytes.reset();
        bench.server.script([sum](const FileRequest&) {
            FileReply reply;
            reply.headers = {"X-Linked-Etag: \"" + sum + "\""};
            return reply;
        });
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(!manager->state().files[0].independently_checked);
        QCOMPARE(readFinishMark(finishMarkPath(bench.path()))->sha256, sum);
        QVERIFY(!readFinishMark(finishMarkPath(bench.path()))->independently_checked);
    }

    void a_model_file_of_another_structure_is_refused_as_soon_as_it_shows() {
        DownloadBench bench(10 * kPiece, "weights.gguf");
        QByteArray broken = "GGUF" + bench.content.mid(4);
        bench.content = broken;
        bench.file = bench.fileNamed("weights.gguf");
        bench.server.put(bench.serverPath(), broken);
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::wrong_sum), kPatience);
        QVERIFY(!manager->state().problem->reason.isEmpty());
        QVERIFY(!QFile::exists(bench.path()));
    }

    void a_page_in_place_of_a_model_is_never_written() {
        DownloadBench bench(4 * kPiece, "weights.gguf");
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::web_page), kPatience);
        QFile part(partPath(bench.path()));
        QVERIFY(part.open(QIODevice::ReadOnly));
        QCOMPARE(part.readAll(), QByteArray(part.size(), '\0'));
    }

    void a_model_file_that_is_well_built_is_taken() {
        DownloadBench bench(1, "model.gguf");
        QFile model(QStringLiteral(STRATA_TEST_FIXTURES "/gguf-bad/valid_align_4096.gguf"));
        QVERIFY(model.open(QIODevice::ReadOnly));
        bench.content = model.readAll();
        bench.file = bench.fileNamed("model.gguf");
        bench.file.sha256.clear();
        bench.server.put(bench.serverPath(), bench.content);
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
    }

    void a_table_that_is_there_under_another_name_is_not_fetched_again() {
        DownloadBench bench;
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        const qint64 before = bench.server.bytesSent();
        CatalogFile second = bench.fileNamed("table.bin");
        second.folder = "better";
        manager->start({second}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(manager->state().files.size() == 2 && isDone(*manager), kPatience);
        QCOMPARE(bench.server.bytesSent(), before);
        QFile found(QDir(bench.folder.path()).filePath(second.place()));
        QVERIFY(found.open(QIODevice::ReadOnly));
        QVERIFY(found.readAll() == bench.content);
        QVERIFY(readFinishMark(finishMarkPath(found.fileName())));
    }

    void a_complete_file_without_its_mark_is_only_checked() {
        DownloadBench bench;
        QVERIFY(QDir(bench.folder.path()).mkpath("fast"));
        QFile file(bench.path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bench.content) == bench.content.size());
        file.close();
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QCOMPARE(bench.server.requests().size(), 0);
        QVERIFY(readFinishMark(finishMarkPath(bench.path())));
    }

    void a_foreign_file_of_that_name_is_kept() {
        DownloadBench bench;
        QVERIFY(QDir(bench.folder.path()).mkpath("fast"));
        QFile file(bench.path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
        file.close();
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::wrong_sum), kPatience);
        QCOMPARE(bench.got(), QByteArray("mine"));
        manager->retryNow();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        QFile other(bench.path() + ".other");
        QVERIFY(other.open(QIODevice::ReadOnly));
        QCOMPARE(other.readAll(), QByteArray("mine"));
    }

    void without_room_nothing_begins() {
        DownloadBench bench;
        bench.options.spare_bytes = 5'000;
        *bench.free_bytes = bench.content.size() + 4'999;
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::disk_none), kPatience);
        QCOMPARE(manager->state().problem->bytes_needed, bench.content.size() + 5'000);
        QCOMPARE(bench.server.requests().size(), 0);
        *bench.free_bytes += 1;
        manager->retryNow();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
    }

    void a_disk_that_fills_up_pauses_and_goes_on_by_itself() {
        DownloadBench bench;
        bench.options.floor_bytes = 2'000;
        bench.options.resume_bytes = 10'000;
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(3 * kPiece));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, 3 * kPiece, kPatience);
        *bench.free_bytes = 1'999;
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::disk_full), kPatience);
        *bench.free_bytes = 9'999;
        QSignalSpy reports(manager.get(), &DownloadManager::changed);
        manager->retryNow();
        manager->plan({bench.file}, bench.folder.path());
        QSignalSpy planned(manager.get(), &DownloadManager::planned);
        QVERIFY(planned.wait(kPatience));
        QVERIFY(hasTrouble(*manager, DownloadTrouble::disk_full));
        *bench.free_bytes = qint64{1} << 40;
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
    }

    void a_drive_without_large_files_is_refused_at_once() {
        DownloadBench bench;
        bench.file.bytes = qint64{1} << 32;
        bench.options.volume = [](const QString&) {
            return VolumeFacts{"F:", "FAT32", DriveKind::ssd, false, false, quint64{1} << 40, quint64{1} << 40};
        };
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(hasTrouble(*manager, DownloadTrouble::disk_fat), kPatience);
        QCOMPARE(manager->state().problem->place, QString("F:"));
        QCOMPARE(bench.server.requests().size(), 0);
    }

    void what_is_removed_leaves_nothing_behind() {
        DownloadBench bench;
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(3 * kPiece));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, 3 * kPiece, kPatience);
        manager->remove(bench.file.id);
        QTRY_VERIFY_WITH_TIMEOUT(manager->state().files.empty(), kPatience);
        QCOMPARE(bench.names(), QStringList());
    }

    void a_plan_counts_what_is_there() {
        DownloadBench bench;
        bench.options.silence = std::chrono::hours(1);
        bench.server.script(stallAt(4 * kPiece));
        auto manager = bench.manager();
        manager->start({bench.file}, bench.folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(manager->state().bytes_done, 4 * kPiece, kPatience);
        QSignalSpy planned(manager.get(), &DownloadManager::planned);
        manager->plan({bench.file}, bench.folder.path());
        QVERIFY(planned.wait(kPatience));
        const auto plan = planned[0][0].value<DownloadPlan>();
        QCOMPARE(plan.bytes_total, bench.content.size());
        QCOMPARE(plan.bytes_present, 4 * kPiece);
        QVERIFY(!plan.problem);
    }

    void a_limit_is_kept_over_the_whole_file() {
        DownloadBench bench;
        auto manager = bench.manager();
        manager->setLimit(4 << 20);
        QElapsedTimer clock;
        clock.start();
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QVERIFY(bench.got() == bench.content);
        // 680 KB at 4 MiB/s take at least what the allowance does not cover.
        QVERIFY(clock.elapsed() >= 100);
    }

    void a_token_goes_to_no_other_host() {
        DownloadBench bench;
        auto manager = bench.manager();
        manager->setToken("127.0.0.1", "secret");
        manager->start({bench.file}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        for (const FileRequest& request : bench.server.requests()) {
            QCOMPARE(request.authorization, QByteArray());  // the server's address is a plain one
        }
    }

    void files_come_one_after_the_other() {
        DownloadBench bench;
        const CatalogFile second = [&] {
            CatalogFile made = bench.fileNamed("second.bin");
            const QByteArray content = madeUpBytes(3 * kPiece, 99);
            bench.server.put(DownloadBench::serverPath(made), content);
            made.bytes = content.size();
            made.sha256 = sha256Of(content);
            return made;
        }();
        auto manager = bench.manager();
        manager->start({bench.file, second}, bench.folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(isDone(*manager), kPatience);
        QCOMPARE(bench.names().size(), 4);
        QCOMPARE(manager->state().bytes_total, bench.content.size() + 3 * kPiece);
    }

    void the_hub_can_be_tried() {
        DownloadBench bench;
        auto manager = bench.manager();
        QSignalSpy tested(manager.get(), &DownloadManager::connectionTested);
        manager->testConnection();
        QVERIFY(tested.wait(kPatience));
        QVERIFY(!tested[0][0].value<std::optional<DownloadProblem>>());
        manager->setMirror("http://127.0.0.1:1");
        manager->testConnection();
        QVERIFY(tested.wait(kPatience));
        QVERIFY(tested[1][0].value<std::optional<DownloadProblem>>());
    }
};

STRATA_TEST(DownloadManagerTest);

#include "download_manager_test.moc"
