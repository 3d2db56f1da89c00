#include "ui/main_window/chats_joint.h"

#include <QtTest/QtTest>

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/chat/chat_list_model.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

QStringList titlesOf(const QListView* list) {
    QStringList titles;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        titles.append(list->model()->index(row, 0).data().toString());
    }
    return titles;
}

/// Asks in a new chat and waits for the answer.
void chatAbout(TestWindow& test, const QString& text) {
    test.button("newChatButton")->click();
    test.send(text);
    QTRY_VERIFY(test.isIdle());
}

QAction* actionOf(const QMenu* menu, const QString& text) {
    for (QAction* const action : menu->actions()) {
        if (action->text().startsWith(text)) {
            return action;
        }
    }
    return nullptr;
}

/// Chooses something from a menu that is open.
void chooseFrom(QMenu* menu, const QString& text) {
    QVERIFY(menu != nullptr && menu->isVisible());
    QAction* const action = actionOf(menu, text);
    QVERIFY2(action != nullptr && action->isEnabled(), qPrintable(text));
    action->trigger();
    menu->close();
}

void chooseFromListMenu(const TestWindow& test, int row, const QString& text) {
    auto* const list = test.find<QListView>("chatList");
    const QPoint place = list->visualRect(list->model()->index(row, 0)).bottomLeft() + QPoint(20, -4);
    QContextMenuEvent wanted(QContextMenuEvent::Mouse, place, list->viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(list->viewport(), &wanted);
    chooseFrom(test.findLast<QMenu>("chatMenu"), text);
}

void chooseFromChatsMenu(const TestWindow& test, const QString& text) {
    test.button("chatsMoreButton")->click();
    chooseFrom(test.findLast<QMenu>("chatsMenu"), text);
}

void chooseFile(QFileDialog* dialog, const QString& path) {
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(path);
    dialog->close();
}

/// Answers the question of the export dialog.
void exportTo(const TestWindow& test, const char* format, const QString& path) {
    const auto* const dialog = test.findLast<QDialog>("exportDialog");
    QVERIFY(dialog != nullptr);
    dialog->findChild<QRadioButton*>(QLatin1String(format))->click();
    dialog->findChild<QPushButton*>("exportSaveButton")->click();
    chooseFile(dialog->findChild<QFileDialog*>("exportFileDialog"), path);
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class ChatsJointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_search_finds_words_of_messages_and_opens_the_chat_there() {
        TestWindow test({answering({"Lisbon is its capital"}), answering({"two"})});
        chatAbout(test, "about Portugal");
        chatAbout(test, "something else");
        QTest::keyClick(&test.window, Qt::Key_K, Qt::ControlModifier);
        auto* const box = test.find<QLineEdit>("chatSearch");
        QCOMPARE(QApplication::focusWidget(), box);
        QTest::keyClicks(box, "lisb");
        auto* const found = test.find<QListView>("searchResults");
        QTRY_VERIFY(found->isVisible());
        QCOMPARE(titlesOf(found), QStringList("Lisbon is its capital"));

        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(test.last().text, QString("Lisbon is its capital"));
        QVERIFY(test.find("findBar")->isVisible());
        QCOMPARE(test.find<QLineEdit>("findEdit")->text(), QString("Lisbon"));
        QTRY_COMPARE(test.find<QLabel>("findPlace")->text(), QString("1 of 1"));
        QCOMPARE(QApplication::focusWidget(), test.composer());
    }

    void a_search_says_when_there_is_nothing_and_esc_leaves_it() {
        TestWindow test({answering({"one"})});
        chatAbout(test, "question");
        QTest::keyClick(&test.window, Qt::Key_K, Qt::ControlModifier);
        auto* const box = test.find<QLineEdit>("chatSearch");
        QTest::keyClicks(box, "zebra");
        QTRY_VERIFY(test.find("nothingFound")->isVisible());
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(box->text().isEmpty());
        QVERIFY(test.find("chatList")->isVisible());
        QCOMPARE(QApplication::focusWidget(), test.composer());
    }

    void the_way_from_the_search_to_what_was_found_needs_no_mouse() {
        TestWindow test({answering({"one"})});
        chatAbout(test, "first question");
        chatAbout(test, "second question");
        auto* const box = test.find<QLineEdit>("chatSearch");
        box->setFocus();
        QTest::keyClicks(box, "question");
        auto* const found = test.find<QListView>("searchResults");
        QTRY_VERIFY(found->model()->rowCount() >= 2);
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(QApplication::focusWidget(), found);
        QTest::keyClick(found, Qt::Key_Down);
        QTest::keyClick(found, Qt::Key_Return);
        QCOMPARE(test.chat.at(0).text, QString("first question"));
    }

    void several_chats_are_deleted_and_come_back_at_once() {
        TestWindow test({answering({"one"})});
        for (const char* const title : {"first", "second", "third"}) {
            chatAbout(test, title);
        }
        auto* const list = test.find<QListView>("chatList");
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(titlesOf(list), QStringList("first"));
        QVERIFY(test.told().contains("2 chats were deleted"));
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(titlesOf(list), QStringList({"third", "second", "first"}));
    }

    void a_chat_is_pinned_and_duplicated_from_its_menu() {
        TestWindow test({answering({"one"})});
        chatAbout(test, "first");
        chatAbout(test, "second");
        auto* const list = test.find<QListView>("chatList");
        chooseFromListMenu(test, 1, "Pin");
        QCOMPARE(titlesOf(list), QStringList({"first", "second"}));
        QCOMPARE(list->model()->index(0, 0).data(ChatListModel::heading_role).toString(), QString("Pinned"));
        chooseFromListMenu(test, 0, "Unpin");
        QCOMPARE(titlesOf(list), QStringList({"second", "first"}));
        chooseFromListMenu(test, 1, "Duplicate");
        QVERIFY(titlesOf(list).contains("first (copy)"));
    }

    void a_temporary_chat_is_marked_and_never_stored() {
        TestWindow test({answering({"one"})});
        chooseFromChatsMenu(test, "New temporary chat");
        test.send("between us");
        QTRY_VERIFY(test.isIdle());
        const QModelIndex row = test.find<QListView>("chatList")->model()->index(0, 0);
        QVERIFY(row.data(ChatListModel::temporary_role).toBool());
        QCOMPARE(row.data(ChatListModel::heading_role).toString(), QString("Temporary"));
        QVERIFY(test.store->chats()->empty());
        QVERIFY(test.find("chatBanner")->isVisible());
        QVERIFY(test.find("chatBanner")->findChild<QLabel*>()->text().contains("written nowhere"));
    }

    void a_chat_gets_instructions_that_are_saved_for_others() {
        TestWindow test({answering({"one"})});
        chatAbout(test, "question");
        QVERIFY(!test.find("chatBanner")->isVisible());
        test.window.findChild<QAction*>("instructionsAction")->trigger();
        auto* const dialog = test.find<QDialog>("instructionsDialog");
        QVERIFY(dialog != nullptr && dialog->isVisible());
        dialog->findChild<QPlainTextEdit*>("instructionsEdit")->setPlainText("Be brief.");
        dialog->findChild<QLineEdit*>("presetNameEdit")->setText("Brief");
        dialog->findChild<QPushButton*>("presetSaveButton")->click();
        QCOMPARE(test.store->presets()->size(), std::size_t(1));
        dialog->findChild<QPushButton*>("instructionsUseButton")->click();
        QCOMPARE(test.store->chats()->at(0).instructions, QString("Be brief."));
        QVERIFY(test.find("chatBanner")->isVisible());
        QVERIFY(test.find("chatBanner")->findChild<QLabel*>()->text().contains("Be brief."));

        test.button("newChatButton")->click();
        QVERIFY(!test.find("chatBanner")->isVisible());
        QTRY_VERIFY(test.find<QDialog>("instructionsDialog") == nullptr);
        test.window.findChild<QAction*>("instructionsAction")->trigger();
        auto* const next = test.find<QDialog>("instructionsDialog");
        auto* const presets = next->findChild<QComboBox*>("presetBox");
        presets->setCurrentIndex(1);
        Q_EMIT presets->activated(1);
        QCOMPARE(next->findChild<QPlainTextEdit*>("instructionsEdit")->toPlainText(), QString("Be brief."));
        next->findChild<QPushButton*>("presetRemoveButton")->click();
        QVERIFY(test.store->presets()->empty());
    }

    void the_chat_on_the_screen_is_exported_by_key() {
        const QTemporaryDir folder;
        TestWindow test({answering({"**one**"})});
        chatAbout(test, "question");
        QTest::keyClick(&test.window, Qt::Key_E, Qt::ControlModifier);
        exportTo(test, "exportMarkdown", folder.filePath("chat.md"));
        QTRY_VERIFY(test.told().contains("chat.md"));
        const QByteArray text = contentOf(folder.filePath("chat.md"));
        QVERIFY(text.startsWith("# question\n"));
        QVERIFY(text.contains("**one**"));
    }

    void chats_are_exported_and_imported_once() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.json");
        TestWindow test({answering({"one"})});
        chatAbout(test, "first");
        chatAbout(test, "second");
        chooseFromChatsMenu(test, "Export all");
        exportTo(test, "exportJson", path);
        QTRY_VERIFY(test.told().contains("2 chats were written"));
        QVERIFY(QJsonDocument::fromJson(contentOf(path)).isObject());

        TestWindow other({answering({"one"})});
        chooseFromChatsMenu(other, "Import");
        chooseFile(other.findLast<QFileDialog>("importDialog"), path);
        QTRY_VERIFY(other.told().contains("Chats added: 2, messages added: 4"));
        QCOMPARE(titlesOf(other.find<QListView>("chatList")), QStringList({"second", "first"}));
        chooseFromChatsMenu(other, "Import");
        chooseFile(other.findLast<QFileDialog>("importDialog"), path);
        QTRY_VERIFY(other.told().contains("Nothing new"));
        QCOMPARE(other.store->chats()->size(), std::size_t(2));
    }

    void a_damaged_file_says_how_much_of_it_was_whole() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.json");
        TestWindow test({answering({"one"})});
        chatAbout(test, "first");
        chatAbout(test, "second");
        chooseFromChatsMenu(test, "Export all");
        exportTo(test, "exportJson", path);
        QTRY_VERIFY(QFile::exists(path) && !test.told().isEmpty());
        QByteArray content = contentOf(path);
        content.replace("\"text\":\"second\"", "\"text\":second\"");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();

        TestWindow other({answering({"one"})});
        chooseFromChatsMenu(other, "Import");
        chooseFile(other.findLast<QFileDialog>("importDialog"), path);
        QTRY_VERIFY(other.told().contains("3 of 4 messages"));
        QCOMPARE(other.store->chats()->size(), std::size_t(2));
    }

    void all_chats_are_deleted_after_a_question_and_for_good_only_if_that_is_ticked_data() {
        QTest::addColumn<bool>("for_good");
        QTest::newRow("into the bin") << false;
        QTest::newRow("for good") << true;
    }

    void all_chats_are_deleted_after_a_question_and_for_good_only_if_that_is_ticked() {
        QFETCH(bool, for_good);
        TestWindow test({answering({"one"})});
        chatAbout(test, "first");
        chatAbout(test, "second");
        chooseFromChatsMenu(test, "Delete all");
        auto* const box = test.find<QMessageBox>("deleteAllBox");
        QVERIFY(box != nullptr && box->text().contains("2"));
        box->findChild<QCheckBox*>("deleteForGood")->setChecked(for_good);
        for (QAbstractButton* const button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole) {
                button->click();
            }
        }
        QVERIFY(test.store->chats()->empty());
        QCOMPARE(test.store->bin()->size(), std::size_t(for_good ? 0 : 2));
        QCOMPARE(test.told().isEmpty(), for_good);
    }

    void the_file_of_one_chat_is_called_as_the_chat() {
        TestWindow test({answering({"one"})});
        chatAbout(test, "Names for a grey cat?");
        QTest::keyClick(&test.window, Qt::Key_E, Qt::ControlModifier);
        const auto* const dialog = test.findLast<QDialog>("exportDialog");
        QVERIFY(dialog != nullptr);
        dialog->findChild<QPushButton*>("exportSaveButton")->click();
        const auto* const file = dialog->findChild<QFileDialog*>("exportFileDialog");
        QVERIFY(file != nullptr);
        QCOMPARE(QFileInfo(file->selectedFiles().value(0)).fileName(), QString("Names for a grey cat.md"));
    }

    void files_that_the_program_was_started_with_are_taken() {
        TestWindow test({answering({"one"})});
        chatAbout(test, "about Portugal");
        const QTemporaryDir folder;
        const QString path = folder.filePath("chats.json");
        chooseFromChatsMenu(test, "Export all chats…");
        exportTo(test, "exportJson", path);
        QTRY_VERIFY(QFileInfo(path).size() > 0);
        QTRY_VERIFY(test.told().contains("written"));
        test.window.openFiles({path});
        QTRY_COMPARE(test.told(), QString("Nothing new was in the file."));
    }

    void chats_that_can_only_be_read_are_told_as_such() {
        app::ChatStoreTrouble trouble;
        trouble.kind = app::ChatStoreTrouble::Kind::not_kept;
        trouble.reason = "attempt to write a readonly database";
        trouble.messages_read = 3;
        TestWindow test(WindowSetup{.loader = loaderOf({answering({"one"})}), .store_trouble = trouble});
        QVERIFY(test.told().startsWith("Your chats can be read, but nothing can be stored"));
    }

    void a_damaged_file_of_chats_is_told_with_what_could_be_read() {
        app::ChatStoreTrouble trouble;
        trouble.kind = app::ChatStoreTrouble::Kind::damaged;
        trouble.set_aside = "/data/chats-damaged.sqlite";
        trouble.messages_read = 112;
        trouble.messages_total = 113;
        TestWindow test(WindowSetup{.loader = loaderOf({answering({"one"})}), .store_trouble = trouble});
        QVERIFY(test.told().contains("112 of 113 messages could be read"));
        const auto buttons = test.find("noticeBar")->findChildren<QPushButton*>();
        QVERIFY(std::any_of(buttons.begin(), buttons.end(),
                            [](const QPushButton* button) { return button->text() == "Open what is there"; }));
        for (QPushButton* const button : buttons) {
            if (button->text() == "Show file") {
                button->click();
            }
        }
        QCOMPARE(test.opened, QList<QUrl>{QUrl::fromLocalFile("/data")});
    }
};

STRATA_TEST(ChatsJointTest);

#include "chats_joint_test.moc"
