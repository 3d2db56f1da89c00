#include "app/ini_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

class IniTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void any_text_comes_back_as_it_was_data() {
        QTest::addColumn<QString>("value");
        QTest::newRow("plain") << "8080";
        QTest::newRow("empty") << "";
        QTest::newRow("spaces at the ends") << "  two words ";
        QTest::newRow("quotes") << "\"quoted\" and more\"";
        QTest::newRow("one quote") << "\"";
        QTest::newRow("windows path") << "C:\\new\\room\\0";
        QTest::newRow("lines") << "a\nb\r\nc";
        QTest::newRow("equals and comment signs") << "; a=b # [c]";
        QTest::newRow("other alphabets") << QStringLiteral("Максим 田中 é 🙂");
        QTest::newRow("backslash at the end") << "D:\\";
        QTest::newRow("zero") << QString(QChar(u'\0'));
    }
    void any_text_comes_back_as_it_was() {
        QFETCH(const QString, value);
        const IniValues values{{"section/key", value}, {"version", "1"}, {"other/last", value}};
        const auto read = parseIni(writeIni(values, "header"));
        QVERIFY(read);
        QVERIFY(*read == values);
    }

    void reads_what_people_write_by_hand() {
        const auto read = parseIni("\xEF\xBB\xBF# mine\r\nversion = 1\r\n[ look ]\r\n text_percent = 120 \r\n");
        QVERIFY(read);
        QCOMPARE(read->at("version"), "1");
        QCOMPARE(read->at("look/text_percent"), "120");
        QCOMPARE(parseIni("[a]\npath = C:\\models\\x")->at("a/path"), "C:\\models\\x");
    }

    void refuses_what_is_no_such_text_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("not UTF-8") << QByteArray("[a]\nb=\xFF\xFE");
        QTest::newRow("zero bytes of a power cut") << QByteArray(64, '\0');
        QTest::newRow("no key") << QByteArray("[a]\n=b");
        QTest::newRow("no equals sign") << QByteArray("[a]\nabc");
    }
    void refuses_what_is_no_such_text() {
        QFETCH(const QByteArray, text);
        QVERIFY(!parseIni(text));
    }
};

STRATA_TEST(IniTextTest);

#include "ini_text_test.moc"
