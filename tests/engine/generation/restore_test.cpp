#include <QTemporaryDir>
#include <QtTest/QtTest>

#include "base/cpu_features.h"
#include "generation/cache_check.h"
#include "model/loaded_model.h"
#include "support/built_in_engine.h"
#include "support/test_registry.h"
#include "text/prompt_encoder.h"

using namespace strata;
using namespace strata::testing;

namespace {

std::vector<std::pair<const char*, CpuChoice>> choices() {
    std::vector<std::pair<const char*, CpuChoice>> all = {{"scalar", CpuChoice::scalar}};
    const CpuFeatures features = detect_cpu_features();
    for (const auto& [name, choice] : {std::pair{"avx2", CpuChoice::avx2},
                                       {"avx2_vnni", CpuChoice::avx2_vnni},
                                       {"avx512", CpuChoice::avx512},
                                       {"avx512_amx", CpuChoice::avx512_amx}}) {
        if (choose_cpu_level(choice, features)) {
            all.emplace_back(name, choice);
        }
    }
    return all;
}

// A chat of four turns: two whose history is rendered again, one that goes on exactly, one that changes a message.
struct Turn {
    std::string text, reasoning;
    StateFingerprint state;
    ResumeSource source = ResumeSource::nothing;
};

std::vector<Turn> play(LoadOptions options, ResumeMode resume, Thinking thinking, bool preserve) {
    options.resume = resume;
    options.chunk = 32;  // several chunks for a short chat
    const auto engine = load(options);
    std::vector<Turn> turns;
    GenerationRequest request =
        question("My name is Nadia. Remember it, as I will ask for it in a moment, after some words.");
    request.thinking = thinking;
    request.preserve_thinking = preserve;
    request.limits.max_tokens = thinking == Thinking::off ? 12 : 28;  // closing the thinking takes some
    request.limits.thinking_budget = 5;
    const auto step = [&](const GenerationRequest& asked) {
        const Heard heard = ask(*engine, asked);
        turns.push_back({heard.text, heard.reasoning, engine->fingerprint(), heard.summary.source});
        ChatMessage said = message(Role::assistant, heard.text);
        said.reasoning = heard.reasoning;
        request.messages.push_back(said);
    };
    step(request);
    request.messages.push_back(message(Role::user, "What is my name?"));
    step(request);
    request.messages.push_back(message(Role::user, "Say it again."));
    step(request);
    request.messages.resize(3);
    request.messages.push_back(message(Role::user, "What is the capital of France?"));
    step(request);
    // Exactly what the session holds, and more.
    GenerationRequest exact = request;
    exact.messages.clear();
    exact.raw_prompt = turn("My name is Tom.");
    const Heard first = ask(*engine, exact);
    turns.push_back({first.text, first.reasoning, engine->fingerprint(), first.summary.source});
    *exact.raw_prompt += first.text;
    *exact.raw_prompt += "<|im_end|>\n" + turn("What is my name?");
    const Heard second = ask(*engine, exact);
    turns.push_back({second.text, second.reasoning, engine->fingerprint(), second.summary.source});
    return turns;
}

/// A small model's parts for the cache check, with what a fault in restoring would do.
class Checker {
public:
    explicit Checker(std::function<void(SequenceState&)> after_restore = {}) {
        LoadOptions options;
        options.model = kBuiltInModel;
        options.threads = 2;
        const GgufFile file = *GgufFile::open(options.model);
        loaded_ = *LoadedModel::open(file, options);
        encoder_ = std::make_unique<PromptEncoder>(*PromptEncoder::from_gguf(file));
        for (std::size_t id = 0; id < loaded_.model->config().vocab_size; ++id) {
            allowed_.push_back(encoder_->tokenizer().is_used(static_cast<TokenId>(id)) ? 1 : 0);
        }
        check_ = std::make_unique<CacheCheck>(
            CacheCheck::Parts{.model = loaded_.model.get(),
                              .generator = {loaded_.pass.get(), &encoder_->tokenizer(), allowed_, 8192},
                              .encoder = encoder_.get(),
                              .kv_type = KvType::int8,
                              .chunk = loaded_.chunk,
                              .after_restore = std::move(after_restore)});
    }

    CacheCheckResult play(const std::string& name) {
        const QTemporaryDir folder;
        const auto results = check_->run({folder.path().toStdString(), {name}}, {}, {});
        if (!results || results->size() != 1) {
            qFatal("%s", results ? "no result" : results.error().message.c_str());
        }
        return results->front();
    }

private:
    LoadedModel loaded_;
    std::unique_ptr<PromptEncoder> encoder_;
    std::vector<std::uint8_t> allowed_;
    std::unique_ptr<CacheCheck> check_;
};

void clear(std::span<const float> values) {
    std::fill_n(const_cast<float*>(values.data()), values.size(), 0.0F);
}

}  // namespace

class RestoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void restoring_and_reading_again_leave_the_same_state_data() {
        QTest::addColumn<int>("cpu");
        QTest::addColumn<int>("kv");
        QTest::addColumn<int>("thinking");
        QTest::addColumn<bool>("preserve");
        for (const auto& [name, cpu] : choices()) {
            for (const KvType kv : {KvType::f16, KvType::int8}) {
                for (const Thinking thinking : {Thinking::off, Thinking::low}) {
                    for (const bool preserve : {true, false}) {
                        if (thinking == Thinking::off && !preserve) {
                            continue;  // nothing to preserve
                        }
                        // The slow reference plays a chat with thinking once per type.
                        if (cpu == CpuChoice::scalar &&
                            (thinking == Thinking::off || preserve != (kv == KvType::int8))) {
                            continue;
                        }
                        QTest::addRow("%s %s %s %s", name, kv == KvType::f16 ? "f16" : "int8",
                                      thinking == Thinking::off ? "plain" : "thinking", preserve ? "kept" : "dropped")
                            << static_cast<int>(cpu) << static_cast<int>(kv) << static_cast<int>(thinking) << preserve;
                    }
                }
            }
        }
    }

    void restoring_and_reading_again_leave_the_same_state() {
        QFETCH(int, cpu);
        QFETCH(int, kv);
        QFETCH(int, thinking);
        QFETCH(bool, preserve);
        LoadOptions options;
        options.cpu = static_cast<CpuChoice>(cpu);
        options.kv_type = static_cast<KvType>(kv);
        const auto restored = play(options, ResumeMode::restore, static_cast<Thinking>(thinking), preserve);
        const auto read = play(options, ResumeMode::reread, static_cast<Thinking>(thinking), preserve);
        QCOMPARE(restored.size(), read.size());
        bool resumed = false;
        for (std::size_t i = 0; i < restored.size(); ++i) {
            const std::string difference = first_difference(restored[i].state, read[i].state);
            QVERIFY2(difference.empty(), qPrintable(QString("turn %1: %2").arg(i + 1).arg(difference.c_str())));
            QCOMPARE(restored[i].text, read[i].text);
            QCOMPARE(restored[i].reasoning, read[i].reasoning);
            QCOMPARE(restored[i].source, read[i].source);
            resumed = resumed || restored[i].source == ResumeSource::checkpoint;
        }
        QVERIFY(resumed);
        QCOMPARE(restored.back().source, ResumeSource::live_session);
    }

    void scenarios_pass_data() {
        QTest::addColumn<QString>("name");
        for (const CacheCheckScenario& scenario : cache_check_scenarios()) {
            QTest::newRow(scenario.name.c_str()) << QString::fromStdString(scenario.name);
        }
    }

    void scenarios_pass() {
        QFETCH(QString, name);
        const CacheCheckResult result = Checker().play(name.toStdString());
        QVERIFY2(result.passed, result.difference.c_str());
        QVERIFY(result.requests > 0);
        QVERIFY(name == "admission" || result.resumed > 0);
    }

    void a_component_left_out_of_a_restore_is_found_data() {
        QTest::addColumn<QString>("component");
        for (const char* name : {"recurrence", "convolution", "indexer tail", "n-gram history", "last ids", "keys",
                                 "values", "pooled keys"}) {
            QTest::newRow(name) << name;
        }
    }

    void a_component_left_out_of_a_restore_is_found() {
        QFETCH(QString, component);
        Checker checker([&](SequenceState& state) {
            if (component == "last ids") {
                std::ranges::fill(state.running.last_ids, -1);
            }
            for (const RunningState::Part& part : state.running.parts()) {
                if (component == part.name) {
                    clear(part.values);
                }
            }
            const KvGeometry& geometry = state.kv.geometry();
            for (std::size_t cell = 0; cell < 8; ++cell) {
                const std::size_t bytes = kv_data_bytes(geometry.type, geometry.size);
                if (component == "keys") {
                    std::memset(state.kv.key(0, 0, cell).data, 0, bytes);
                } else if (component == "values") {
                    std::memset(state.kv.value(0, 0, cell).data, 0, bytes);
                }
            }
            if (component == "pooled keys") {
                clear({state.kv.pooled_key(0, 0), geometry.indexer_size});
            }
        });
        const CacheCheckResult result = checker.play("reuse");
        QVERIFY(!result.passed);
        QVERIFY2(!result.difference.empty(), "a failure names the first difference");
    }

    void an_unknown_scenario_is_refused() {
        const auto engine = load();
        const auto results = engine->check_cache({{}, {"nonsense"}}, {}, {});
        QVERIFY(!results);
        QCOMPARE(results.error().code, ErrorCode::invalid_argument);
    }
};

STRATA_TEST(RestoreTest);
#include "restore_test.moc"
