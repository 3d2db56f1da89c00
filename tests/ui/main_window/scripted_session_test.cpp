#include "ui/main_window/scripted_session.h"

#include <QtTest/QtTest>

#include <QImage>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "support/test_window.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::Script;
using strata::testing::TestWindow;

namespace {

ScriptedSession::Parts partsOf(TestWindow& test) {
    return {&test.window, &test.model, &test.controller, &test.chat};
}

}  // namespace

class ScriptedSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sends_message_after_message_and_saves_a_picture() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("window.png");
        TestWindow test({answering({"one"}), answering({"two"})});
        ScriptedSession session({{"first", "second"}, Thinking::off, file}, partsOf(test));
        QSignalSpy ended(&session, &ScriptedSession::ended);
        session.start();
        QVERIFY(ended.wait());
        QCOMPARE(ended[0][0].toBool(), true);
        QCOMPARE(test.chat.rowCount(), 4);
        QCOMPARE(test.last().text, QString("two"));
        QCOMPARE(QImage(file).size(), test.window.size() * test.window.devicePixelRatio());
    }

    void an_answer_that_fails_is_no_success() {
        Script broken;
        broken.fail(ErrorCode::internal, "broken");
        TestWindow test({broken});
        ScriptedSession session({{"first"}, Thinking::off, QString()}, partsOf(test));
        QSignalSpy ended(&session, &ScriptedSession::ended);
        session.start();
        QVERIFY(ended.wait());
        QCOMPARE(ended[0][0].toBool(), false);
    }

    void a_missing_model_ends_it_without_success() {
        TestWindow test(strata::testing::loaderOf({}), std::nullopt);
        ScriptedSession session({{"first"}, Thinking::off, QString()}, partsOf(test));
        QSignalSpy ended(&session, &ScriptedSession::ended);
        session.start();
        QVERIFY(ended.wait());
        QCOMPARE(ended[0][0].toBool(), false);
    }
};

STRATA_TEST(ScriptedSessionTest);

#include "scripted_session_test.moc"
