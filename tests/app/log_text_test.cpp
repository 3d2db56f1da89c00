#include "app/log_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using strata::app::LogText;

class LogTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hides_what_is_the_persons_data() {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("logged");
        QTest::newRow("plain words") << "model loaded in 12.5 s"
                                     << "model loaded in 12.5 s";
        QTest::newRow("below the data folder") << "opening /home/jo/.local/share/Strata/chats.sqlite"
                                               << "opening <data>/chats.sqlite";
        QTest::newRow("a file of the person") << "cannot open /home/jo/Private Letters/to my doctor.png: no such file"
                                              << "cannot open <home>/….png: no such file";
        QTest::newRow("in quotes") << "\"/home/jo/a b.jpg\" is damaged"
                                   << "\"<home>/….jpg\" is damaged";
        QTest::newRow("an address of a file") << "open file:///home/jo/my plan.txt"
                                              << "open <home>/….txt";
        QTest::newRow("elsewhere") << "read /media/stick/tax 2031.gguf, 3 tensors"
                                   << "read <folder>/….gguf, 3 tensors";
        QTest::newRow("on a drive") << "at D:\\Models\\my secret.gguf"
                                    << "at <folder>/….gguf";
        QTest::newRow("on a share") << "at \\\\server\\share\\my secret.gguf"
                                    << "at <folder>/….gguf";
        QTest::newRow("a conversation") << "parked 0123456789abcdef0123456789abcdef in 3 ms"
                                        << "parked <id> in 3 ms";
        QTest::newRow("a key") << "sent Authorization: Bearer abcdefgh12345678 to it"
                               << "sent Authorization <key> to it";
        QTest::newRow("a key of a server") << "key sk-abcdefghijkl refused"
                                           << "key <key> refused";
        QTest::newRow("a login") << "proxy http://jo:pass@host:80"
                                 << "proxy http://<login>@host:80";
        QTest::newRow("escapes and lines") << "a\x1b[31mb\nc"
                                           << "a [31mb c";
    }

    void hides_what_is_the_persons() {
        QFETCH(QString, said);
        QFETCH(QString, logged);
        QCOMPARE(LogText("/home/jo", "/home/jo/.local/share/Strata").clean(said), logged);
    }

    void a_long_line_is_cut() { QVERIFY(LogText().clean(QString(100'000, u'x')).size() < 2'100); }

    void speeds_and_fractions_are_no_paths() {
        const QString text = "8 of 10 pieces, 12.5 tokens/s, 3/4 done, https://example.org/x";
        QCOMPARE(LogText("/home/jo", "/home/jo/data").clean(text), text);
    }
};

STRATA_TEST(LogTextTest);

#include "log_text_test.moc"
