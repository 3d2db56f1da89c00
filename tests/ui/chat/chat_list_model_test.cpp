#include "ui/chat/chat_list_model.h"

#include <QtTest/QtTest>

#include <QAbstractItemModelTester>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

namespace {

app::ChatRecord chatNamed(const char* id, int changed) {
    app::ChatRecord chat;
    chat.id = id;
    chat.title = QString("chat %1").arg(id);
    chat.changed = QDateTime::fromSecsSinceEpoch(1'700'000'000 + changed);
    return chat;
}

QString orderOf(const ChatListModel& list) {
    QString order;
    for (int row = 0; row < list.rowCount(); ++row) {
        order += QString::fromStdString(list.idAt(row));
    }
    return order;
}

}  // namespace

class ChatListModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stays_in_order_whatever_changes() {
        ChatListModel list;
        const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::QtTest);
        list.showAll({chatNamed("c", 3), chatNamed("b", 2), chatNamed("a", 1)});
        QCOMPARE(orderOf(list), QString("cba"));
        list.put(chatNamed("a", 4));
        QCOMPARE(orderOf(list), QString("acb"));
        list.put(chatNamed("a", 0));
        QCOMPARE(orderOf(list), QString("cba"));
        list.put(chatNamed("d", 5));
        QCOMPARE(orderOf(list), QString("dcba"));
        list.put(chatNamed("e", 2));
        QCOMPARE(list.rowCount(), 5);
        list.remove("c");
        list.remove("c");
        QCOMPARE(list.rowOf("c"), -1);
        QCOMPARE(list.find("nobody"), nullptr);
    }

    void one_mark_changes_one_row() {
        ChatListModel list;
        list.showAll({chatNamed("b", 2), chatNamed("a", 1)});
        const QSignalSpy changed(&list, &QAbstractItemModel::dataChanged);
        const QSignalSpy reset(&list, &QAbstractItemModel::modelReset);
        list.setWriting("a", true);
        list.setWriting("a", true);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        list.setParked({});
        QCOMPARE(changed.size(), 1);
        QVERIFY(reset.isEmpty());
        QVERIFY(list.index(1).data(Qt::AccessibleTextRole).toString().contains("is being answered"));
    }

    void a_state_that_does_not_fit_is_no_mark() {
        ChatListModel list;
        list.showAll({chatNamed("a", 1)});
        ParkedConversation parked;
        parked.id = "a";
        parked.fit = ParkedFit::other_model;
        list.setParked({parked});
        QVERIFY(!list.index(0).data(ChatListModel::parked_role).toBool());
        parked.fit = ParkedFit::fine;
        list.setParked({parked});
        QVERIFY(list.index(0).data(ChatListModel::parked_role).toBool());
    }

    void a_new_title_is_wanted_not_taken() {
        ChatListModel list;
        list.showAll({chatNamed("a", 1)});
        const QSignalSpy wanted(&list, &ChatListModel::renameWanted);
        QVERIFY(!list.setData(list.index(0), "  ", Qt::EditRole));
        QVERIFY(list.setData(list.index(0), " new  title ", Qt::EditRole));
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][1].toString(), QString("new title"));
        QCOMPARE(list.find("a")->title, QString("chat a"));
    }
};

STRATA_TEST(ChatListModelTest);

#include "chat_list_model_test.moc"
