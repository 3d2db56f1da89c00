#include "app/transfer/export_name.h"

#include <QtTest/QtTest>

#include "app/catalog/outside_name.h"
#include "support/test_registry.h"

using namespace strata::app;

class ExportNameTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_title_stays_as_far_as_every_system_takes_it_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "Names for a grey cat"
                               << "Names for a grey cat";
        QTest::newRow("signs") << "What is 17/25: a \"half\"?"
                               << "What is 17 25 a half";
        QTest::newRow("dots") << "And then..."
                              << "And then";
        QTest::newRow("device") << "con"
                                << "";
        QTest::newRow("nothing") << "???"
                                 << "";
        QTest::newRow("other letters") << QString::fromUtf8("قطة رمادية") << QString::fromUtf8("قطة رمادية");
    }
    void a_title_stays_as_far_as_every_system_takes_it() {
        QFETCH(QString, title);
        QFETCH(QString, name);
        QCOMPARE(exportName(title), name);
    }

    void a_long_title_is_cut_to_a_name_that_is_safe() {
        for (const QString& letter : {QString("a"), QString::fromUtf8("猫"), QString::fromUtf8("😀")}) {
            const QString name = exportName(letter.repeated(500));
            QVERIFY(!name.isEmpty());
            QVERIFY(isSafeName(name));
            QVERIFY(!name.back().isHighSurrogate());
        }
    }
};

STRATA_TEST(ExportNameTest);

#include "export_name_test.moc"
