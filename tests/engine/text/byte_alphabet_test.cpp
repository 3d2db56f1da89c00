#include <QtTest/QtTest>

#include <set>
#include <string>

#include "support/test_registry.h"
#include "text/byte_alphabet.h"
#include "text/utf8.h"

using namespace strata;

class ByteAlphabetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_byte_has_one_character_and_comes_back() {
        std::set<char32_t> characters;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const char32_t character = character_of_byte(static_cast<unsigned char>(byte));
            characters.insert(character);
            std::string spelling;
            append_utf8(spelling, character);
            std::string bytes;
            QVERIFY(append_bytes_of_spelling(bytes, spelling));
            QCOMPARE(bytes, std::string(1, static_cast<char>(byte)));
        }
        QCOMPARE(characters.size(), std::size_t{256});
    }

    void printable_bytes_stand_for_themselves_and_others_count_up() {
        QCOMPARE(static_cast<int>(character_of_byte('A')), int{'A'});
        QCOMPARE(static_cast<int>(character_of_byte(0xFF)), 0xFF);
        QCOMPARE(static_cast<int>(character_of_byte(0x00)), 0x100);
        QCOMPARE(static_cast<int>(character_of_byte('\n')), 0x10A);
        QCOMPARE(static_cast<int>(character_of_byte(' ')), 0x120);
        QCOMPARE(static_cast<int>(character_of_byte(0x7F)), 0x121);
        QCOMPARE(static_cast<int>(character_of_byte(0xA0)), 0x142);
        QCOMPARE(static_cast<int>(character_of_byte(0xAD)), 0x143);
    }

    void a_spelling_with_another_character_is_refused_and_adds_nothing() {
        for (const char* spelling : {"a b", "a\n", "ab\xC5\x84", "\xE4\xBD\xA0", "a\xFF", "\xC4"}) {
            std::string bytes = "kept";
            QVERIFY(!append_bytes_of_spelling(bytes, spelling));
            QCOMPARE(bytes, std::string("kept"));
        }
    }
};

STRATA_TEST(ByteAlphabetTest);

#include "byte_alphabet_test.moc"
