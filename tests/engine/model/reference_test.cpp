#include <algorithm>
#include <cmath>
#include <filesystem>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest/QtTest>

#include "support/model_harness.h"
#include "support/npy.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

// Float weights: what three independent computations agree to, with room (max abs 1.2e-4 and 9e-6 were measured).
constexpr double kFloatMaxAbs = 1e-3;
constexpr double kFloatRelative = 5e-5;

// 8-bit activations: twice what another engine with 8-bit activations differs from the exact logits of the file.
struct QuantTolerance {
    const char* type;
    double relative, max_abs;
};
constexpr QuantTolerance kQuantTolerances[] = {
    {"Q8_0", 2 * 2.4e-3, 2 * 0.09},  {"Q4_K", 2 * 4.7e-3, 2 * 0.36},    {"IQ4_XS", 2 * 4.0e-3, 2 * 0.22},
    {"IQ3_S", 2 * 4.0e-3, 2 * 0.37}, {"IQ3_XXS", 2 * 3.8e-3, 2 * 0.25}, {"IQ2_XS", 2 * 5.1e-3, 2 * 0.59},
    {"IQ1_M", 2 * 4.7e-3, 2 * 0.25}, {"Q2_0", 2 * 6.8e-3, 2 * 0.77},
};

std::filesystem::path path_of(const QString& path) {
    return std::filesystem::path(path.toStdU16String());
}

// The bundled reference values, and the full set where a folder with it was given to the build.
QStringList reference_folders() {
    QStringList folders{QStringLiteral(STRATA_REFERENCE)};
    if (QString(STRATA_ALL_FIXTURES).size() > 0) {
        folders << QStringLiteral(STRATA_ALL_FIXTURES) + "/qwen4exp-tiny";
    }
    return folders;
}

QString float_model(const QString& folder) {
    const QString bf16 = folder + "/tiny-a/tiny-a-bf16.gguf";
    return QFile::exists(bf16) ? bf16 : folder + "/tiny-a/tiny-a-f32.gguf";
}

std::vector<std::int32_t> sequence_of(const QString& file, const QString& name) {
    QFile json(file);
    if (!json.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be opened", qPrintable(file));
    }
    std::vector<std::int32_t> ids;
    for (const QJsonValue& id : QJsonDocument::fromJson(json.readAll()).object()[name].toArray()) {
        ids.push_back(id.toInt());
    }
    return ids;
}

struct Difference {
    double max_abs = 0.0, relative = 0.0;
};

Difference compare(const float* got, const std::vector<float>& wanted) {
    double error = 0.0, norm = 0.0;
    Difference difference;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (std::isnan(wanted[i]) && std::isnan(got[i])) {
            continue;
        }
        const double d = std::fabs(static_cast<double>(got[i]) - wanted[i]);
        difference.max_abs = std::isnan(d) ? INFINITY : std::max(difference.max_abs, d);
        error += d * d;
        norm += static_cast<double>(wanted[i]) * wanted[i];
    }
    difference.relative = std::isnan(error) ? INFINITY : std::sqrt(error / std::max(norm, 1e-300));
    return difference;
}

std::size_t best_of(const float* row, std::size_t size) {
    return static_cast<std::size_t>(std::max_element(row, row + size) - row);
}

}  // namespace

class ReferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void float_logits_equal_the_reference_however_they_are_cut_data();
    void float_logits_equal_the_reference_however_they_are_cut();
    void every_inner_value_equals_the_reference_data();
    void every_inner_value_equals_the_reference();
    void quantised_logits_stay_near_the_exact_ones_data();
    void quantised_logits_stay_near_the_exact_ones();
};

void ReferenceTest::float_logits_equal_the_reference_however_they_are_cut_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("threads");
    for (const QString& folder : reference_folders()) {
        for (const CpuLevel level : available_levels()) {
            for (const int threads : {1, 2}) {
                QTest::addRow("%s, %s, %d threads", qPrintable(QDir(folder).dirName()), to_string(level).data(),
                              threads)
                    << folder << static_cast<int>(level) << threads;
            }
        }
    }
}

void ReferenceTest::float_logits_equal_the_reference_however_they_are_cut() {
    QFETCH(QString, folder);
    QFETCH(int, level);
    QFETCH(int, threads);
    ModelHarness harness(path_of(float_model(folder)), static_cast<CpuLevel>(level), threads, KvType::f32, 256);
    for (const char* name : {"s1", "s2", "s7", "s64", "s200", "cached"}) {
        const auto ids = sequence_of(folder + "/tiny-a/sequences.json", name);
        const NpyArray wanted = read_npy(folder + "/tiny-a/logits/" + name + ".npy");
        const std::size_t first = ids.size() - wanted.rows();  // of long sequences the last rows may be enough
        for (const Cuts& cuts : {Cuts{256}, Cuts{1}, Cuts{7}, Cuts{64}, Cuts{32, 1}}) {
            const std::vector<float> got = harness.run(ids, cuts);
            const Difference difference = compare(got.data() + first * wanted.row_size(), wanted.floats);
            QVERIFY2(difference.max_abs <= kFloatMaxAbs && difference.relative <= kFloatRelative,
                     qPrintable(QString("%1 cut by %2: max abs %3, relative %4")
                                    .arg(name)
                                    .arg(cuts[0])
                                    .arg(difference.max_abs)
                                    .arg(difference.relative)));
        }
    }
}

void ReferenceTest::every_inner_value_equals_the_reference_data() {
    float_logits_equal_the_reference_however_they_are_cut_data();
}

