#include "ui/chat/follow_rule.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;

class FollowRuleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void follows_an_answer_until_its_first_line_is_at_the_top() {
        FollowRule rule;
        rule.followAnswer();
        QCOMPARE(rule.position(500, 100), std::optional(100));
        QCOMPARE(rule.position(500, 400), std::optional(400));
        QCOMPARE(rule.position(500, 530), std::optional(500));
        QCOMPARE(rule.position(500, 900), std::nullopt);
    }

    void the_reader_ends_it_at_once() {
        FollowRule rule;
        rule.followAnswer();
        rule.leaveToReader();
        QCOMPARE(rule.position(500, 100), std::nullopt);
    }

    void an_answer_is_followed_to_its_end_if_that_is_wanted() {
        FollowRule rule;
        rule.setAlwaysEnd(true);
        rule.followAnswer();
        QCOMPARE(rule.position(500, 900), std::optional(900));
        rule.leaveToReader();
        QCOMPARE(rule.position(500, 1900), std::nullopt);
    }

    void following_the_end_goes_on() {
        FollowRule rule;
        rule.followEnd();
        QCOMPARE(rule.position(500, 900), std::optional(900));
        QCOMPARE(rule.position(500, 1900), std::optional(1900));
        rule.leaveToReader();
        QCOMPARE(rule.position(500, 2900), std::nullopt);
    }
};

STRATA_TEST(FollowRuleTest);

#include "follow_rule_test.moc"
