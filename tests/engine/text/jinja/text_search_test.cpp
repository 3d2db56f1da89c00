#include "text/jinja/text_search.h"

#include <QtTest/QtTest>

#include <random>
#include <string>

#include "support/test_registry.h"

using namespace strata::jinja;

class JinjaTextSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_what_the_library_finds() {
        std::mt19937 random(3);
        const auto letters = [&random](std::size_t length) {
            std::string text(length, 'a');
            for (char& letter : text) {
                letter = random() % 8 == 0 ? 'b' : 'a';
            }
            return text;
        };
        int found = 0;
        for (int i = 0; i < 3000; ++i) {
            const std::string text = letters(random() % 400);
            const std::size_t length = std::min<std::size_t>(random() % 60, text.size());
            const std::string what =
                i % 2 == 0 ? letters(length) : text.substr(random() % (text.size() - length + 1), length);
            const std::size_t place = random() % (text.size() + 3);
            QCOMPARE(find_forwards(text, what, place), text.find(what, place));
            const std::size_t end = std::min(place, text.size());
            QCOMPARE(find_backwards(text, what, end), text.substr(0, end).rfind(what));
            found += text.find(what, place) != std::string::npos && what.size() > kShortSearch ? 1 : 0;
        }
        QVERIFY2(found > 100, qPrintable(QString::number(found)));
    }

    void repetitive_texts_take_no_longer_than_others() {
        // By comparing at every place this would be 10^13 comparisons.
        const std::string text(8'000'000, 'a');
        const std::string what = std::string(4'000'000, 'a') + 'b';
        QCOMPARE(find_forwards(text, what, 0), std::string::npos);
        QCOMPARE(find_backwards(text, 'b' + std::string(4'000'000, 'a'), text.size()), std::string::npos);
    }
};

STRATA_TEST(JinjaTextSearchTest);
#include "text_search_test.moc"
