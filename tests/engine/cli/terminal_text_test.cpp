#include "cli/terminal_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

class TerminalTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keeps_text_lines_and_tabs() {
        QCOMPARE(strata::cli::without_controls("a\tb\nG\xC3\xBC\n"), std::string("a\tb\nG\xC3\xBC\n"));
    }

    void drops_what_begins_an_escape_sequence() {
        QCOMPARE(strata::cli::without_controls("\x1B[31mred\x07\x7F\r"), std::string("[31mred"));
        QCOMPARE(strata::cli::without_controls("\xC2\x9B"
                                               "31mred"),
                 std::string("31mred"));
    }

    void keeps_other_characters_of_two_bytes_that_begin_alike() {
        QCOMPARE(strata::cli::without_controls("\xC2\xA9 \xC2"), std::string("\xC2\xA9 \xC2"));
    }
};

STRATA_TEST(TerminalTextTest);
#include "terminal_text_test.moc"
