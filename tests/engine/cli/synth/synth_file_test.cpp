#include <QFile>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <cmath>
#include <filesystem>
#include <set>

#include "cli/synth/model_plan.h"
#include "cli/synth/vision_plan.h"
#include "cli/synth/write_model.h"
#include "gguf/gguf_file.h"
#include "support/model_harness.h"
#include "support/test_registry.h"
#include "text/tokenizer.h"

using namespace strata;
using namespace strata::cli;

namespace {

std::filesystem::path path_in(const QTemporaryDir& folder, const char* name) {
    return std::filesystem::path(folder.path().toStdU16String()) / name;
}

Result<void> write_tiny(const std::filesystem::path& path, const char* types, std::uint64_t seed,
                        DraftLayer draft = DraftLayer::without) {
    const ModelShape shape = model_shape(SynthPreset::tiny);
    GgufWriter writer;
    add_model_metadata(writer, shape, draft, seed);
    return write_tensors(writer, model_plan(shape, draft), *parse_types(types, {}), seed, path);
}

QByteArray bytes_of(const std::filesystem::path& path) {
    QFile file(QString::fromStdU16String(path.u16string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

double rms(const std::vector<float>& values) {
    double sum = 0;
    for (const float value : values) {
        sum += static_cast<double>(value) * value;
    }
    return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

class SynthFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_same_seed_gives_the_same_file() {
        const QTemporaryDir folder;
        QVERIFY(write_tiny(path_in(folder, "a.gguf"), "Q8_0", 1));
        QVERIFY(write_tiny(path_in(folder, "b.gguf"), "Q8_0", 1));
        QVERIFY(write_tiny(path_in(folder, "c.gguf"), "Q8_0", 2));
        const QByteArray a = bytes_of(path_in(folder, "a.gguf"));
        QVERIFY(!a.isEmpty());
        QVERIFY(a == bytes_of(path_in(folder, "b.gguf")));
        QVERIFY(a != bytes_of(path_in(folder, "c.gguf")));
    }

    void the_vocabulary_reads_every_text() {
        const QTemporaryDir folder;
        QVERIFY(write_tiny(path_in(folder, "a.gguf"), "Q8_0", 1));
        const auto file = GgufFile::open(path_in(folder, "a.gguf"));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        const auto tokenizer = Tokenizer::from_gguf(*file);
        QVERIFY2(tokenizer, tokenizer ? "" : tokenizer.error().message.c_str());
        const std::string text = "The teapot\n\t\xC3\xA9\xE2\x82\xAC 12 \xF0\x9F\x99\x82 <|im_end|>";
        const std::vector<TokenId> plain = tokenizer->encode(text, ControlTokens::plain_text);
        QCOMPARE(tokenizer->decode(plain), text);
        QVERIFY(plain.size() < text.size());  // some letters are grouped
        const std::vector<TokenId> ids = tokenizer->encode("<|im_end|>", ControlTokens::recognised);
        QCOMPARE(ids.size(), std::size_t{1});
        QVERIFY(tokenizer->is_control(ids[0]));
        QVERIFY(!tokenizer->stop_ids().empty());
    }

    void a_draft_layer_is_no_layer_of_the_model() {
        const QTemporaryDir folder;
        QVERIFY(write_tiny(path_in(folder, "a.gguf"), "Q4_0", 1, DraftLayer::with));
        const auto file = GgufFile::open(path_in(folder, "a.gguf"));
        QVERIFY(file);
        QVERIFY(file->find_tensor("blk.8.nextn.eh_proj.weight") != nullptr);
        const auto model = Model::open(*file);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE((*model)->config().layer_count, std::size_t{8});
        QCOMPARE((*model)->config().draft_layer_count, std::size_t{1});
    }

    void a_reader_sees_the_shape_that_was_asked_for() {
        const QTemporaryDir folder;
        QVERIFY(write_tiny(path_in(folder, "a.gguf"), "Q8_0", 1));
        const auto file = GgufFile::open(path_in(folder, "a.gguf"));
        const auto model = Model::open(*file);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        const ModelConfig& got = (*model)->config();
        const ModelConfig wanted = model_shape(SynthPreset::tiny).config;
        QCOMPARE(got.hidden_size, wanted.hidden_size);
        QVERIFY(got.mixers == wanted.mixers);
        QVERIFY(got.indexer_blocks == wanted.indexer_blocks);
        QCOMPARE(got.indexer_budget, wanted.indexer_budget);
        QCOMPARE(got.experts_per_token, wanted.experts_per_token);
        QVERIFY(got.ngram->multipliers == wanted.ngram->multipliers);
        QVERIFY(got.ngram->sizes == wanted.ngram->sizes);
        QCOMPARE(got.ngram->image_token, wanted.ngram->image_token);
    }

    void what_flows_through_the_network_stays_near_1() {
        const QTemporaryDir folder;
        QVERIFY(write_tiny(path_in(folder, "a.gguf"), "F32", 1));
        testing::ModelHarness model(path_in(folder, "a.gguf"), CpuLevel::scalar, 1, KvType::f32, 64);
        std::vector<std::int32_t> ids;
        for (std::int32_t i = 0; i < 200; ++i) {
            ids.push_back(i * 37 % 900);
        }
        testing::GatheredTaps taps;
        const std::vector<float> logits = model.run(ids, {64}, &taps);

        for (int layer = 0; layer < 8; ++layer) {
            const std::string suffix = "_l" + std::to_string(layer);
            const double residual = rms(taps.floats.at("residual" + suffix));
            QVERIFY2(residual > 0.5 && residual < 8.0, qPrintable(QString("residual %1: %2").arg(layer).arg(residual)));
            const double mixed = rms(taps.floats.at("attn_out" + suffix));
            QVERIFY2(mixed > 0.05 && mixed < 3.0, qPrintable(QString("mixer %1: %2").arg(layer).arg(mixed)));
            const double fed = rms(taps.floats.at("ffn_out" + suffix));
            QVERIFY2(fed > 0.05 && fed < 3.0, qPrintable(QString("experts %1: %2").arg(layer).arg(fed)));
            const std::vector<std::int32_t>& chosen = taps.integers.at("router_ids" + suffix);
            const std::set<std::int32_t> experts(chosen.begin(), chosen.end());
            QCOMPARE(experts.size(), std::size_t{16});  // every expert is somebody's choice
        }
        const double spread = rms(logits);
        QVERIFY2(spread > 1.0 && spread < 10.0, qPrintable(QString::number(spread)));
    }

    void large_tensors_get_values_of_the_same_size() {
        const QTemporaryDir folder;
        const std::vector<TensorPlan> plan = {matrix_plan("drawn", 2560, 64, TensorRole::dense, 1.5F),
                                              matrix_plan("pooled", 2560, 2048, TensorRole::dense, 1.5F)};
        GgufWriter writer;
        QVERIFY(write_tensors(writer, plan, *parse_types("Q4_K", {}), 1, path_in(folder, "a.gguf")));
        const auto file = GgufFile::open(path_in(folder, "a.gguf"));
        QVERIFY(file);
        for (const char* name : {"drawn", "pooled"}) {
            const TensorInfo& tensor = *file->find_tensor(name);
            std::vector<float> values(64 * 2560);
            dequantize_row(tensor.type, file->tensor_bytes(tensor).first(row_bytes(tensor.type, values.size())),
                           values);
            const double expected = 1.5 / std::sqrt(2560.0);
            QVERIFY2(std::abs(rms(values) / expected - 1.0) < 0.03, name);
        }
    }

    void a_vision_tower_fits_the_model() {
        const QTemporaryDir folder;
        const ModelShape shape = model_shape(SynthPreset::tiny);
        GgufWriter writer;
        add_vision_metadata(writer, shape);
        QVERIFY(write_tensors(writer, vision_plan(shape), {}, 1, path_in(folder, "a-mmproj.gguf")));
        const auto file = GgufFile::open(path_in(folder, "a-mmproj.gguf"));
        QVERIFY2(file, file ? "" : file.error().message.c_str());
        QCOMPARE(*file->find("general.architecture")->as_string(), std::string("clip"));
        QCOMPARE(file->find("clip.vision.projection_dim")->as_integer(), std::optional<std::int64_t>(128));
        QCOMPARE(file->find_tensor("mm.2.weight")->dims[1], std::uint64_t{128});
        QCOMPARE(file->find("clip.vision.image_mean")->array_size(), std::size_t{3});
    }

    void a_disk_without_room_is_noticed_before_anything_is_written() {
        const QTemporaryDir folder;
        const auto room = check_room(path_in(folder, "a.gguf"), std::uint64_t{1} << 62);
        QVERIFY(!room);
        QCOMPARE(room.error().code, ErrorCode::io_error);
        QVERIFY(check_room(path_in(folder, "a.gguf"), 1));
        QVERIFY(!check_room(path_in(folder, "no such folder/a.gguf"), 1));
    }
};

STRATA_TEST(SynthFileTest);
#include "synth_file_test.moc"
