#include <QtTest/QtTest>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include "gguf/quant_type.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

QByteArray fixture(const QString& name) {
    QFile file(QStringLiteral(STRATA_TEST_FIXTURES "/quant/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::span<const std::byte> bytes_of(const QByteArray& data) {
    return std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size())));
}

/// The same bit pattern, or both not a number.
bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

}  // namespace

class QuantDecodeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blocks_decode_to_the_reference_values_bit_for_bit_data() {
        QTest::addColumn<QString>("blocks");
        QTest::addColumn<QString>("values");
        QTest::addColumn<int>("count");
        const QJsonDocument manifest = QJsonDocument::fromJson(fixture("manifest.json"));
        for (const QJsonValue entry : manifest["blocks"].toArray()) {
            QTest::newRow(qUtf8Printable(entry["type"].toString()))
                << entry["blocks"].toString() << entry["values"].toString() << entry["count"].toInt();
        }
    }

    void blocks_decode_to_the_reference_values_bit_for_bit() {
        QFETCH(QString, blocks);
        QFETCH(QString, values);
        QFETCH(int, count);
        const QuantType type = parse_quant_type(QTest::currentDataTag()).value();
        const std::size_t size = static_cast<std::size_t>(count) * quant_type_info(type).block_values;
        const QByteArray encoded = fixture(blocks);
        const QByteArray wanted_bytes = fixture(values);
        QCOMPARE(static_cast<std::size_t>(encoded.size()), row_bytes(type, size));
        QCOMPARE(static_cast<std::size_t>(wanted_bytes.size()), size * sizeof(float));
        std::vector<float> wanted(size);
        std::memcpy(wanted.data(), wanted_bytes.constData(), size * sizeof(float));

        std::vector<float> got(size);
        dequantize_row(type, bytes_of(encoded), got);

        for (std::size_t i = 0; i < size; ++i) {
            if (!same(got[i], wanted[i])) {
                QFAIL(qPrintable(QString("value %1 of block %2: %3 instead of %4")
                                     .arg(i % quant_type_info(type).block_values)
                                     .arg(i / quant_type_info(type).block_values)
                                     .arg(static_cast<double>(got[i]))
                                     .arg(static_cast<double>(wanted[i]))));
            }
        }
    }

    void every_weight_type_has_reference_blocks() {
        std::set<std::string_view> covered;
        const QJsonDocument manifest = QJsonDocument::fromJson(fixture("manifest.json"));
        for (const QJsonValue entry : manifest["blocks"].toArray()) {
            covered.insert(quant_type_info(parse_quant_type(entry["type"].toString().toStdString()).value()).name);
        }
        for (std::uint32_t id = 0; id < kQuantTypeCount; ++id) {
            const QuantTypeInfo* info = find_quant_type(id);
            if (info != nullptr && info->is_weight) {
                QVERIFY2(covered.count(info->name) == 1, info->name.data());
            }
        }
    }

    void q8_1_decodes_like_q8_0_with_a_sum_in_between() {
        const QByteArray q8_0 = fixture("blocks/Q8_0.bin");
        QByteArray q8_1;
        for (qsizetype at = 0; at < q8_0.size(); at += 34) {
            q8_1 += q8_0.mid(at, 2) + QByteArray("\x12\x34", 2) + q8_0.mid(at + 2, 32);
        }
        std::vector<float> wanted(64 * 32), got(64 * 32);
        dequantize_row(QuantType::Q8_0, bytes_of(q8_0), wanted);
        dequantize_row(QuantType::Q8_1, bytes_of(q8_1), got);
        for (std::size_t i = 0; i < got.size(); ++i) {
            QVERIFY(same(got[i], wanted[i]));
        }
    }

    void blocks_may_start_at_any_address() {
        const QByteArray encoded = fixture("blocks/Q6_K.bin");
        std::vector<float> wanted(64 * 256), got(64 * 256);
        dequantize_row(QuantType::Q6_K, bytes_of(encoded), wanted);
        for (int shift = 1; shift < 8; ++shift) {
            const QByteArray shifted = QByteArray(shift, '\0') + encoded;
            dequantize_row(QuantType::Q6_K, bytes_of(shifted).subspan(static_cast<std::size_t>(shift)), got);
            for (std::size_t i = 0; i < got.size(); ++i) {
                QVERIFY(same(got[i], wanted[i]));
            }
        }
    }

    void an_empty_row_is_fine() { dequantize_row(QuantType::Q4_K, {}, {}); }
};

STRATA_TEST(QuantDecodeTest);

#include "quant_decode_test.moc"
