#include "ui/settings/languages.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QXmlStreamReader>

#include "support/test_registry.h"

using namespace strata::ui;

namespace {

struct Text {
    QString source;
    QStringList forms;  ///< of the translation
    bool finished = true;
};

std::vector<Text> textsOf(const QString& language) {
    QFile file(QStringLiteral(STRATA_RESOURCES "/translations/strata_%1.ts").arg(language));
    std::vector<Text> texts;
    if (!file.open(QIODevice::ReadOnly)) {
        return texts;
    }
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement()) {
            continue;
        }
        if (xml.name() == QLatin1String("source")) {
            texts.push_back({xml.readElementText(), {}, true});
        } else if (xml.name() == QLatin1String("translation")) {
            texts.back().finished = !xml.attributes().hasAttribute("type");
            QString whole;
            while (xml.readNext() != QXmlStreamReader::EndElement || xml.name() != QLatin1String("translation")) {
                if (xml.isStartElement()) {
                    texts.back().forms.append(xml.readElementText());
                } else if (xml.isCharacters()) {
                    whole += xml.text();
                }
            }
            if (texts.back().forms.isEmpty()) {
                texts.back().forms.append(whole);
            }
        }
    }
    return texts;
}

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
        const std::vector<Text> texts = textsOf(language);
        QVERIFY(!texts.empty());
        for (const Text& text : texts) {
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

    void english_has_plurals_too() {
        const QLocale before;
        const auto back = qScopeGuard([&] { QLocale::setDefault(before); });
        const Translations english("en");
        const char* const seconds = "↻ Some changes hold when the model is loaded again, about %n second(s).";
        QVERIFY(QCoreApplication::translate("strata::ui::SettingsDialog", seconds, nullptr, 1).endsWith("1 second."));
        QVERIFY(QCoreApplication::translate("strata::ui::SettingsDialog", seconds, nullptr, 5).endsWith("5 seconds."));
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
