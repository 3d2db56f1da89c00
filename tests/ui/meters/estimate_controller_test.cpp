#include "ui/meters/estimate_controller.h"

#include <QtTest/QtTest>

#include "app/pictures/picture_size.h"
#include "support/scripted_engine.h"
#include "support/test_registry.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/parked_chats.h"
#include "ui/main_window/model_controller.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::Script;

namespace {

GenerationSummary summaryOf(int prompt, int reused, std::chrono::milliseconds first_token) {
    GenerationSummary summary;
    summary.prompt_tokens = prompt;
    summary.reused_tokens = reused;
    summary.generated_tokens = 5;
    summary.first_token_time = first_token;
    summary.prompt_time = first_token;
    summary.decode_time = std::chrono::milliseconds(100);
    return summary;
}

/// Everything that an estimate stands on, without a window.
struct Bench {
    explicit Bench(std::vector<Script> scripts)
        : engine(loaderOf(std::move(scripts), nullptr, vault)),
          model(&engine, app::ModelChoice{"/nowhere/tiny.gguf", true}, {}, LoadOptions{}),
          controller(&engine, store.get(), &chat),
          parked(&engine, store.get()),
          estimates({&engine, &model, &controller, &chat, &parked, store.get()}) {
        estimates.setTextSource([this] { return typed; });
        estimates.setPictureSource([this] { return pictures; });
    }

    void load() {
        model.load();
        QTRY_VERIFY(model.isReady());
    }
    void type(const QString& text) {
        typed = text;
        estimates.noteTyping();
    }
    void send() {
        QVERIFY(controller.send(typed, Thinking::off));
        type({});
    }
    QString line() const { return estimates.line().text; }

    QString typed;
    std::vector<app::AttachedPicture> pictures;
    std::shared_ptr<strata::testing::ScriptedVault> vault = std::make_shared<strata::testing::ScriptedVault>();
    app::EngineThread engine;
    std::unique_ptr<app::ChatStore> store = std::move(app::openChatStore(QString())->store);
    ModelController model;
    ChatModel chat;
    ChatController controller;
    ParkedChats parked;
    EstimateController estimates;
};

Script answerWith(const GenerationSummary& summary) {
    Script script;
    script.event(Resumed{}).text("Yes").summary(summary);
    return script;
}

}  // namespace

class EstimateControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void counts_what_is_typed_and_does_not_make_up_a_time() {
        Bench bench({answerWith(summaryOf(100, 0, std::chrono::milliseconds(100)))});
        bench.load();
        QTRY_COMPARE(bench.line(), QString("Space for 4,096 more pieces"));
        bench.type("12345678");
        QTRY_COMPARE(bench.line(), QString("about 2 pieces · 4,096 left · time not known yet"));
        bench.type({});
        QTRY_COMPARE(bench.line(), QString("Space for 4,096 more pieces"));
    }

    void pictures_count_with_the_text() {
        Bench bench({answerWith(summaryOf(100, 0, std::chrono::milliseconds(100)))});
        bench.load();
        bench.pictures = {app::AttachedPicture{"a", "a.png", 320, 320, 320, 320}};
        const int each = app::pictureTokens({320, 320});
        QVERIFY(each > 0);
        bench.type({});
        QTRY_COMPARE(bench.line(), QString("%1 pieces · 4,096 left · time not known yet").arg(each));
        bench.type("12345678");
        QTRY_COMPARE(bench.line(), QString("about %1 pieces · 4,096 left · time not known yet").arg(each + 2));
        bench.pictures.clear();
        bench.estimates.noteTyping();
        QTRY_COMPARE(bench.line(), QString("about 2 pieces · 4,096 left · time not known yet"));
    }

    void going_back_reads_one_answer_where_a_point_is_kept_and_else_all_before_it() {
        // 100 pieces in 1 s.
        Bench bench({answerWith(summaryOf(100, 0, std::chrono::seconds(1))),
                     answerWith(summaryOf(4'000, 105, std::chrono::seconds(1))),
                     answerWith(summaryOf(4'010, 4'005, std::chrono::seconds(1)))});
        bench.load();
        for (const char* const text : {"one", "two", "three"}) {
            bench.type(text);
            bench.send();
            QTRY_VERIFY(!bench.controller.isAnswering());
        }
        ConversationMemory memory;
        memory.checkpoints = 2;
        bench.vault->setMemory(memory);
        bench.vault->setLive(bench.controller.currentChat(), 4'015);
        const auto kept = bench.estimates.goBackWait(3);
        const auto gone = bench.estimates.goBackWait(1);
        QVERIFY(kept && gone);
        memory.checkpoints = 1;
        bench.vault->setMemory(memory);
        QVERIFY(bench.estimates.goBackWait(3)->low > kept->low);
        memory.checkpoints = 3;
        bench.vault->setMemory(memory);
        QVERIFY(bench.estimates.goBackWait(1)->low < gone->low);
        bench.vault->setLive("another", 10);
        QCOMPARE(bench.estimates.goBackWait(1), gone);
    }

    void learns_from_an_answer_how_long_the_next_takes() {
        // 100 pieces in 50 s.
        Bench bench({answerWith(summaryOf(100, 0, std::chrono::seconds(50)))});
        bench.load();
        bench.type("Hello");
        bench.send();
        QTRY_VERIFY(!bench.controller.isAnswering());
        QTRY_COMPARE(bench.line(), QString("Space for 3,991 more pieces"));  // 100 read, 5 written
        bench.type(QString(4 * 92, 'x'));  // and 8 that a message costs besides: 100 new ones, but all is to be read
        QTRY_VERIFY(bench.line().contains("first word in"));
        QVERIFY2(bench.line().contains("1 min to 3 min"), qPrintable(bench.line()));  // 205 pieces, with little data
        QVERIFY(bench.estimates.line().strong);
    }

    void what_was_learned_is_there_after_a_restart() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.sqlite");
        QString kept;
        for (int start = 0; start < 2; ++start) {
            auto store = std::move(app::openChatStore(path)->store);
            app::EngineThread engine(loaderOf({answerWith(summaryOf(100, 0, std::chrono::seconds(50)))}));
            ModelController model(&engine, app::ModelChoice{"/nowhere/tiny.gguf", true}, {}, LoadOptions{});
            ChatModel chat;
            ChatController controller(&engine, store.get(), &chat);
            ParkedChats parked(&engine, store.get());
            EstimateController estimates({&engine, &model, &controller, &chat, &parked, store.get()});
            QString typed = "Hello";
            estimates.setTextSource([&typed] { return typed; });
            model.load();
            QTRY_VERIFY(model.isReady());
            estimates.noteTyping();
            if (start == 0) {
                QTRY_VERIFY(estimates.line().text.contains("time not known yet"));
                QVERIFY(controller.send(typed, Thinking::off));
                typed.clear();
                QTRY_VERIFY(!controller.isAnswering());
            } else {
                QTRY_VERIFY(estimates.line().text.contains("first word in"));
            }
        }
    }

    void the_time_counts_down_until_the_first_word_and_is_scored() {
        const auto gate = std::make_shared<Gate>();
        PromptProgress progress;
        progress.position = 50;
        progress.prompt_tokens = 100;
        progress.fresh_tokens_per_second = 5.0;
        Script second;
        second.event(Resumed{}).event(progress).waitAt(gate).text("Yes").summary(
            summaryOf(100, 0, std::chrono::seconds(1)));
        Bench bench({answerWith(summaryOf(100, 0, std::chrono::milliseconds(500))), second});
        bench.load();
        bench.type("Hello");
        bench.send();
        QTRY_VERIFY(!bench.controller.isAnswering());
        QCOMPARE(bench.estimates.score(), app::EstimateScore{});  // nothing was shown, so nothing is scored
        bench.type("And now?");
        QTRY_VERIFY(bench.line().contains("first word in a moment"));
        bench.send();
        QTRY_COMPARE(bench.line(), QString("First word in about 10 s"));  // 50 pieces are left, 5 a second
        gate->open();
        QTRY_COMPARE(bench.estimates.score(), (app::EstimateScore{1, 1}));
        QTRY_VERIFY(bench.line().startsWith("Space for"));
    }

    void a_message_that_cannot_fit_is_refused_with_numbers() {
        Bench bench({answerWith(summaryOf(100, 0, std::chrono::seconds(1)))});
        bench.load();
        bench.type(QString(4 * 5'000, 'x'));
        QTRY_VERIFY(bench.line().startsWith("This message needs"));
        // A guess is no reason to refuse anything.
        QVERIFY(!bench.estimates.refusal(bench.typed));
    }

    void the_share_of_the_mind_follows_the_chat() {
        Bench bench({answerWith(summaryOf(3'195, 0, std::chrono::seconds(1)))});
        bench.load();
        QTRY_COMPARE(bench.estimates.contextShare(), std::optional(0.0));
        QSignalSpy changes(&bench.estimates, &EstimateController::contextShareChanged);
        bench.type("Hello");
        bench.send();
        QTRY_COMPARE(bench.estimates.contextShare(), std::optional(3'200.0 / 4'096.0));
        QVERIFY(!changes.isEmpty());
        bench.controller.newChat();
        QTRY_COMPARE(bench.estimates.contextShare(), std::optional(0.0));
    }
};

STRATA_TEST(EstimateControllerTest);

#include "estimate_controller_test.moc"
