#include "app/estimates/piece_counter.h"

#include <QtTest/QtTest>

#include <QFileInfo>

#include "app/model_locator.h"
#include "strata/text_model.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

std::filesystem::path builtInModel() {
    const auto choice = chooseModel({}, {QStringLiteral(STRATA_RESOURCES "/models")});
    return choice ? QFileInfo(choice->path).filesystemAbsoluteFilePath() : std::filesystem::path();
}

}  // namespace

class PieceCounterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void counts_as_the_model_does_also_paragraph_by_paragraph() {
        const auto model = TextModel::open(builtInModel());
        QVERIFY(model);
        PieceCounter counter;
        QSignalSpy opened(&counter, &PieceCounter::modelOpened);
        QSignalSpy counted(&counter, &PieceCounter::counted);
        counter.open(builtInModel());
        QVERIFY(opened.wait());
        QVERIFY(opened[0][0].toULongLong() > 1'000'000);
        QVERIFY(opened[0][1].toInt() > 0);
        const QString text = "Hello there.\n\nTwo lines\nand  spaces\n\n\n  indented, ünïcödé 漢字\n\tend";
        counter.count(text);
        QVERIFY(counted.wait());
        QCOMPARE(counted[0][0].toString(), text);
        QCOMPARE(counted[0][1].toInt(), (*model)->count_tokens(text.toStdString()));
        QVERIFY(counted[0][2].toBool());
    }

    void a_change_in_a_long_text_is_counted_right() {
        const auto model = TextModel::open(builtInModel());
        QVERIFY(model);
        PieceCounter counter;
        QSignalSpy counted(&counter, &PieceCounter::counted);
        counter.open(builtInModel());
        QString text = QStringLiteral("A line of a long text, number 7.\n").repeated(2'000);
        counter.count(text);
        QVERIFY(counted.wait());
        text.insert(text.size() / 2, "changed");
        counter.count(text);
        QVERIFY(counted.wait());
        QCOMPARE(counted[1][1].toInt(), (*model)->count_tokens(text.toStdString()));
    }

    void only_the_newest_text_is_reported_last() {
        PieceCounter counter;
        QSignalSpy counted(&counter, &PieceCounter::counted);
        counter.open(builtInModel());
        for (int i = 0; i < 50; ++i) {
            counter.count(QString(i, 'x'));
        }
        counter.count("the last one");
        QTRY_VERIFY(!counted.isEmpty() && counted.last()[0].toString() == "the last one");
        QVERIFY(counted.size() < 51);  // those that stood behind the opening of the model were left out
    }

    void without_a_model_it_guesses_and_says_so() {
        PieceCounter counter;
        QSignalSpy counted(&counter, &PieceCounter::counted);
        counter.count("12345678");
        QVERIFY(counted.wait());
        QCOMPARE(counted[0][1].toInt(), 2);
        QVERIFY(!counted[0][2].toBool());
    }

    void a_model_that_cannot_be_read_has_no_size() {
        PieceCounter counter;
        QSignalSpy opened(&counter, &PieceCounter::modelOpened);
        counter.open("/nowhere/model.gguf");
        QVERIFY(opened.wait());
        QCOMPARE(opened[0][0].toULongLong(), 0ULL);
    }
};

STRATA_TEST(PieceCounterTest);

#include "piece_counter_test.moc"
