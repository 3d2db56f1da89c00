#include "gguf/quant_tables.h"

#include <QtTest/QtTest>

#include <QCryptographicHash>

#include <bit>
#include <cstring>

#include "support/test_registry.h"

using namespace strata;

namespace {

/// SHA-256 of the values one after another, little-endian; as the format's description lists them.
template <class Table>
QByteArray digest(const Table& table) {
    static_assert(std::endian::native == std::endian::little);
    const QByteArray bytes(reinterpret_cast<const char*>(table.data()),
                           static_cast<qsizetype>(table.size() * sizeof(table[0])));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

std::array<std::uint32_t, 256> scale_bits(float (*scale)(std::uint8_t)) {
    std::array<std::uint32_t, 256> bits{};
    for (std::size_t i = 0; i < bits.size(); ++i) {
        bits[i] = std::bit_cast<std::uint32_t>(scale(static_cast<std::uint8_t>(i)));
    }
    return bits;
}

}  // namespace

class QuantTablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tables_are_those_of_the_format_data() {
        QTest::addColumn<QByteArray>("got");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char* name, const QByteArray& got, const char* wanted) {
            QTest::newRow(name) << got << QByteArray(wanted);
        };
        row("iq1s", digest(kIq1sGrid), "07540ffc1aeaf6ad4d97e96b0fcc765aae39671d4ae4a27bbd0e796fde167c6a");
        row("iq2xxs", digest(kIq2xxsGrid), "05826b5d3e472a3a78f196be62ac78acf81df0f909626e12ab9fa2a5d490dd54");
        row("iq2xs", digest(kIq2xsGrid), "06e47aaca60b4dc1d9b5a3f34540437058a6b142b4d7a59d5ded769b4d1bf1de");
        row("iq2s", digest(kIq2sGrid), "e1aa1473412b0552c2174c30ef22ab4073f6a181b85a17056e8249bd2932fd88");
        row("iq3xxs", digest(kIq3xxsGrid), "46e35f5a997efdee6c99ce57854c8a0d4f0ff8ca57e5e8a60c0793ea580acf5d");
        row("iq3s", digest(kIq3sGrid), "bd1af4945a1717c65610b0284e4628b9a1ba3b306fae3a06f6e5f597356e349f");
        row("signs", digest(kSignMasks), "a76742a603f8beca5212ecce0f1f02f11a4887fd2f7c8b15aca0ea3eb3380c31");
        row("iq4nl levels", digest(kIq4nlLevels), "61aa47540aa024b5d6ddaa839b84ffe59f3d5a349af5c6c7ffcb5e0474b46163");
        row("fp4 levels", digest(kFp4Levels), "adf76b672d47eb7fc0afd4db132d548d59d3190aa0ad118fdbf569d5fd478f97");
        row("mxfp4 scales", digest(scale_bits([](std::uint8_t e) { return mxfp4_scale(e); })),
            "ce2e76164e8f7ad49e6c322ac935defdae65f2286a654765fdc00caf29ab37bd");
        row("nvfp4 scales", digest(scale_bits([](std::uint8_t s) { return nvfp4_scale(s); })),
            "a3a15eb7d463cdbe19dc9da9fdfc3b3410e7b173efeb67e700a57200606a63ad");
    }

    void tables_are_those_of_the_format() {
        QFETCH(QByteArray, got);
        QFETCH(QByteArray, wanted);
        QCOMPARE(got, wanted);
    }

    void bit_7_of_a_sign_mask_is_the_parity_of_the_others() {
        for (std::uint32_t i = 0; i < kSignMasks.size(); ++i) {
            const std::uint32_t parity = static_cast<std::uint32_t>(std::popcount(i)) & 1U;
            QCOMPARE(static_cast<std::uint32_t>(kSignMasks[i]), i | parity << 7);
        }
    }
};

STRATA_TEST(QuantTablesTest);

#include "quant_tables_test.moc"
