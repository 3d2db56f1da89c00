#include "cli/synth/model_shape.h"

#include <QtTest/QtTest>

#include "cli/synth/model_plan.h"
#include "cli/synth/ngram_hash.h"
#include "cli/synth/type_choice.h"
#include "cli/synth/write_model.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::cli;

class ModelShapeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_full_shape_has_the_released_hash() {
        const ModelShape shape = model_shape(SynthPreset::full);
        const NgramConfig& ngram = *shape.config.ngram;
        QCOMPARE(ngram.multipliers, (std::vector<std::uint64_t>{23703573157769, 20109073645365, 8052911324071}));
        QCOMPARE(ngram.sizes.front(), std::uint64_t{20000003});
        QCOMPARE(ngram.sizes.back(), std::uint64_t{20000171});
        QCOMPARE(ngram.offsets[8], std::uint64_t{160000374});
        QCOMPARE(ngram.offsets.back(), std::uint64_t{300001275});
        QCOMPARE(shape.ngram_rows, std::uint64_t{320001536});
        QCOMPARE(ngram.end_of_text, 248044);
        QCOMPARE(ngram.image_token, 248056);
    }

    void the_full_shape_has_the_released_tensors() {
        const std::vector<TensorPlan> plan = model_plan(model_shape(SynthPreset::full), DraftLayer::without);
        QCOMPARE(plan.size(), std::size_t{1224});
        std::uint64_t values = 0;
        for (const TensorPlan& tensor : plan) {
            values += tensor.dims[0] * tensor.rows();
        }
        QVERIFY(values > 170'000'000'000 && values < 180'000'000'000);  // 125 billion and the table's 51 billion
    }

    void a_draft_layer_adds_a_block_with_its_own_mixer() {
        const ModelShape shape = model_shape(SynthPreset::tiny);
        const auto without = model_plan(shape, DraftLayer::without);
        const auto with = model_plan(shape, DraftLayer::with);
        QCOMPARE(with.size(), without.size() + 26 + 6);
    }

    void every_preset_is_consistent_data() {
        QTest::addColumn<int>("preset");
        for (const SynthPreset preset : {SynthPreset::tiny, SynthPreset::slice, SynthPreset::mid, SynthPreset::full}) {
            QTest::newRow(std::string(to_string(preset)).c_str()) << static_cast<int>(preset);
        }
    }
    void every_preset_is_consistent() {
        QFETCH(int, preset);
        const ModelShape shape = model_shape(static_cast<SynthPreset>(preset));
        const ModelConfig& config = shape.config;
        QCOMPARE(parse_preset(to_string(static_cast<SynthPreset>(preset))),
                 std::optional(static_cast<SynthPreset>(preset)));
        QCOMPARE(config.mixers.size(), config.layer_count);
        QVERIFY(config.attention_layer_count() >= 1);
        QCOMPARE(config.recurrent_value_heads % config.recurrent_key_heads, std::size_t{0});
        QCOMPARE(config.head_count % config.kv_head_count, std::size_t{0});
        QCOMPARE(config.ngram->sizes.size(), config.ngram->head_count());
        QVERIFY(config.mixers[config.ngram->layer] == MixerKind::gated_delta_net);
        QVERIFY(static_cast<std::size_t>(config.ngram->end_of_text) < config.vocab_size);
        QCOMPARE(shape.vision.hidden_size % shape.vision.head_count, std::size_t{0});
    }

    void primes_begin_at_the_number_itself() {
        QCOMPARE(primes_from(11, 3), (std::vector<std::uint64_t>{11, 13, 17}));
        QCOMPARE(primes_from(0, 3), (std::vector<std::uint64_t>{2, 3, 5}));
    }

    void planned_bytes_are_those_of_rows_and_padding() {
        const std::vector<TensorPlan> plan = {matrix_plan("a", 640, 3, TensorRole::down, 1.0F),
                                              vector_plan("b", 5, 1.0F, 0.0F)};
        const auto types = parse_types("Q2_0", {});
        QCOMPARE(planned_bytes(plan, *types), std::uint64_t{544 + 32});  // 3 rows of 180 bytes; 20 bytes
    }
};

STRATA_TEST(ModelShapeTest);
#include "model_shape_test.moc"