void ReferenceTest::every_inner_value_equals_the_reference() {
    QFETCH(QString, folder);
    QFETCH(int, level);
    QFETCH(int, threads);
    ModelHarness harness(path_of(float_model(folder)), static_cast<CpuLevel>(level), threads, KvType::f32, 256);
    const auto ids = sequence_of(folder + "/tiny-a/sequences.json", "s64");
    const ModelConfig& config = harness.model().config();
    const QDir taps_folder(folder + "/tiny-a/taps_s64");
    const QStringList files = taps_folder.entryList({"*.npy"});
    QVERIFY(files.size() >= 30);
    for (const Cuts& cuts : {Cuts{64}, Cuts{7}, Cuts{1}}) {
        GatheredTaps taps;
        harness.run(ids, cuts, &taps);
        for (std::size_t layer = 0; layer < config.layer_count; ++layer) {
            if (config.mixers[layer] != MixerKind::gated_delta_net) {
                continue;
            }
            const std::size_t index = config.index_in_kind(layer);
            const std::size_t size = config.recurrent_head_size;
            auto& state = taps.floats["gdn_state_l" + std::to_string(layer)];
            for (std::size_t head = 0; head < config.recurrent_value_heads; ++head) {
                const float* stored = harness.sequence().running.recurrence(index, head);
                for (std::size_t k = 0; k < size; ++k) {
                    for (std::size_t v = 0; v < size; ++v) {
                        state.push_back(stored[v * size + k]);
                    }
                }
            }
            GatheredTaps conv;
            conv.rows("conv", -1, std::as_const(harness.sequence().running).conv(index));
            taps.floats["gdn_conv_state_l" + std::to_string(layer)] = conv.floats["conv"];
        }
        taps.rows("ple_conv_state", -1, std::as_const(harness.sequence().running).ngram());

        for (const QString& file : files) {
            const std::string name = file.chopped(4).toStdString();
            if (name.starts_with("indexer_scores") && cuts[0] != 64) {
                continue;  // the scores of a shorter window are a narrower matrix
            }
            const NpyArray wanted = read_npy(taps_folder.filePath(file));
            if (!wanted.integers.empty()) {
                QVERIFY2(taps.integers[name] == wanted.integers, qPrintable(file));
                continue;
            }
            QVERIFY2(taps.floats[name].size() == wanted.floats.size(), qPrintable(file));
            const Difference difference = compare(taps.floats[name].data(), wanted.floats);
            QVERIFY2(difference.max_abs <= kFloatMaxAbs,
                     qPrintable(QString("%1: max abs %2").arg(file).arg(difference.max_abs)));
        }
    }
}

void ReferenceTest::quantised_logits_stay_near_the_exact_ones_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("relative");
    QTest::addColumn<double>("max_abs");
    QTest::addColumn<int>("level");
    for (const QString& folder : reference_folders()) {
        for (const QuantTolerance& tolerance : kQuantTolerances) {
            if (!QFile::exists(QString("%1/tiny-aq/tiny-aq-%2.gguf").arg(folder, tolerance.type))) {
                continue;
            }
            for (const CpuLevel level : available_levels()) {
                QTest::addRow("%s, %s, %s", qPrintable(QDir(folder).dirName()), tolerance.type, to_string(level).data())
                    << folder << QString(tolerance.type) << tolerance.relative << tolerance.max_abs
                    << static_cast<int>(level);
            }
        }
    }
}

void ReferenceTest::quantised_logits_stay_near_the_exact_ones() {
    QFETCH(QString, folder);
    QFETCH(QString, type);
    QFETCH(double, relative);
    QFETCH(double, max_abs);
    QFETCH(int, level);
    ModelHarness harness(path_of(QString("%1/tiny-aq/tiny-aq-%2.gguf").arg(folder, type)), static_cast<CpuLevel>(level),
                         2, KvType::f32, 256);
    std::size_t rows = 0, same_best = 0;
    for (const char* name : {"s7", "s64", "s200"}) {
        const QString file = QString("%1/tiny-aq/%2/logits_%3.npy").arg(folder, type, name);
        if (!QFile::exists(file)) {
            continue;
        }
        const auto ids = sequence_of(folder + "/tiny-aq/sequences.json", name);
        const NpyArray wanted = read_npy(file);
        for (const Cuts& cuts : {Cuts{256}, Cuts{7}, Cuts{1}}) {
            const std::vector<float> got = harness.run(ids, cuts);
            const std::size_t vocabulary = wanted.row_size();
            const std::size_t first = ids.size() - wanted.rows();
            const Difference difference = compare(got.data() + first * vocabulary, wanted.floats);
            QVERIFY2(difference.relative <= relative && difference.max_abs <= max_abs,
                     qPrintable(QString("%1 cut by %2: max abs %3, relative %4")
                                    .arg(name)
                                    .arg(cuts[0])
                                    .arg(difference.max_abs)
                                    .arg(difference.relative)));
            for (std::size_t row = 0; row < wanted.rows(); ++row) {
                ++rows;
                same_best += best_of(got.data() + (first + row) * vocabulary, vocabulary) ==
                             best_of(wanted.floats.data() + row * vocabulary, vocabulary);
            }
        }
    }
    QVERIFY(rows > 0);
    QVERIFY2(static_cast<double>(same_best) >= 0.98 * static_cast<double>(rows),
             qPrintable(QString("%1 of %2 best tokens agree").arg(same_best).arg(rows)));
}

STRATA_TEST(ReferenceTest);

#include "reference_test.moc"
