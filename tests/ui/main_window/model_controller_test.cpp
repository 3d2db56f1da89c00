#include "ui/main_window/model_controller.h"

#include <QtTest/QtTest>

#include <thread>

#include <QFile>
#include <QStringList>
#include <QTemporaryDir>

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

    void a_model_that_is_not_loaded_is_called_by_its_own_name() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("x-q4_k_s.gguf"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto put = [&file](auto value) { file.write(reinterpret_cast<const char*>(&value), sizeof value); };
        const auto text = [&](const QByteArray& words) {
            put(quint64(words.size()));
            file.write(words);
        };
        file.write("GGUF");
        put(quint32(3));  // version
        put(quint64(0));  // tensors
        put(quint64(1));  // entries
        text("general.name");
        put(quint32(8));  // a string
        text("Grey Cat");
        file.close();
        app::EngineThread engine(loaderOf({answering({"a"})}));
        const ModelController model(&engine, app::ModelChoice{file.fileName(), false}, {}, {});
        QTRY_COMPARE(model.modelName(), QString("Grey Cat"));  // until then it is called as its file
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

    void a_request_loads_a_model_that_is_off() {
        app::EngineThread engine(loaderOf({answering({"a"})}));
        ModelController model(&engine, someModel(), {}, {});
        QVERIFY(model.isOff());
        QSignalSpy finished(&engine, &app::EngineThread::finished);
        engine.submit(GenerationRequest{});
        QVERIFY(model.isLoading());
        QTRY_COMPARE(finished.size(), 1);
        QTRY_COMPARE(shownActivity(model.activity()), QString("Ready"));
    }

    void freeing_stops_the_answer_and_gives_the_engine_back() {
        Script endless;
        endless.text("a").untilStopped();
        app::EngineThread engine(loaderOf({endless}));
        ModelController model(&engine, someModel(), {}, {});
        model.load();
        QTRY_VERIFY(model.isReady());
        QSignalSpy finished(&engine, &app::EngineThread::finished);
        engine.submit(GenerationRequest{});
        QTRY_COMPARE(model.activity().word, EngineActivity::Word::writing);
        model.toggle();
        QCOMPARE(shownActivity(model.activity()), QString("Freeing memory"));
        QVERIFY(!model.isReady());
        QTRY_VERIFY(model.isOff());
        QCOMPARE(finished.size(), 1);
        QVERIFY(!engine.status());
        model.toggle();
        QTRY_VERIFY(model.isReady());
    }

    void loading_can_be_cancelled() {
        app::EngineThread engine(
            [](const LoadOptions&, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
                while (progress({"reading", 0.5})) {
                    std::this_thread::yield();
                }
                return tl::unexpected(Error{ErrorCode::internal, "given up"});
            });
        ModelController model(&engine, someModel(), {}, {});
        model.setByteCount([] { return app::ReadAhead::Bytes{3'100'000'000, 25'300'000'000}; });
        model.load();
        QTRY_COMPARE(shownActivity(model.activity()).left(22), QString("Loading 3.1 of 25.3 GB"));
        model.toggle();
        QTRY_VERIFY(model.isOff());
        QVERIFY(!model.problem().has_value());
    }

    void a_model_that_nobody_uses_goes() {
        app::EngineThread engine(loaderOf({answering({"a"})}));
        ModelController model(&engine, someModel(), {}, {});
        model.setUnloadAfter(std::chrono::milliseconds(1));
        QSignalSpy unloaded(&model, &ModelController::unloaded);
        model.load();
        QTRY_COMPARE(unloaded.size(), 1);
        QVERIFY(model.isOff());
    }

    void a_model_in_use_stays() {
        const auto gate = std::make_shared<Gate>();
        Script script;
        script.text("a").waitAt(gate).text("b");
        app::EngineThread engine(loaderOf({script}));
        ModelController model(&engine, someModel(), {}, {});
        QSignalSpy finished(&engine, &app::EngineThread::finished);
        model.load();
        engine.submit(GenerationRequest{});
        QTRY_COMPARE(model.activity().word, EngineActivity::Word::writing);
        model.setUnloadAfter(std::chrono::milliseconds(1));
        QTest::qWait(20);
        QVERIFY(model.isReady());
        gate->open();
        QTRY_COMPARE(finished.size(), 1);
        QTRY_VERIFY(model.isOff());
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
