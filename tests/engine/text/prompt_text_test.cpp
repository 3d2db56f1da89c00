#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "text/prompt_text.h"

using namespace strata;

class PromptTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knows_who_wrote_each_byte() {
        PromptText prompt;
        prompt.append_own("<a>");
        prompt.append_foreign("hi");
        prompt.append_own("<b>");
        QCOMPARE(prompt.text, std::string("<a>hi<b>"));
        QVERIFY(prompt.is_own(0, 3));
        QVERIFY(prompt.is_own(5, 8));
        QVERIFY(prompt.is_own(6, 7));
        QVERIFY(!prompt.is_own(3, 5));
        QVERIFY(!prompt.is_own(2, 4));
        QVERIFY(!prompt.is_own(4, 6));
        QVERIFY(!prompt.is_own(0, 8));
    }

    void own_pieces_in_a_row_are_one_range() {
        PromptText prompt;
        prompt.append_own("<");
        prompt.append_own("");
        prompt.append_foreign("");
        prompt.append_own("a>");
        QCOMPARE(prompt.own.size(), std::size_t{1});
        QVERIFY(prompt.is_own(0, 3));
    }

    void no_bytes_are_anybodys_and_bytes_behind_the_end_nobodys() {
        PromptText prompt;
        QVERIFY(prompt.is_own(0, 0));
        QVERIFY(!prompt.is_own(0, 1));
        prompt.append_own("ab");
        QVERIFY(prompt.is_own(1, 1));
        QVERIFY(!prompt.is_own(1, 3));
    }
};

STRATA_TEST(PromptTextTest);

#include "prompt_text_test.moc"
