#include "app/api/model_id.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

namespace strata::app::api {

class ModelIdTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_model_is_called_as_its_file_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("id");
        QTest::newRow("one file") << "/models/Strata-Mini-Q4_K_S.gguf"
                                  << "strata-mini-q4_k_s";
        QTest::newRow("of several parts") << "/models/Flash-IQ2_XS-00001-of-00003.gguf"
                                          << "flash-iq2_xs";
        QTest::newRow("with points") << "/models/Flash-3.8-Next.Q4.gguf"
                                     << "flash-3.8-next.q4";
        QTest::newRow("another ending") << "/models/flash.bin"
                                        << "flash.bin";
    }
    void a_model_is_called_as_its_file() {
        QFETCH(const QString, path);
        QFETCH(const QString, id);
        QCOMPARE(QString::fromStdString(modelIdOf(path)), id);
    }
};

STRATA_TEST(ModelIdTest);

}  // namespace strata::app::api

#include "model_id_test.moc"
