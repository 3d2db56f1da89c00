#include <algorithm>
#include <filesystem>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest/QtTest>

#include "base/system_memory.h"
#include "support/model_harness.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

const std::filesystem::path kBuiltInModel = STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf";

std::vector<std::int32_t> integers(const QJsonValue& list) {
    std::vector<std::int32_t> values;
    for (const QJsonValue& value : list.toArray()) {
        values.push_back(value.toInt());
    }
    return values;
}

QJsonArray reference_sequences() {
    QFile file(STRATA_TEST_FIXTURES "/strata-mini/reference.json");
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("the built-in model's reference is missing");
    }
    return QJsonDocument::fromJson(file.readAll()).array();
}

}  // namespace

class BuiltInModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The reference was computed by another program from the 16-bit weights. The file's weights have about 4 bits, so
    // where the text leaves the choice open, another token may win; where it does not, none may.
    void the_next_token_is_the_references_at_nearly_every_position() {
        ModelHarness harness(kBuiltInModel, available_levels().back(), 2, KvType::int8, 512);
        const std::size_t vocabulary = harness.model().config().vocab_size;
        std::size_t positions = 0, same = 0;
        const QJsonArray sequences = reference_sequences();
        QVERIFY(sequences.size() >= 10);
        for (const QJsonValue& sequence : sequences) {
            const auto ids = integers(sequence.toObject()["ids"]);
            const auto wanted = integers(sequence.toObject()["trunk_next"]);
            QCOMPARE(wanted.size(), ids.size());
            const std::vector<float> logits = harness.run(ids, {512});
            for (std::size_t row = 0; row < ids.size(); ++row) {
                const auto first = logits.begin() + static_cast<std::ptrdiff_t>(row * vocabulary);
                const auto best = std::max_element(first, first + static_cast<std::ptrdiff_t>(vocabulary)) - first;
                ++positions;
                same += best == wanted[row] ? 1 : 0;
            }
        }
        QVERIFY(positions > 2000);
        QVERIFY2(static_cast<double>(same) >= 0.90 * static_cast<double>(positions),
                 qPrintable(QString("%1 of %2 positions agree").arg(same).arg(positions)));
        qInfo("%zu of %zu positions agree with the 16-bit reference", same, positions);
    }

    void weights_are_read_in_place() {
        const std::uint64_t before = read_system_memory().process_private_bytes;
        if (before == 0) {
            QSKIP("this system does not tell what a process owns");
        }
        ModelHarness harness(kBuiltInModel, available_levels().back(), 2, KvType::int8, 8);
        harness.run(std::vector<std::int32_t>(64, 100), {8});
        const std::uint64_t after = read_system_memory().process_private_bytes;
        const std::uint64_t file = std::filesystem::file_size(kBuiltInModel);
        QVERIFY2(after - before < file / 2,
                 qPrintable(QString("%1 bytes of a file of %2").arg(after - before).arg(file)));
    }
};

STRATA_TEST(BuiltInModelTest);

#include "built_in_model_test.moc"
