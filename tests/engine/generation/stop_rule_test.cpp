#include <QtTest/QtTest>

#include "generation/stop_rule.h"
#include "support/test_registry.h"

using namespace strata;

class StopRuleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_same_token_too_often_stops() {
        RepeatStop stop(3);
        QVERIFY(!stop.feed(5));
        QVERIFY(!stop.feed(5));
        QVERIFY(!stop.feed(6));
        QVERIFY(!stop.feed(5));
        QVERIFY(!stop.feed(5));
        QVERIFY(stop.feed(5));
        RepeatStop off(0);
        for (int i = 0; i < 1000; ++i) {
            QVERIFY(!off.feed(5));
        }
    }

    void a_stop_text_is_found_however_it_arrives() {
        const std::string answer = "one END two";
        for (std::size_t cut = 0; cut <= answer.size(); ++cut) {
            StopText stop({"END", "never"});
            std::string shown = stop.feed(answer.substr(0, cut));
            shown += stop.feed(answer.substr(cut));
            shown += stop.finish();
            QVERIFY(stop.hit());
            QCOMPARE(shown, std::string("one "));
        }
    }

    void text_that_only_begins_like_a_stop_text_comes_out() {
        StopText stop({"END"});
        QCOMPARE(stop.feed("one EN"), std::string("one "));
        QCOMPARE(stop.feed("EM"), std::string("ENEM"));
        QCOMPARE(stop.feed("E"), std::string());
        QCOMPARE(stop.finish(), std::string("E"));
        QVERIFY(!stop.hit());
    }

    void the_first_of_several_stop_texts_counts() {
        StopText stop({"bb", "a"});
        QCOMPARE(stop.feed("xxabb"), std::string("xx"));
        QVERIFY(stop.hit());
        QCOMPARE(stop.found(), std::string("a"));
        QCOMPARE(stop.feed("more"), std::string());
    }

    void the_pieces_make_no_difference() {
        const std::vector<std::vector<std::string>> sets = {
            {"abcd", "bc"}, {"bc", "abcd"}, {"cd", "abcd", "bcd"}, {"aab", "ab"}, {"dd", "da"}};
        for (const auto& stops : sets) {
            const std::string answer = "aabcabcdda";
            StopText whole(stops);
            const std::string expected = whole.feed(answer) + whole.finish();
            for (unsigned cuts = 0; cuts < 1U << (answer.size() - 1); ++cuts) {
                StopText stop(stops);
                std::string shown;
                std::string piece;
                for (std::size_t i = 0; i < answer.size(); ++i) {
                    piece += answer[i];
                    if ((cuts >> i & 1U) != 0 || i + 1 == answer.size()) {
                        shown += stop.feed(piece);
                        piece.clear();
                    }
                }
                shown += stop.finish();
                QCOMPARE(shown, expected);
                QCOMPARE(stop.found(), whole.found());
            }
        }
        StopText both({"cd", "abcd", "bcd"});
        QCOMPARE(both.feed("xabcd"), std::string("x"));
        QCOMPARE(both.found(), std::string("abcd"));
    }

    void empty_stop_texts_mean_nothing() {
        StopText stop({""});
        QCOMPARE(stop.feed("text"), std::string("text"));
        QVERIFY(!stop.hit());
    }
};

STRATA_TEST(StopRuleTest);

#include "stop_rule_test.moc"
