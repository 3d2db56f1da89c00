#include <QtTest/QtTest>

#include <string>
#include <string_view>
#include <vector>

#include "support/test_registry.h"
#include "text/utf8.h"
#include "text/utf8_stream.h"

using namespace strata;

namespace {

/// The lengths of the units of a text; invalid ones negative, an unfinished one as 0.
std::vector<int> unit_lengths(std::string_view bytes) {
    std::vector<int> lengths;
    while (!bytes.empty()) {
        const Utf8Unit unit = next_utf8(bytes);
        const int length = static_cast<int>(unit.length);
        lengths.push_back(unit.status == Utf8Status::character ? length
                          : unit.status == Utf8Status::invalid ? -length
                                                               : 0);
        bytes.remove_prefix(unit.length);
    }
    return lengths;
}

/// All that a stream gives out for these bytes, cut into pieces of this size.
std::string streamed(std::string_view bytes, std::size_t piece) {
    Utf8Stream stream;
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        text += stream.feed(bytes.substr(at, piece));
    }
    return text + stream.finish();
}

const std::string kReplacement = "\xEF\xBF\xBD";

}  // namespace

class Utf8Test : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_scalar_value_comes_back() {
        for (char32_t point = 0; point <= 0x10FFFF; ++point) {
            if (point >= 0xD800 && point <= 0xDFFF) {
                continue;
            }
            std::string text;
            append_utf8(text, point);
            const Utf8Unit unit = next_utf8(text);
            QVERIFY(unit.status == Utf8Status::character);
            QCOMPARE(unit.length, text.size());
            QCOMPARE(static_cast<std::uint32_t>(unit.code_point), static_cast<std::uint32_t>(point));
        }
    }

    void invalid_bytes_are_cut_into_maximal_subparts_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QList<int>>("lengths");
        QTest::newRow("continuation bytes") << QByteArray("\x80\xBF\x41") << QList<int>{-1, -1, 1};
        QTest::newRow("overlong two") << QByteArray("\xC0\xAF\xC1\xBF") << QList<int>{-1, -1, -1, -1};
        QTest::newRow("overlong three") << QByteArray("\xE0\x80\xAF") << QList<int>{-1, -1, -1};
        QTest::newRow("overlong four") << QByteArray("\xF0\x8F\xBF\xBF") << QList<int>{-1, -1, -1, -1};
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QList<int>{-1, -1, -1};
        QTest::newRow("last before surrogates") << QByteArray("\xED\x9F\xBF") << QList<int>{3};
        QTest::newRow("above the last plane") << QByteArray("\xF4\x90\x80\x80") << QList<int>{-1, -1, -1, -1};
        QTest::newRow("never a lead byte") << QByteArray("\xF5\xFE\xFF") << QList<int>{-1, -1, -1};
        QTest::newRow("cut by a letter") << QByteArray("\xE2\x82\x41\xF0\x9F\x98\x41") << QList<int>{-2, 1, -3, 1};
        QTest::newRow("cut by a lead byte") << QByteArray("\xF0\x9F\xC3\xA9") << QList<int>{-2, 2};
        QTest::newRow("cut by the end") << QByteArray("\x41\xF0\x9F\x98") << QList<int>{1, 0};
    }

    void invalid_bytes_are_cut_into_maximal_subparts() {
        QFETCH(QByteArray, bytes);
        QFETCH(QList<int>, lengths);
        const auto found = unit_lengths({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        QCOMPARE(QList<int>(found.begin(), found.end()), lengths);
    }

    void a_stream_gives_out_no_half_character() {
        const std::string text = "a\xC3\xA9\xE4\xBD\xA0\xF0\x9F\x98\x80z";
        Utf8Stream stream;
        std::string out;
        for (const char byte : text) {
            const std::string piece = stream.feed(std::string_view(&byte, 1));
            for (const int length : unit_lengths(piece)) {
                QVERIFY(length > 0);
            }
            out += piece;
        }
        QCOMPARE(out, text);
        QCOMPARE(stream.finish(), std::string());
    }

    void a_stream_replaces_what_can_never_become_valid() {
        const std::string r = kReplacement;
        for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
            QCOMPARE(streamed("a\x80z", piece), "a" + r + "z");
            QCOMPARE(streamed("\xE2\x82z", piece), r + "z");
            QCOMPARE(streamed("\xED\xA0\x80", piece), r + r + r);
            QCOMPARE(streamed("\xF0\x9F\x98", piece), r);
            QCOMPARE(streamed("\xF0\x9F\xC3\xA9", piece), r + "\xC3\xA9");
        }
    }

    void a_stream_can_be_used_again_after_its_end() {
        Utf8Stream stream;
        QCOMPARE(stream.feed("\xC3"), std::string());
        QCOMPARE(stream.finish(), kReplacement);
        QCOMPARE(stream.finish(), std::string());
        QCOMPARE(stream.feed("\xA9"), kReplacement);
    }
};

STRATA_TEST(Utf8Test);

#include "utf8_test.moc"
