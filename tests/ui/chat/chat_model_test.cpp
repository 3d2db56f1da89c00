#include "ui/chat/chat_model.h"

#include <QtTest/QtTest>

#include <QAbstractItemModelTester>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

namespace {

Message messageOf(Role role, const QString& text) {
    Message message;
    message.role = role;
    message.time = QDateTime(QDate(2026, 5, 4), QTime(10, 42));
    message.text = text;
    return message;
}

}  // namespace

class ChatModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void behaves_as_an_item_model_should() {
        ChatModel chat;
        const QAbstractItemModelTester tester(&chat, QAbstractItemModelTester::FailureReportingMode::QtTest);
        chat.append(messageOf(Role::user, "question"));
        chat.append(messageOf(Role::assistant, ""));
        chat.appendReasoning(1, "hm");
        chat.appendText(1, "answer");
        chat.changeState(1, [](Message& message) { message.state = TurnState::stopped; });
        chat.replaceFrom(1, {messageOf(Role::assistant, "other"), messageOf(Role::user, "and")});
        QCOMPARE(chat.rowCount(), 3);
        chat.replaceFrom(3, {messageOf(Role::assistant, "more")});
        QCOMPARE(chat.at(3).text, QString("more"));
        chat.replaceFrom(1, {});
        QCOMPARE(chat.rowCount(), 1);
        chat.replaceAll({messageOf(Role::user, "other")});
        QCOMPARE(chat.rowCount(), 1);
        QCOMPARE(chat.rowCount(chat.index(0)), 0);
    }

    void streaming_reports_the_one_row_and_what_changed_in_it() {
        ChatModel chat;
        chat.append(messageOf(Role::user, "question"));
        chat.append(messageOf(Role::assistant, "a"));
        QSignalSpy changed(&chat, &QAbstractItemModel::dataChanged);
        const QSignalSpy reset(&chat, &QAbstractItemModel::modelReset);
        chat.appendText(1, "b");
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(changed[0][1].toModelIndex().row(), 1);
        QVERIFY(changed[0][2].value<QList<int>>().contains(ChatModel::text_role));
        QVERIFY(!changed[0][2].value<QList<int>>().contains(ChatModel::reasoning_role));
        QCOMPARE(chat.data(chat.index(1), ChatModel::text_role).toString(), QString("ab"));
        QCOMPARE(reset.size(), 0);
    }

    void messages_are_spoken_with_who_and_when() {
        ChatModel chat;
        chat.append(messageOf(Role::user, "question"));
        chat.append(messageOf(Role::assistant, "answer"));
        const QString own = chat.data(chat.index(0), Qt::AccessibleTextRole).toString();
        const QString answer = chat.data(chat.index(1), Qt::AccessibleTextRole).toString();
        QVERIFY2(own.startsWith("You, ") && own.endsWith(": question"), qPrintable(own));
        QVERIFY2(answer.startsWith("Strata, ") && answer.endsWith(": answer"), qPrintable(answer));
    }
};

STRATA_TEST(ChatModelTest);

#include "chat_model_test.moc"
