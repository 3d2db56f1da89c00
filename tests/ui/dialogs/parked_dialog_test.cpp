#include "ui/dialogs/parked_dialog.h"

#include <QtTest/QtTest>

#include <QLabel>
#include <QTableView>

#include "support/test_registry.h"
#include "support/test_window.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::loaderOf;
using strata::testing::Script;
using strata::testing::ScriptedVault;
using strata::testing::TestWindow;

namespace {

ParkedConversation parkedNamed(const ConversationId& id, std::uint64_t bytes, int tokens) {
    ParkedConversation parked;
    parked.id = id;
    parked.title = "engine's title";
    parked.bytes = bytes;
    parked.tokens = tokens;
    parked.where = ParkedWhere::disk;
    parked.last_used = std::chrono::system_clock::now();
    return parked;
}

/// A window with one chat, and its dialog on the screen.
struct Bench {
    Bench() {
        test.send("my chat");
        while (!test.isIdle() || test.chat.isEmpty()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        ParkedConversation mine = parkedNamed(test.controller.currentChat(), 254'000'000, 2000);
        mine.restore_estimate = std::chrono::milliseconds(300);
        mine.read_estimate = std::chrono::seconds(22);
        vault->park(mine);
        vault->park(parkedNamed("a-script", 3'000'000'000, 90'000));
        test.window.findChild<QAction*>("parkedAction")->trigger();
        dialog = test.find<ParkedDialog>("parkedDialog");
    }

    QTableView* table() const { return dialog->findChild<QTableView*>("parkedTable"); }
    QPushButton* button(const char* name) const { return dialog->findChild<QPushButton*>(name); }
    int rows() const { return table()->model()->rowCount(); }
    QString text(int row, int column) const { return table()->model()->index(row, column).data().toString(); }
    int rowOf(const QString& title) const {
        for (int row = 0; row < rows(); ++row) {
            if (text(row, ParkedModel::title_column) == title) {
                return row;
            }
        }
        return -1;
    }

    std::shared_ptr<ScriptedVault> vault = std::make_shared<ScriptedVault>();
    TestWindow test{loaderOf({answering({"answer"})}, nullptr, vault), app::ModelChoice{"/models/tiny.gguf", true}};
    ParkedDialog* dialog = nullptr;
};

}  // namespace

class ParkedDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shows_each_parked_conversation_with_its_numbers() {
        const Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        const int mine = bench.rowOf("my chat");
        QVERIFY(mine >= 0);
        QCOMPARE(bench.text(mine, ParkedModel::size_column), QString("254 MB"));
        QCOMPARE(bench.text(mine, ParkedModel::pieces_column), QLocale().toString(2000));
        QCOMPARE(bench.text(mine, ParkedModel::back_column), QString("about 0.3 s"));
        QCOMPARE(bench.text(mine, ParkedModel::again_column), QString("about 22 s"));
        const QModelIndex back = bench.table()->model()->index(mine, ParkedModel::back_column);
        QCOMPARE(back.data(Qt::ToolTipRole).toString(), QString("in about 0.3 s (reading again would take 22 s)"));
        QCOMPARE(bench.text(mine, ParkedModel::place_column), QString("on disk"));
        QCOMPARE(bench.text(mine, ParkedModel::state_column), QString("fine"));
        const int other = bench.rowOf("Other program");
        QVERIFY(other >= 0);
        QCOMPARE(bench.text(other, ParkedModel::back_column), QString("–"));
        bool says_what_forgetting_means = false;
        for (const QLabel* const label : bench.dialog->findChildren<QLabel*>()) {
            says_what_forgetting_means |= label->text().contains(
                "Forgetting does not delete the chat, only the shortcut. The next message will take longer.");
        }
        QVERIFY(says_what_forgetting_means);
    }

    void sorts_by_what_a_column_means() {
        const Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        bench.table()->sortByColumn(ParkedModel::size_column, Qt::DescendingOrder);
        QCOMPARE(bench.text(0, ParkedModel::size_column), QString("3.0 GB"));  // although "254 MB" is the later text
        bench.table()->sortByColumn(ParkedModel::size_column, Qt::AscendingOrder);
        QCOMPARE(bench.text(0, ParkedModel::size_column), QString("254 MB"));
    }

