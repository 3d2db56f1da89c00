#include "cli/synth/type_choice.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::cli;

class TypeChoiceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void one_word_is_for_everything_but_exact_and_gate_tensors() {
        const auto types = parse_types("Q4_K", {});
        QVERIFY(types);
        for (const TensorRole role : {TensorRole::hyper, TensorRole::dense, TensorRole::experts, TensorRole::down,
                                      TensorRole::embed, TensorRole::head, TensorRole::ngram}) {
            QCOMPARE(types->type_for(role, 512), QuantType::Q4_K);
        }
        QCOMPARE(types->type_for(TensorRole::exact, 512), QuantType::F32);
        QCOMPARE(types->type_for(TensorRole::gates, 512), QuantType::BF16);
    }

    void parts_that_are_not_named_keep_their_types() {
        const auto types = parse_types("experts=IQ2_XS,down=Q2_0,head=Q6_K", TypeChoice{.dense = QuantType::Q8_0});
        QVERIFY(types);
        QCOMPARE(types->experts, QuantType::IQ2_XS);
        QCOMPARE(types->down, QuantType::Q2_0);
        QCOMPARE(types->head, QuantType::Q6_K);
        QCOMPARE(types->dense, QuantType::Q8_0);
        QCOMPARE(types->embed, QuantType::F32);
    }

    void experts_cover_down_in_whatever_order() {
        QCOMPARE(parse_types("experts=Q4_K", {})->down, QuantType::Q4_K);
        QCOMPARE(parse_types("down=Q2_0,experts=Q4_K", {})->down, QuantType::Q2_0);
    }

    void rows_that_do_not_fit_take_blocks_of_32_data() {
        QTest::addColumn<QByteArray>("wanted");
        QTest::addColumn<quint64>("row");
        QTest::addColumn<QByteArray>("got");
        QTest::newRow("fits") << QByteArray("Q4_K") << quint64{2560} << QByteArray("Q4_K");
        QTest::newRow("expert width") << QByteArray("Q4_K") << quint64{640} << QByteArray("Q5_0");
        QTest::newRow("Q5_K") << QByteArray("Q5_K") << quint64{640} << QByteArray("Q5_1");
        QTest::newRow("Q6_K") << QByteArray("Q6_K") << quint64{640} << QByteArray("Q8_0");
        QTest::newRow("IQ3_S") << QByteArray("IQ3_S") << quint64{640} << QByteArray("IQ4_NL");
        QTest::newRow("blocks of 64 fit 640") << QByteArray("Q2_0") << quint64{640} << QByteArray("Q2_0");
        QTest::newRow("and not 160") << QByteArray("Q2_0") << quint64{160} << QByteArray("Q4_0");
        QTest::newRow("nothing fits 48") << QByteArray("Q4_K") << quint64{48} << QByteArray("F16");
        QTest::newRow("floats fit everything") << QByteArray("BF16") << quint64{4} << QByteArray("BF16");
    }
    void rows_that_do_not_fit_take_blocks_of_32() {
        QFETCH(QByteArray, wanted);
        QFETCH(quint64, row);
        QFETCH(QByteArray, got);
        const auto types = parse_types(wanted.toStdString(), {});
        QVERIFY(types);
        const QuantType type = types->type_for(TensorRole::dense, row);
        QCOMPARE(QByteArray::fromStdString(std::string(quant_type_info(type).name)), got);
    }

    void refuses_what_it_cannot_write_data() {
        QTest::addColumn<QByteArray>("spec");
        for (const char* spec : {"", "Q9_K", "IQ1_M", "I32", "experts=", "=Q4_K", "expert=Q4_K", "experts=Q4_K,Q8_0",
                                 "experts=Q4_K;down=Q2_0"}) {
            QTest::newRow(*spec == '\0' ? "empty" : spec) << QByteArray(spec);
        }
    }
    void refuses_what_it_cannot_write() {
        QFETCH(QByteArray, spec);
        const auto types = parse_types(spec.toStdString(), {});
        QVERIFY(!types);
        QCOMPARE(types.error().code, ErrorCode::invalid_argument);
    }
};

STRATA_TEST(TypeChoiceTest);
#include "type_choice_test.moc"
