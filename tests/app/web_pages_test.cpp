#include "app/web_pages.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

class WebPagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_a_page_as_browsers_do_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("origin");  // empty: it is none
        QTest::newRow("plain") << "https://chat.example"
                               << "https://chat.example";
        QTest::newRow("large letters") << "HTTPS://Chat.Example"
                                       << "https://chat.example";
        QTest::newRow("usual port") << "https://chat.example:443"
                                    << "https://chat.example";
        QTest::newRow("usual port of the other one") << "http://chat.example:443"
                                                     << "http://chat.example:443";
        QTest::newRow("port") << "http://localhost:3000"
                              << "http://localhost:3000";
        QTest::newRow("IPv6") << "http://[::1]:80"
                              << "http://[::1]";
        QTest::newRow("foreign letters") << QStringLiteral("https://bücher.example") << "https://xn--bcher-kva.example";
        QTest::newRow("of a program") << "app://obsidian.md"
                                      << "app://obsidian.md";
        QTest::newRow("slash") << "https://chat.example/"
                               << "";
        QTest::newRow("path") << "https://chat.example/a"
                              << "";
        QTest::newRow("query") << "https://chat.example?a"
                               << "";
        QTest::newRow("wildcard") << "https://*.example"
                                  << "";
        QTest::newRow("user") << "https://me@chat.example"
                              << "";
        QTest::newRow("no scheme") << "chat.example"
                                   << "";
        QTest::newRow("no host") << "https://"
                                 << "";
        QTest::newRow("port 0") << "https://chat.example:0"
                                << "";
        QTest::newRow("port too large") << "https://chat.example:65536"
                                        << "";
        QTest::newRow("backslash") << "https:\\\\chat.example"
                                   << "";
        QTest::newRow("null") << "null"
                              << "";
    }
    void names_a_page_as_browsers_do() {
        QFETCH(QString, text);
        QFETCH(QString, origin);
        QCOMPARE(webPageOrigin(text).value_or(QString()), origin);
    }

    void reads_a_list_in_any_shape() {
        const WebPages read = readWebPages(" https://a.example,http://b.example;\nhttps://A.example:443 ");
        QCOMPARE(read.pages, (QStringList{"https://a.example", "http://b.example"}));
        QVERIFY(read.wrong.isEmpty() && !read.mixed);
        QVERIFY(readWebPages("  ").pages.isEmpty());
    }

    void names_the_word_that_is_wrong() {
        QCOMPARE(readWebPages("https://a.example nonsense https://b.example").wrong, "nonsense");
    }

    void all_pages_stand_alone() {
        QVERIFY(!readWebPages("*").mixed);
        QCOMPARE(readWebPages("*").pages, QStringList{"*"});
        QVERIFY(readWebPages("* https://a.example").mixed);
    }
};

STRATA_TEST(WebPagesTest);

#include "web_pages_test.moc"
