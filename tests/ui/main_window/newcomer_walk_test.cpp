#include <QtTest/QtTest>

#include <functional>

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "app/data_folder.h"
#include "app/log_file.h"
#include "app/quit_signals.h"
#include "app/run_marker.h"
#include "app/settings.h"
#include "support/test_registry.h"
#include "ui/main_window/program.h"
#include "ui/main_window/start_options.h"

using namespace strata;
using namespace strata::ui;

namespace {

constexpr int kPatience = 90'000;  // milliseconds; the model really answers, also on a busy machine

/// One start of the program, with everything in a folder of its own; what the person does is done while it runs.
class Start {
public:
    explicit Start(const QString& folder)
        : data_(folder),
          log_(data_.logs(), app::LogText(QDir::homePath(), data_.path())),
          marker_(data_.marker()),
          program_(options(folder), {&data_, &log_, &marker_, &quit_signals_},
                   std::move(*app::openChatStore(data_.chats()))) {}

    void walk(const std::function<void()>& steps) {
        QTimer::singleShot(0, &data_owner_, [&steps] {
            steps();
            QCoreApplication::exit();
        });
        QCOMPARE(program_.run(), 0);
        marker_.end();
    }

private:
    static StartOptions options(const QString& folder) {
        StartOptions options;
        options.data = folder;
        options.size = QSize(1100, 800);
        return options;
    }

    app::DataFolder data_;
    app::LogFile log_;
    app::RunMarker marker_;
    app::QuitSignals quit_signals_;
    QObject data_owner_;
    Program program_;
};

QWidget* windowNamed(const char* name) {
    for (QWidget* const window : QApplication::topLevelWidgets()) {
        if (window->objectName() == QLatin1String(name)) {
            return window;
        }
    }
    return nullptr;
}

/// Something in the main window that can be seen; messages repeat names: the one of that number, from the top.
template <class Widget>
Widget* seen(const char* name, int number = 0) {
    QList<Widget*> all = windowNamed("mainWindow")->findChildren<Widget*>(QLatin1String(name));
    all.removeIf([](const Widget* widget) { return !widget->isVisible(); });
    std::sort(all.begin(), all.end(), [](const Widget* a, const Widget* b) {
        return a->mapToGlobal(QPoint()).y() < b->mapToGlobal(QPoint()).y();
    });
    return number < all.size() ? all[number] : nullptr;
}

/// What a desktop does by itself: shortcuts reach only an active window.
void comeToTheFront() {
    windowNamed("mainWindow")->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(windowNamed("mainWindow")));
}

/// Goes through the first pages as somebody who reads them, and stays with the practice model.
void leaveTheSetup() {
    QTRY_VERIFY_WITH_TIMEOUT(windowNamed("setupWizard") != nullptr, kPatience);
    const QPointer<QWidget> wizard = windowNamed("setupWizard");
    QVERIFY(wizard->isVisible());
    auto* const next = wizard->findChild<QPushButton*>("setupNextButton");
    auto* const title = wizard->findChild<QLabel*>("setupTitle");
    QStringList titles;
    for (int page = 0; page < 3; ++page) {
        titles.append(title->text());
        QTRY_VERIFY_WITH_TIMEOUT(next->isEnabled(), kPatience);
        QTest::mouseClick(next, Qt::LeftButton);
    }
    QTest::mouseClick(wizard->findChild<QPushButton*>("setupBackButton"), Qt::LeftButton);
    QCOMPARE(title->text(), titles.last());
    titles.removeDuplicates();
    QCOMPARE(titles.size(), 3);
    QTest::mouseClick(wizard->findChild<QPushButton*>("setupPracticeButton"), Qt::LeftButton);
    QTRY_VERIFY(wizard.isNull() || !wizard->isVisible());
    comeToTheFront();
}

bool isAnswering() {
    return seen<QPushButton>("stopButton") != nullptr;
}

int answers() {
    return static_cast<int>(
        std::size(windowNamed("mainWindow")->findChildren<QWidget*>(QStringLiteral("answerColumn"))));
}

void type(const QString& text) {
    auto* const composer = seen<QPlainTextEdit>("composer");
    QVERIFY(composer != nullptr);
    QTest::mouseClick(composer->viewport(), Qt::LeftButton);
    QTest::keyClicks(composer, text);
    QTest::keyClick(composer, Qt::Key_Return);
}

