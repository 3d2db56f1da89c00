#include "ui/text/math_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;

class MathTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void simple_formulas_become_text_data() {
        QTest::addColumn<QString>("tex");
        QTest::addColumn<QString>("text");
        QTest::newRow("powers") << "x^2 + y^{10}"
                                << "x² + y¹⁰";
        QTest::newRow("indices") << "a_i \\le b_{n+1}"
                                 << "aᵢ ≤ bₙ₊₁";
        QTest::newRow("Greek") << "\\alpha \\times \\Omega"
                               << "α × Ω";
        QTest::newRow("fraction") << "\\frac{a+b}{2}"
                                  << "(a+b)/2";
        QTest::newRow("root") << "\\sqrt{2}"
                              << "√2";
        QTest::newRow("sets") << "x \\in \\mathbb{R}"
                              << "x ∈ ℝ";
    }
    void simple_formulas_become_text() {
        QFETCH(const QString, tex);
        QFETCH(const QString, text);
        QCOMPARE(mathAsText(tex), std::optional(text));
    }

    void what_needs_typesetting_stays_as_typed() {
        QVERIFY(!mathAsText(u"\\begin{matrix}a&b\\end{matrix}"));
        QVERIFY(!mathAsText(u"x^{\\infty y}"));
        QVERIFY(!mathAsText(u"\\frac{a"));
        QCOMPARE(withShownMath("so $\\overline{x}$ is"), QString("so `` $\\overline{x}$ `` is"));
        QVERIFY(withShownMath("so\n$$\n\\int_0^\\infty e\n$$\n").contains("~~~TeX\n\\int_0^\\infty e\n~~~"));
    }

    void money_and_code_are_left_alone() {
        for (const char* text : {"from $5 to $10", "it costs 5$ or 6$", "`$x^2$` and ``\\(a\\)``", "\\$x^2\\$",
                                 "    $x^2$", "see \\[the list\\] and \\(so on\\)"}) {
            QCOMPARE(withShownMath(text), QString(text));
        }
    }

    void marks_of_markdown_stay_letters() { QCOMPARE(withShownMath("\\(a * b\\)"), QString("a \\* b")); }
};

STRATA_TEST(MathTextTest);

#include "math_text_test.moc"
