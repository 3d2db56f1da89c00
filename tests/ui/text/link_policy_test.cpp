#include "ui/text/link_policy.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::ui;

class LinkPolicyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void only_web_and_mail_may_be_opened_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("may");
        QTest::newRow("http") << "http://example.org" << true;
        QTest::newRow("https") << "HTTPS://example.org/a?b=c#d" << true;
        QTest::newRow("mail") << "mailto:a@example.org" << true;
        QTest::newRow("file") << "file:///etc/passwd" << false;
        QTest::newRow("share") << "//server/share" << false;
        QTest::newRow("windows share") << "\\\\server\\share" << false;
        QTest::newRow("script") << "javascript:alert(1)" << false;
        QTest::newRow("data") << "data:text/html,x" << false;
        QTest::newRow("program") << "ms-settings:about" << false;
        QTest::newRow("relative") << "page.html" << false;
        QTest::newRow("no host") << "http:///x" << false;
        QTest::newRow("empty") << "" << false;
    }

    void only_web_and_mail_may_be_opened() {
        QFETCH(QString, address);
        QFETCH(bool, may);
        QCOMPARE(mayOpenLink(QUrl(address)), may);
    }

    void look_alike_names_are_shown_encoded() {
        QCOMPARE(shownTarget(QUrl("https://ex\u0430mple.org/\u00e9")), QString("https://xn--exmple-4nf.org/%C3%A9"));
    }
};

STRATA_TEST(LinkPolicyTest);

#include "link_policy_test.moc"