/// What the window would give somebody who copies the last answer.
QString lastAnswer() {
    QApplication::clipboard()->clear();
    QTest::keyClick(windowNamed("mainWindow"), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    return QApplication::clipboard()->text();
}

void ask(const QString& text, const QString& expected) {
    type(text);
    QTRY_VERIFY(isAnswering());
    QTRY_VERIFY_WITH_TIMEOUT(!isAnswering(), kPatience);
    QVERIFY2(lastAnswer().contains(expected), qPrintable(lastAnswer()));
}

void chooseFile(QFileDialog* dialog, const QString& path) {
    QVERIFY(dialog != nullptr);
    Q_EMIT dialog->fileSelected(path);
    dialog->close();
}

/// Writes the chat on the screen to a file that can be imported.
void exportTo(const QString& path) {
    QTest::keyClick(windowNamed("mainWindow"), Qt::Key_E, Qt::ControlModifier);
    auto* const dialog = windowNamed("mainWindow")->findChild<QDialog*>("exportDialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    dialog->findChild<QRadioButton*>("exportJson")->click();
    QTest::mouseClick(dialog->findChild<QPushButton*>("exportSaveButton"), Qt::LeftButton);
    chooseFile(dialog->findChild<QFileDialog*>("exportFileDialog"), path);
    QTRY_VERIFY(QFile::exists(path));
}

void importFrom(const QString& path) {
    QTest::mouseClick(seen<QPushButton>("chatsMoreButton"), Qt::LeftButton);
    QMenu* const menu = windowNamed("mainWindow")->findChild<QMenu*>("chatsMenu");
    QVERIFY(menu != nullptr);
    const auto actions = menu->actions();
    const auto import = std::find_if(actions.begin(), actions.end(),
                                     [](const QAction* action) { return action->text().startsWith("Import"); });
    QVERIFY(import != actions.end());
    (*import)->trigger();
    menu->close();
    chooseFile(windowNamed("mainWindow")->findChild<QFileDialog*>("importDialog"), path);
    comeToTheFront();
}

/// What the window tells above the composer; empty: nothing.
QString notice() {
    const QWidget* const bar = seen<QWidget>("noticeBar");
    return bar == nullptr ? QString() : bar->findChild<QLabel*>()->text();
}

QListView* chats() {
    return seen<QListView>("chatList");
}

/// What an exported file says of the chats: everything but when and by whom the file was written.
QJsonArray chatsIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()["chats"].toArray()
                                          : QJsonArray();
}

/// The newcomer's first minutes: two turns, a changed question, a look back at the first version, a search, an export.
void firstMinutes(const QString& exported) {
    leaveTheSetup();
    ask("What is the capital of France?", "Paris");
    ask("What is the capital of Italy?", "Rome");
    const int before = answers();
    QVERIFY(before >= 2);

    // The first question is changed: a version beside the old one, with an answer of its own.
    for (int message = 0; message < 4; ++message) {
        QTest::keyClick(windowNamed("mainWindow"), Qt::Key_Up, Qt::AltModifier);
    }
    QTRY_VERIFY(seen<QPushButton>("editMessageButton") != nullptr);
    QTest::mouseClick(seen<QPushButton>("editMessageButton"), Qt::LeftButton);
    auto* const editor = seen<QPlainTextEdit>("messageEdit");
    QVERIFY(editor != nullptr);
    QCOMPARE(editor->toPlainText(), QString("What is the capital of France?"));
    editor->selectAll();
    QTest::keyClicks(editor, "What is the capital of Spain?");
    QTest::mouseClick(seen<QPushButton>("sendEditButton"), Qt::LeftButton);
    QTRY_VERIFY(isAnswering());
    QTRY_VERIFY_WITH_TIMEOUT(!isAnswering(), kPatience);
    QVERIFY2(lastAnswer().contains("Madrid"), qPrintable(lastAnswer()));
    QCOMPARE(seen<QLabel>("branchPlace")->text(), QString("2 of 2"));

    // The first version and all that followed it are still there.
    QTest::mouseClick(seen<QPushButton>("previousBranchButton"), Qt::LeftButton);
    QTRY_COMPARE(seen<QLabel>("branchPlace")->text(), QString("1 of 2"));
    QVERIFY2(lastAnswer().contains("Rome"), qPrintable(lastAnswer()));

    // A word of the version that is not shown is found, and shown.
    QTest::keyClick(windowNamed("mainWindow"), Qt::Key_N, Qt::ControlModifier);
    QTest::keyClick(windowNamed("mainWindow"), Qt::Key_K, Qt::ControlModifier);
    auto* const search = seen<QLineEdit>("chatSearch");
    QTest::keyClicks(search, "Madrid");
    QTRY_VERIFY_WITH_TIMEOUT(seen<QListView>("searchResults") != nullptr, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(seen<QListView>("searchResults")->model()->rowCount() > 0, kPatience);
    QTest::keyClick(search, Qt::Key_Return);
    QTRY_VERIFY(lastAnswer().contains("Madrid"));

    exportTo(exported);
}

}  // namespace

class NewcomerWalkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void from_the_first_start_to_the_same_chat_in_another_profile() {
        const QTemporaryDir folder;
        const QString first = folder.filePath("first.json");
        const QString again = folder.filePath("again.json");
        Start(folder.filePath("one")).walk([&] { firstMinutes(first); });
        QCOMPARE(chatsIn(first).size(), 1);

        // The setup is done and does not come again; the chat is where it was left.
        Start(folder.filePath("one")).walk([] {
            QTRY_VERIFY(chats() != nullptr && chats()->model()->rowCount() == 1);
            QVERIFY(windowNamed("setupWizard") == nullptr);
            comeToTheFront();
            QTRY_VERIFY(lastAnswer().contains("Madrid"));
        });

        Start(folder.filePath("two")).walk([&] {
            leaveTheSetup();
            QCOMPARE(chats()->model()->rowCount(), 0);
            importFrom(first);
            QTRY_COMPARE(chats()->model()->rowCount(), 1);
            QTRY_VERIFY(notice().contains("Chats added: 1"));
            importFrom(first);  // a second time it adds nothing
            QTRY_VERIFY(notice().contains("Nothing new"));
            QCOMPARE(chats()->model()->rowCount(), 1);
            QTest::mouseClick(chats()->viewport(), Qt::LeftButton, {},
                              chats()->visualRect(chats()->model()->index(0, 0)).center());
            QTRY_VERIFY(lastAnswer().contains("Madrid"));
            QCOMPARE(seen<QLabel>("branchPlace")->text(), QString("2 of 2"));
            exportTo(again);
        });
        QVERIFY(!chatsIn(first).isEmpty());
        QCOMPARE(chatsIn(again), chatsIn(first));
    }
};

STRATA_TEST(NewcomerWalkTest);

#include "newcomer_walk_test.moc"
