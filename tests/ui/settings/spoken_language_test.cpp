#include <QtTest/QtTest>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSet>

#include "app/engine_choice.h"
#include "support/setup_bench.h"
#include "support/test_registry.h"
#include "support/test_window.h"
#include "support/translation_file.h"
#include "ui/main_window/more_menu.h"
#include "ui/remote/remote_controller.h"
#include "ui/remote/remote_dialog.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_dialog.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// The English of all texts whose German is another one.
class English {
public:
    English() {
        const std::vector<TranslatedText> texts = textsOf(QStringLiteral("de"));
        QSet<QString> german;
        for (const TranslatedText& text : texts) {
            german.unite({text.forms.begin(), text.forms.end()});
        }
        for (const TranslatedText& text : texts) {
            if (german.contains(text.source)) {
                continue;
            }
            known_.insert(text.source);
            add(text.source);
        }
    }

    bool speaks(const QString& text) const {
        return known_.contains(text) || std::any_of(patterns_.begin(), patterns_.end(), [&](const auto& pattern) {
                   return pattern.match(text).hasMatch();
               });
    }

private:
    /// Texts that are completed, if there are words enough to know them by.
    void add(const QString& source) {
        static const QRegularExpression placeholder(QStringLiteral("%(?:n|\\d)"));
        static const QRegularExpression word(QStringLiteral("\\b[A-Za-z]{2,}"));
        if (!source.contains(placeholder) || QString(source).remove(placeholder).count(word) < 2) {
            return;
        }
        QString pattern = QRegularExpression::escape(source);
        pattern.replace(QRegularExpression(QStringLiteral("\\\\%(?:n|\\d)")), QStringLiteral(".+"));
        patterns_.emplace_back(QRegularExpression::anchoredPattern(pattern));
    }

    QSet<QString> known_;
    std::vector<QRegularExpression> patterns_;
};

/// Everything that a widget says, to eyes and to screen readers.
QStringList wordsOf(const QWidget& widget) {
    QStringList words{widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()};
    if (const auto* const label = qobject_cast<const QLabel*>(&widget)) {
        words.append(label->text());
    } else if (const auto* const button = qobject_cast<const QAbstractButton*>(&widget)) {
        words.append(button->text());
    } else if (const auto* const line = qobject_cast<const QLineEdit*>(&widget)) {
        words.append(line->placeholderText());
    } else if (const auto* const edit = qobject_cast<const QPlainTextEdit*>(&widget)) {
        words.append(edit->placeholderText());
    } else if (const auto* const view = qobject_cast<const QAbstractItemView*>(&widget); view && view->model()) {
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            words.append(view->model()->index(row, 0).data().toString());
        }
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            words.append(view->model()->headerData(column, Qt::Horizontal).toString());
        }
    } else if (const auto* const box = qobject_cast<const QComboBox*>(&widget)) {
        for (int i = 0; i < box->count(); ++i) {
            words.append(box->itemText(i));
        }
    }
    for (const QAction* const action : widget.actions()) {
        words.append({action->text(), action->toolTip()});
    }
    return words;
}

/// What is still English in a window, with the widget that says it.
QStringList englishIn(const QWidget& window) {
    static const English english;
    QStringList found;
    QList<QWidget*> widgets = window.findChildren<QWidget*>();
    widgets.append(const_cast<QWidget*>(&window));
    for (const QWidget* const widget : widgets) {
        for (const QString& text : wordsOf(*widget)) {
            if (english.speaks(text)) {
                found.append(
                    QStringLiteral("%1 %2: %3").arg(widget->metaObject()->className(), widget->objectName(), text));
            }
        }
    }
    found.removeDuplicates();
    return found;
}

}  // namespace

#define QVERIFY_GERMAN(window)                                                    \
    do {                                                                          \
        const QStringList english_words = englishIn(window);                      \
        QVERIFY2(english_words.isEmpty(), qPrintable(english_words.join(u'\n'))); \
    } while (false)

class SpokenLanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        before_ = QLocale();
        german_ = std::make_unique<Translations>(QStringLiteral("de"));
    }
    void cleanup() {
        german_.reset();
        QLocale::setDefault(before_);
    }

    void english_words_would_be_noticed() {
        QLabel label(QStringLiteral("Settings"));
        QCOMPARE(englishIn(label).size(), 1);
        label.setText(QStringLiteral("This message needs 7 pieces; 3 are left."));
        QCOMPARE(englishIn(label).size(), 1);
        label.setText(QStringLiteral("Einstellungen"));
        QCOMPARE(englishIn(label), QStringList());
    }

    void the_main_window_is_german() {
        TestWindow test(
            {answering({"Guten Tag."}), Script().text("Es beginnt").fail(ErrorCode::out_of_memory, "voll")});
        QVERIFY_GERMAN(test.window);
        for (const char* const message : {"Hallo", "Und weiter?"}) {
            test.send(QString::fromUtf8(message));
            QTRY_VERIFY(test.isIdle());
        }
        QVERIFY_GERMAN(test.window);
        QTest::keyClick(&test.window, Qt::Key_M, Qt::ControlModifier);
        QTest::keyClick(&test.window, Qt::Key_F, Qt::ControlModifier);
        QVERIFY_GERMAN(test.window);
    }

    void the_dialogs_are_german() {
        TestWindow test({answering({"Guten Tag."})});
        test.send(QStringLiteral("Hallo"));
        QTRY_VERIFY(test.isIdle());
        auto* const menu = test.find<MoreMenu>("moreMenu");
        QVERIFY(menu != nullptr);
        QVERIFY_GERMAN(*menu);
        for (const auto& [action, dialog] :
             {std::pair("parkedAction", "parkedDialog"), {"checkAction", "checkDialog"}}) {
            menu->findChild<QAction*>(QLatin1String(action))->trigger();
            QVERIFY2(test.find(dialog) != nullptr, dialog);
            QVERIFY_GERMAN(*test.find(dialog));
        }
        app::EngineChoice choice(loaderOf({answering({"x"})}));
        RemoteController remote({&test.settings, &test.keys, &choice, &test.model});
        const RemoteDialog dialog(&test.theme, &remote, &test.window);
        QVERIFY_GERMAN(dialog);
    }

    void the_settings_are_german() {
        TestWindow test(std::vector<Script>{});
        SettingsDialog dialog(&test.settings_controller);
        for (int page = 0; page < dialog.pageCount(); ++page) {
            dialog.showPage(page);
            QVERIFY_GERMAN(dialog);
        }
    }

    void the_setup_is_german_data() {
        QTest::addColumn<bool>("good");
        QTest::newRow("good PC") << true;
        QTest::newRow("bad PC") << false;
    }
    void the_setup_is_german() {
        QFETCH(const bool, good);
        SetupBench bench(good ? goodPc : badPc);
        for (int step = 0; step < kSetupSteps; ++step) {
            bench.goTo(static_cast<SetupStep>(step));
            QTRY_VERIFY(bench.setup->folderVerdict());
            QVERIFY_GERMAN(*bench.wizard);
        }
    }

private:
    QLocale before_;
    std::unique_ptr<Translations> german_;
};

STRATA_TEST(SpokenLanguageTest);

#include "spoken_language_test.moc"
