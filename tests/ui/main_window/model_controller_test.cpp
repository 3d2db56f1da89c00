#include "ui/main_window/model_controller.h"

#include <QtTest/QtTest>

#include <QStringList>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Gate;
using strata::testing::loaderOf;
using strata::testing::Script;

namespace {

app::ModelChoice someModel() {
    return {"/models/tiny.gguf", true};
}

}  // namespace

class ModelControllerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_state_is_one_word_and_one_number() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.event(Resumed{}).reading(38, 100).waitAt(gate).text("a").text("b").text("c");
        app::EngineThread engine(loaderOf({script}));
        ModelController model(&engine, someModel(), {}, {});
        QCOMPARE(shownActivity(model.activity()), QString("Off"));
        model.load();
        QCOMPARE(shownActivity(model.activity()), QString("Loading – %"));
        QTRY_COMPARE(shownActivity(model.activity()), QString("Ready"));
        engine.submit(GenerationRequest{});
        QTRY_COMPARE(shownActivity(model.activity()), QString("Reading 38 %"));
        gate->open();
        QTRY_COMPARE(shownActivity(model.activity()), QString("Ready"));
        QCOMPARE(model.activity().last_pieces_per_second, std::optional(100.0));
    }

    void an_unknown_speed_is_a_dash() {
        Script script;
        script.text("a").untilStopped();
        app::EngineThread engine(loaderOf({script}));
        ModelController model(&engine, someModel(), {}, {});
        model.load();
        engine.submit(GenerationRequest{});
        QTRY_COMPARE(shownActivity(model.activity()), QString("Writing – pieces/s"));
        EngineActivity known = model.activity();
        known.pieces_per_second = 84.6;
        QCOMPARE(shownActivity(known), QString("Writing 85 pieces/s"));
    }

    void passes_on_the_options_and_the_path() {
        std::string path;
        int threads = 0;
        app::EngineThread engine([&](const LoadOptions& options, const LoadProgress& progress) {
            path = options.model.string();
            threads = options.threads;
            return loaderOf({})(options, progress);
        });
        LoadOptions options;
        options.threads = 3;
        ModelController model(&engine, someModel(), {}, options);
        QCOMPARE(model.modelName(), QString("tiny"));
        model.load();
        QTRY_VERIFY(model.isReady());
        QCOMPARE(path, std::string("/models/tiny.gguf"));
        QCOMPARE(threads, 3);
        QCOMPARE(model.modelName(), QString("Scripted"));
    }

    void follows_what_was_remembered() {
        const auto gate = std::make_shared<Gate>();
        Resumed resumed;
        resumed.reused_tokens = 87;
        resumed.source = ResumeSource::disk;
        GenerationSummary summary;
        summary.prompt_tokens = 100;
        summary.reused_tokens = 87;
        summary.source = ResumeSource::disk;
        summary.reread_reason = RereadReason::edited_message;
        Script script;
        script.event(resumed).reading(90, 100).waitAt(gate).text("a").summary(summary);
        app::EngineThread engine(loaderOf({script}));
        ModelController model(&engine, someModel(), {}, {});
        model.load();
        QTRY_VERIFY(model.isReady());
        QVERIFY(!model.activity().remembered);
        engine.submit(GenerationRequest{});
        QTRY_VERIFY(model.activity().remembered);
        QCOMPARE(model.activity().remembered->reused_pieces, 87);
        QCOMPARE(model.activity().remembered->source, ResumeSource::disk);
        gate->open();
        QTRY_COMPARE(model.activity().word, EngineActivity::Word::ready);
        QCOMPARE(model.activity().remembered->reason, RereadReason::edited_message);
    }

    void a_failed_load_can_be_tried_again() {
        std::atomic<bool> works{false};
        app::EngineThread engine(
            [&works](const LoadOptions& options, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
                if (!works) {
                    return tl::unexpected(Error{ErrorCode::bad_file, "damaged"});
                }
                return loaderOf({})(options, progress);
            });
        ModelController model(&engine, someModel(), {}, {});
        model.load();
        QTRY_VERIFY(model.problem().has_value());
        QCOMPARE(shownActivity(model.activity()), QString("Failed"));
        QVERIFY(model.problem()->text.contains("damaged"));
        works = true;
        model.load();
        QVERIFY(!model.problem().has_value());
        QTRY_VERIFY(model.isReady());
    }

    void without_a_model_it_says_so() {
        app::EngineThread engine(loaderOf({}));
        ModelController model(&engine, std::nullopt, {"/here"}, {});
        model.load();
        QVERIFY(model.problem().has_value());
        QCOMPARE(shownActivity(model.activity()), QString("No model"));
        QVERIFY(!model.isBuiltIn());
    }
};

STRATA_TEST(ModelControllerTest);

#include "model_controller_test.moc"