    void refreshes_itself_and_keeps_the_selection() {
        const Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        bench.table()->selectRow(bench.rowOf("my chat"));
        bench.vault->park(parkedNamed("another", 1'000'000, 10));
        QTRY_COMPARE(bench.rows(), 3);
        QCOMPARE(bench.table()->selectionModel()->selectedRows().first().row(), bench.rowOf("my chat"));
        bench.vault->forget("a-script");
        QTRY_COMPARE(bench.rows(), 2);
        QCOMPARE(bench.table()->selectionModel()->selectedRows().first().row(), bench.rowOf("my chat"));
    }

    void keeps_and_lets_go() {
        const Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        bench.table()->selectRow(bench.rowOf("my chat"));
        bench.button("parkedKeepButton")->click();
        QTRY_COMPARE(bench.text(bench.rowOf("my chat"), ParkedModel::state_column), QString("fine, kept"));
        QCOMPARE(bench.button("parkedKeepButton")->text(), QString("Do not keep"));
        bench.button("parkedKeepButton")->click();
        QTRY_COMPARE(bench.text(bench.rowOf("my chat"), ParkedModel::state_column), QString("fine"));
    }

    void forgets_one_and_the_chat_stays() {
        const Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        bench.table()->selectRow(bench.rowOf("my chat"));
        bench.button("parkedForgetButton")->click();
        QTRY_COMPARE(bench.rows(), 1);
        QCOMPARE(bench.vault->forgotten(), std::vector<ConversationId>{bench.test.controller.currentChat()});
        QCOMPARE(bench.test.store->chats()->size(), std::size_t(1));
    }

    void forgets_all_only_when_pressed_twice() {
        const Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        bench.button("parkedForgetAllButton")->click();
        QCOMPARE(bench.button("parkedForgetAllButton")->text(), QString("Really forget all 2?"));
        QCOMPARE(bench.vault->parked().size(), std::size_t(2));
        bench.button("parkedForgetAllButton")->click();
        QTRY_COMPARE(bench.rows(), 0);
        QVERIFY(bench.vault->parked().empty());
        QVERIFY(bench.dialog->findChild<QWidget*>("parkedEmpty")->isVisible());
    }

    void opens_chats_of_this_window_alone() {
        Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        const ConversationId id = bench.test.controller.currentChat();
        bench.test.controller.newChat();
        bench.table()->selectRow(bench.rowOf("Other program"));
        QVERIFY(!bench.button("parkedOpenButton")->isEnabled());
        bench.table()->selectRow(bench.rowOf("my chat"));
        bench.button("parkedOpenButton")->click();
        QCOMPARE(bench.test.controller.currentChat(), id);
        QVERIFY(!bench.dialog->isVisible());
    }

    void shows_how_much_of_the_limits_is_used() {
        const Bench bench;
        ConversationMemory memory;
        memory.memory_bytes = 1'000'000'000;
        memory.memory_budget = 8'000'000'000;
        memory.disk_bytes = 3'254'000'000;
        memory.disk_budget = 32'000'000'000;
        memory.disk_problem = "the disk is nearly full";
        bench.vault->setMemory(memory);
        const auto* const disk = bench.dialog->findChild<QWidget*>("parkedDiskBar");
        QTRY_COMPARE(disk->accessibleName(), QString("On disk: 3.3 GB of 32.0 GB"));
        QCOMPARE(bench.dialog->findChild<QWidget*>("parkedMemoryBar")->accessibleName(),
                 QString("In memory: 1.0 GB of 8.0 GB"));
        const auto* const problem = bench.dialog->findChild<QLabel*>("parkedProblem");
        QVERIFY(problem->isVisible());
        QVERIFY(problem->text().contains("the disk is nearly full"));
    }

    void does_not_block_a_running_answer() {
        Bench bench;
        QTRY_COMPARE(bench.rows(), 2);
        bench.test.send("again");
        QTRY_VERIFY(bench.test.isIdle());
        QCOMPARE(bench.test.last().text, QString("answer"));
        QVERIFY(bench.dialog->isVisible());
    }
};

STRATA_TEST(ParkedDialogTest);

#include "parked_dialog_test.moc"
