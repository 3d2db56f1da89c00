#include <QtTest/QtTest>

#include <string>

#include "support/test_registry.h"
#include "support/tiny_tokenizer.h"
#include "text/nfc.h"

using namespace strata;

class NfcTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void composes_as_the_reference_does() {
        const auto vectors = testing::tokenizer_fixture("text_vectors.json")["composed"];
        QVERIFY(vectors.size() > 100);
        for (const auto& vector : vectors) {
            const auto text = vector[0].get<std::string>();
            QVERIFY2(compose_nfc(text) == vector[1].get<std::string>(), vector.dump(-1, ' ', true).c_str());
            QCOMPARE(compose_nfc(compose_nfc(text)), compose_nfc(text));
        }
    }

    void leaves_invalid_bytes_alone_and_composes_beside_them() {
        QCOMPARE(compose_nfc("e\xCC\x81\xFF"
                             "e\xCC\x81\xCC"),
                 std::string("\xC3\xA9\xFF\xC3\xA9\xCC"));
        QCOMPARE(compose_nfc("e\xFF\xCC\x81"), std::string("e\xFF\xCC\x81"));
        QCOMPARE(compose_nfc("\xED\xA0\x80\xC0\xAF"), std::string("\xED\xA0\x80\xC0\xAF"));
        QCOMPARE(compose_nfc(std::string_view("\0a", 2)), std::string("\0a", 2));
        QCOMPARE(compose_nfc(""), std::string());
    }

    /// A million marks in the worst order: an insertion sort would move each of them half a million times.
    void many_marks_on_one_letter_take_no_quadratic_time() {
        constexpr int kMarks = 500'000;
        std::string text = "q";
        std::string expected = "q";
        for (int i = 0; i < kMarks; ++i) {
            text += "\xCC\x87";      // dot above, class 230
            expected += "\xCC\xA3";  // dot below, class 220
        }
        for (int i = 0; i < kMarks; ++i) {
            text += "\xCC\xA3";
            expected += "\xCC\x87";
        }
        QVERIFY(compose_nfc(text) == expected);
    }
};

STRATA_TEST(NfcTest);

#include "nfc_test.moc"
