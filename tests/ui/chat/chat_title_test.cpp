#include "ui/chat/chat_title.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using strata::ui::titleOf;

class ChatTitleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_short_message_is_the_title_on_one_line() {
        QCOMPARE(titleOf("  What is\n\nthe  capital? "), QString("What is the capital?"));
    }

    void a_long_one_is_cut_between_words() {
        const QString title = titleOf(QString("seven77 ").repeated(20));
        QCOMPARE(title, QString("seven77 ").repeated(7).trimmed() + u'…');
    }

    void a_word_without_end_is_cut_but_no_character_is() {
        QVERIFY(titleOf(QString(500, 'a')).size() <= 61);
        const QString family = QStringLiteral("👩‍👩‍👧");
        QString title = titleOf(family.repeated(50));
        title.chop(1);  // the ellipsis
        QVERIFY(!title.isEmpty());
        QCOMPARE(title, family.repeated(title.size() / family.size()));
    }
};

STRATA_TEST(ChatTitleTest);

#include "chat_title_test.moc"
