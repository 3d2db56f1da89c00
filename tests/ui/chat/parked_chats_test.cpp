#include "ui/chat/parked_chats.h"

#include <QtTest/QtTest>

#include <QJsonDocument>
#include <QJsonObject>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

constexpr auto kDay = std::chrono::hours(24);

struct Bench {
    void park(const ConversationId& id, int days_ago, bool kept = false, ParkedFit fit = ParkedFit::fine) {
        ParkedConversation conversation;
        conversation.id = id;
        conversation.last_used = std::chrono::system_clock::now() - days_ago * kDay;
        conversation.kept = kept;
        conversation.fit = fit;
        vault->park(conversation);
    }
    void start(int forget_days) {
        parked.setForgetDays(forget_days);
        engine.load({});
        QSignalSpy changed(&parked, &ParkedChats::changed);
        while (!engine.status() || changed.isEmpty()) {
            QTest::qWait(5);
        }
    }
    std::vector<ConversationId> left() const {
        std::vector<ConversationId> ids;
        for (const ParkedConversation& one : vault->parked()) {
            ids.push_back(one.id);
        }
        return ids;
    }

    std::shared_ptr<ScriptedVault> vault = std::make_shared<ScriptedVault>();
    app::EngineThread engine{loaderOf({answering({"answer"})}, nullptr, vault)};
    std::unique_ptr<app::ChatStore> store = std::move(app::openChatStore(QString())->store);
    ParkedChats parked{&engine, store.get()};
};

using Ids = std::vector<ConversationId>;

}  // namespace

class ParkedChatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void what_nobody_came_back_to_is_forgotten_and_what_is_kept_is_not() {
        Bench bench;
        bench.park("young", 59);
        bench.park("old", 61);
        bench.park("old-kept", 400, true);
        bench.start(60);
        QTRY_COMPARE(bench.left(), (Ids{"young", "old-kept"}));
    }

    void nothing_is_forgotten_for_its_age_if_the_person_says_never() {
        Bench bench;
        bench.park("old", 4000);
        bench.park("unfit", 4000, false, ParkedFit::other_model);
        bench.start(0);
        bench.parked.refresh();
        QTRY_COMPARE(bench.parked.all().size(), std::size_t(2));
        QCOMPARE(bench.left(), (Ids{"old", "unfit"}));
    }

    void what_no_longer_fits_goes_a_week_after_that_was_seen() {
        Bench bench;
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QJsonObject since{{"week", now.addDays(-7).toString(Qt::ISODate)},
                                {"days", now.addDays(-6).toString(Qt::ISODate)},
                                {"fits-again", now.addDays(-30).toString(Qt::ISODate)},
                                {"kept", now.addDays(-30).toString(Qt::ISODate)}};
        QVERIFY(bench.store->setState("parked_unfit_since", QJsonDocument(since).toJson()));
        bench.park("week", 8, false, ParkedFit::other_settings);
        bench.park("days", 8, false, ParkedFit::other_model);
        bench.park("fits-again", 8);
        bench.park("kept", 8, true, ParkedFit::other_model);
        bench.park("seen-now", 300, false, ParkedFit::other_model);
        bench.start(0);
        QTRY_COMPARE(bench.left(), (Ids{"days", "fits-again", "kept", "seen-now"}));
        const auto noted =
            QJsonDocument::fromJson(bench.store->state("parked_unfit_since")->value_or(QString()).toUtf8()).object();
        QVERIFY(noted.contains("seen-now") && noted.contains("days") && !noted.contains("fits-again"));
    }
};

STRATA_TEST(ParkedChatsTest);

#include "parked_chats_test.moc"
