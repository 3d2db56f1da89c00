#include "ui/attachments/attachment_list.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

Attachment picture(const QString& hash) {
    Attachment one;
    one.kind = Attachment::Kind::picture;
    one.picture.hash = hash;
    return one;
}

Attachment text(const QString& name, const QString& content) {
    Attachment one;
    one.kind = Attachment::Kind::text;
    one.name = name;
    one.text = content;
    one.pasted = name.isEmpty();
    return one;
}

QStringList hashes(const AttachmentList& list) {
    QStringList all;
    for (const strata::app::AttachedPicture& one : list.pictures()) {
        all.append(one.hash);
    }
    return all;
}

}  // namespace

class AttachmentListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moving_changes_the_order_and_stops_at_the_ends() {
        AttachmentList list;
        const quint64 a = list.add(picture("a"));
        list.add(picture("b"));
        const quint64 c = list.add(picture("c"));
        list.move(a, 1);
        QCOMPARE(hashes(list), QStringList({"b", "a", "c"}));
        list.move(c, -5);
        QCOMPARE(hashes(list), QStringList({"c", "b", "a"}));
        list.move(c, 99);
        QCOMPARE(hashes(list), QStringList({"b", "a", "c"}));
        const QSignalSpy changed(&list, &AttachmentList::changed);
        list.move(c, 2);
        QCOMPARE(changed.size(), 0);
    }

    void what_was_removed_while_it_was_read_stays_away() {
        AttachmentList list;
        const quint64 id = list.add({});
        QVERIFY(list.isReading());
        list.remove(id);
        list.replace(id, picture("a"));
        QVERIFY(list.isEmpty());
    }

    void what_was_read_takes_the_place_that_was_held_for_it() {
        AttachmentList list;
        const quint64 first = list.add({});
        const quint64 second = list.add({});
        list.replace(second, picture("second"));
        QVERIFY(list.isReading());
        list.replace(first, picture("first"));
        QCOMPARE(hashes(list), QStringList({"first", "second"}));
        QVERIFY(!list.isReading());
    }

    void texts_stand_in_fenced_blocks_before_the_message() {
        QCOMPARE(messageText({}, " as typed "), QString(" as typed "));
        QCOMPARE(messageText({text("a.cpp", "int x;\n")}, "What is this?"),
                 QString("a.cpp:\n```cpp\nint x;\n```\n\nWhat is this?"));
        QCOMPARE(messageText({text({}, "long")}, ""), QString("```\nlong\n```"));
    }

    void no_text_can_close_its_own_block() {
        const QString whole = messageText({text("a.md", "```\ncode\n````\n")}, "Hi");
        QVERIFY(whole.startsWith("a.md:\n`````md\n"));
        QVERIFY(whole.contains("\n`````\n\nHi"));
    }
};

STRATA_TEST(AttachmentListTest);

#include "attachment_list_test.moc"
