#include "ui/settings/languages.h"

#include <QtTest/QtTest>

#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QScopeGuard>

#include "support/test_registry.h"
#include "support/translation_file.h"
#include "ui/setup/size_words.h"

using namespace strata::ui;
using strata::testing::textsOf;
using strata::testing::TranslatedText;

namespace {

QStringList placeholdersOf(const QString& text) {
    static const QRegularExpression placeholder(QStringLiteral("%(?:n|\\d)"));
    QStringList found;
    for (auto at = placeholder.globalMatch(text); at.hasNext();) {
        found.append(at.next().captured());
    }
    found.sort();
    found.removeDuplicates();
    return found;
}

}  // namespace

class LanguagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_text_is_translated_with_the_same_placeholders_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("German") << "de";
        QTest::newRow("English plurals") << "en";
    }
    void every_text_is_translated_with_the_same_placeholders() {
        QFETCH(const QString, language);
        const std::vector<TranslatedText> texts = textsOf(language);
        QVERIFY(!texts.empty());
        for (const TranslatedText& text : texts) {
            QVERIFY2(text.finished, qPrintable(text.source));
            for (const QString& form : text.forms) {
                QVERIFY2(!form.isEmpty(), qPrintable(text.source));
                QCOMPARE(placeholdersOf(form), placeholdersOf(text.source));
            }
        }
    }

    void speaks_german_with_plurals_and_numbers() {
        const QLocale before;
        const auto back = qScopeGuard([&] { QLocale::setDefault(before); });
        const Translations german("de");
        QCOMPARE(german.code(), "de");
        QCOMPARE(QCoreApplication::translate("strata::ui::SettingsDialog", "Settings"), "Einstellungen");
        // As the pages and free functions ask for their words.
        QCOMPARE(QCoreApplication::translate("strata::ui::SettingsPage", "Text size"), "Textgröße");
        QCOMPARE(QCoreApplication::translate("TurnText", "Stopped"), "Angehalten");
        const char* const seconds = "↻ Some changes hold when the model is loaded again, about %n second(s).";
        QVERIFY(QCoreApplication::translate("strata::ui::SettingsDialog", seconds, nullptr, 1).endsWith("1 Sekunde."));
        QVERIFY(QCoreApplication::translate("strata::ui::SettingsDialog", seconds, nullptr, 2).endsWith("2 Sekunden."));
        QCOMPARE(QLocale().toString(1234.5, 'f', 1), "1.234,5");
    }

    /// The list's own text would be shown otherwise: it is in a file that the translators' tools do not read.
    void says_what_the_built_in_licences_allow() {
        const QLocale before;
        const auto back = qScopeGuard([&] { QLocale::setDefault(before); });
        const Translations german("de");
        const auto catalog = strata::app::ModelCatalog::builtIn();
        QVERIFY(!catalog.licences().empty());
        for (const auto& licence : catalog.licences()) {
            QVERIFY2(plainSummary(licence) != licence.summary, qPrintable(licence.id));
        }
    }

    void english_has_plurals_too() {
        const QLocale before;
        const auto back = qScopeGuard([&] { QLocale::setDefault(before); });
        const Translations english("en");
        const char* const seconds = "↻ Some changes hold when the model is loaded again, about %n second(s).";
        QVERIFY(QCoreApplication::translate("strata::ui::SettingsDialog", seconds, nullptr, 1).endsWith("1 second."));
        QVERIFY(QCoreApplication::translate("strata::ui::SettingsDialog", seconds, nullptr, 5).endsWith("5 seconds."));
    }

    void the_language_for_tests_is_long_and_runs_from_right_to_left() {
        {
            const Translations pseudo(kPseudoLanguage);
            QCOMPARE(pseudo.code(), QString(kPseudoLanguage));
            QCOMPARE(QGuiApplication::layoutDirection(), Qt::RightToLeft);
            QCOMPARE(QCoreApplication::translate("MeterText", "%1 of %2 pieces"),
                     QString("\u200F[%1 õf %2 pîéçéš······]"));
            QCOMPARE(QCoreApplication::translate("MeterText", "%1 %"), "%1 %");
        }
        QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
        QVERIFY(std::none_of(shippedLanguages().begin(), shippedLanguages().end(),
                             [](const Language& language) { return language.code == kPseudoLanguage; }));
    }

    void a_language_that_is_not_there_is_english() {
        const QLocale before;
        const auto back = qScopeGuard([&] { QLocale::setDefault(before); });
        QCOMPARE(Translations("xx").code(), "en");
        QCOMPARE(Translations("ja").code(), "en");
    }
};

STRATA_TEST(LanguagesTest);

#include "languages_test.moc"
