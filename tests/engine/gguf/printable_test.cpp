#include <QtTest/QtTest>

#include "gguf/gguf_file.h"
#include "support/test_registry.h"

using namespace strata;

class PrintableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void text_in_any_script_stays_as_it_is() {
        for (const char* text :
             {"", "blk.0.attn_norm.weight", "na\u00efve \u2013 \u5024", "\U0001F999\u200d\U0001F642"}) {
            QCOMPARE(printable(text), std::string(text));
        }
    }

    void control_and_direction_characters_are_shown_as_escapes() {
        QCOMPARE(printable(std::string_view("a\0b\n\x7f", 5)), std::string("a\\u0000b\\u000a\\u007f"));
        QCOMPARE(printable("\u0085\u202e\u2066\ufeff\U000E0041"), std::string("\\u0085\\u202e\\u2066\\ufeff\\ue0041"));
    }

    void bytes_that_are_not_utf8_are_shown_as_escapes() {
        QCOMPARE(printable("\x80"), std::string("\\x80"));
        QCOMPARE(printable("\xc3"), std::string("\\xc3"));
        QCOMPARE(printable("\xc3(\xff"), std::string("\\xc3(\\xff"));
        QCOMPARE(printable("\xc0\xaf"), std::string("\\xc0\\xaf"));                    // overlong
        QCOMPARE(printable("\xe0\x80\xaf"), std::string("\\xe0\\x80\\xaf"));           // overlong
        QCOMPARE(printable("\xed\xa0\x80"), std::string("\\xed\\xa0\\x80"));           // surrogate
        QCOMPARE(printable("\xf4\x90\x80\x80"), std::string("\\xf4\\x90\\x80\\x80"));  // beyond Unicode
        QCOMPARE(printable("\xf0\x9f\xa6"), std::string("\\xf0\\x9f\\xa6"));           // cut
    }

    void long_text_is_cut_between_characters() {
        QCOMPARE(printable("abcdef", 3), std::string("abc\u2026"));
        QCOMPARE(printable("\u5024\u5024\u5024", 3), std::string("\u5024\u5024\u5024"));
        QCOMPARE(printable("\u5024\u5024\u5024", 2), std::string("\u5024\u5024\u2026"));
        QCOMPARE(printable(std::string(1000, 'x')), std::string(80, 'x') + "\u2026");
    }
};

STRATA_TEST(PrintableTest);

#include "printable_test.moc"
