#include "app/engine_mailbox.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

RequestEvent textOf(RequestId id, const char* text) {
    return RequestEvent{id, TextDelta{text}};
}

PromptProgress progressTo(int position) {
    PromptProgress progress;
    progress.position = position;
    return progress;
}

}  // namespace

class EngineMailboxTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wakes_once_until_somebody_takes() {
        int woken = 0;
        EngineMailbox box([&woken] { ++woken; });
        box.put(textOf(1, "a"));
        box.put(RequestDone{1, {}});
        QCOMPARE(woken, 1);
        QCOMPARE(box.takeAll().size(), std::size_t(2));
        QVERIFY(box.takeAll().empty());
        box.put(textOf(2, "b"));
        QCOMPARE(woken, 2);
    }

    void joins_text_to_text_of_the_same_request_only() {
        EngineMailbox box([] {});
        box.put(textOf(1, "Hel"));
        box.put(textOf(1, "lo"));
        box.put(RequestEvent{1, ReasoningDelta{"hm"}});
        box.put(textOf(1, "!"));
        box.put(textOf(2, "other"));
        const auto messages = box.takeAll();
        QCOMPARE(messages.size(), std::size_t(4));
        const auto& first = std::get<RequestEvent>(messages[0]);
        QCOMPARE(std::get<TextDelta>(first.event).text, std::string("Hello"));
        QVERIFY(std::holds_alternative<ReasoningDelta>(std::get<RequestEvent>(messages[1]).event));
        QCOMPARE(std::get<RequestEvent>(messages[3]).id, 2U);
    }

    void keeps_only_the_newest_of_neighbouring_progress() {
        EngineMailbox box([] {});
        box.put(LoadAdvanced{{"reading", 0.1}});
        box.put(LoadAdvanced{{"reading", 0.7}});
        box.put(RequestEvent{1, progressTo(10)});
        box.put(RequestEvent{1, progressTo(20)});
        const auto messages = box.takeAll();
        QCOMPARE(messages.size(), std::size_t(2));
        QCOMPARE(std::get<LoadAdvanced>(messages[0]).step.fraction, 0.7);
        QCOMPARE(std::get<PromptProgress>(std::get<RequestEvent>(messages[1]).event).position, 20);
    }

    void a_closed_box_keeps_nothing_and_wakes_nobody() {
        int woken = 0;
        EngineMailbox box([&woken] { ++woken; });
        box.put(textOf(1, "a"));
        box.close();
        box.put(textOf(1, "b"));
        QCOMPARE(woken, 1);
        QVERIFY(box.takeAll().empty());
    }
};

STRATA_TEST(EngineMailboxTest);

#include "engine_mailbox_test.moc"
