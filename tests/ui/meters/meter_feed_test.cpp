#include "ui/meters/meter_feed.h"

#include <QtTest/QtTest>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::Script;
using strata::testing::ScriptedVault;

namespace {

GenerationSummary someSummary() {
    GenerationSummary summary;
    summary.prompt_tokens = 100;
    summary.reused_tokens = 60;
    summary.source = ResumeSource::disk;
    summary.generated_tokens = 11;
    summary.prompt_time = std::chrono::milliseconds(200);
    summary.first_token_time = std::chrono::milliseconds(300);
    summary.decode_time = std::chrono::milliseconds(100);
    return summary;
}

}  // namespace

class MeterFeedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void follows_an_answer_from_send_to_its_last_numbers() {
        const auto reading = std::make_shared<Gate>();
        const auto writing = std::make_shared<Gate>();
        Resumed resumed;
        resumed.reused_tokens = 60;
        resumed.source = ResumeSource::disk;
        Script script;
        script.event(resumed).reading(80, 100).waitAt(reading).text("a").waitAt(writing).summary(someSummary());
        app::EngineThread engine(loaderOf({script}));
        MeterFeed feed(&engine);
        feed.setWatched(true);
        engine.load({});
        QVERIFY(!feed.readings().live);
        engine.submit({});
        feed.noteSent();
        QVERIFY(feed.readings().live);
        QVERIFY(feed.readings().waits_for_first_word);
        QTRY_COMPARE(feed.readings().pieces_read, std::optional(20));
        QCOMPARE(feed.readings().pieces_to_read, std::optional(40));
        QCOMPARE(feed.readings().remembered->reused_pieces, 60);
        QTRY_VERIFY(feed.readings().first_word);  // the clock runs
        reading->open();
        QTRY_VERIFY(!feed.readings().waits_for_first_word);
        QVERIFY(feed.readings().first_word);
        const auto first_word = feed.readings().first_word;
        QVERIFY(!feed.readings().writing_average);
        writing->open();
        QTRY_VERIFY(!feed.readings().live);
        QCOMPARE(feed.readings().first_word, first_word);  // fixed
        QCOMPARE(feed.readings().writing_average, std::optional(100.0));
        QCOMPARE(feed.readings().reading_speed, std::optional(200.0));
        QCOMPARE(feed.readings().remembered->source, ResumeSource::disk);
        QVERIFY(!feed.readings().writing_speed);
    }

    void nothing_is_asked_for_while_nobody_watches() {
        app::EngineThread engine(loaderOf({}));
        MeterFeed feed(&engine);
        QSignalSpy changes(&feed, &MeterFeed::changed);
        QSignalSpy loaded(&engine, &app::EngineThread::loaded);
        engine.load({});
        QVERIFY(loaded.wait());
        QCOMPARE(changes.size(), 0);
        QVERIFY(!feed.readings().memory);
        QVERIFY(feed.findChildren<QTimer*>().isEmpty() || !feed.findChildren<QTimer*>().first()->isActive());
        feed.setWatched(true);
        QVERIFY(changes.size() > 0);
        QVERIFY(feed.readings().memory);
        QCOMPARE(feed.readings().context_length, std::optional(4096));
        feed.setWatched(false);
        const auto count = changes.size();
        feed.lookAtCheck();
        QCOMPARE(changes.size(), count);
    }

    void a_request_that_fails_leaves_no_made_up_numbers() {
        Script script;
        script.fail(ErrorCode::context_full, "too long");
        app::EngineThread engine(loaderOf({script}));
        MeterFeed feed(&engine);
        feed.setWatched(true);
        engine.load({});
        engine.submit({});
        feed.noteSent();
        QTRY_VERIFY(!feed.readings().live);
        QVERIFY(!feed.readings().first_word);
        QVERIFY(!feed.readings().writing_average);
        QVERIFY(!feed.readings().remembered);
    }

    void a_new_answer_begins_without_the_old_ones_numbers() {
        Script first;
        first.event(Resumed{}).text("a").summary(someSummary());
        Script second;
        second.untilStopped();
        app::EngineThread engine(loaderOf({first, second}));
        MeterFeed feed(&engine);
        engine.load({});
        engine.submit({});
        QTRY_VERIFY(feed.readings().writing_average);
        engine.submit({});
        feed.noteSent();
        QVERIFY(feed.readings().live);
        QVERIFY(!feed.readings().writing_average);
        QVERIFY(!feed.readings().remembered);
    }

    void shows_what_is_parked_on_disk_and_how_the_check_ended() {
        const auto vault = std::make_shared<ScriptedVault>();
        ConversationMemory memory;
        memory.disk_bytes = 254;
        memory.disk_budget = 1'000;
        vault->setMemory(memory);
        app::EngineThread engine(loaderOf({}, nullptr, vault));
        MeterFeed feed(&engine);
        feed.setCheckLookup([] { return MeterReadings::Check{true, QDateTime::currentDateTime()}; });
        feed.setWatched(true);
        engine.load({});
        QTRY_COMPARE(feed.readings().parked_bytes, std::optional<std::uint64_t>(254));
        QCOMPARE(feed.readings().parking_limit, std::optional<std::uint64_t>(1'000));
        QVERIFY(feed.readings().check->passed);
    }
};

STRATA_TEST(MeterFeedTest);

#include "meter_feed_test.moc"
