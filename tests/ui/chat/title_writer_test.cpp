#include "ui/chat/title_writer.h"

#include <QtTest/QtTest>

#include "app/settings.h"
#include "support/chat_bench.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// Chats with a writer of titles that waits for nothing.
struct TitleBench : ChatBench {
    explicit TitleBench(std::vector<Script> scripts)
        : ChatBench(std::move(scripts)), settings(QString()), titles(&engine, &controller, &settings) {
        titles.setIdleTime(std::chrono::milliseconds(0));
    }

    QString title() { return controller.chatList()->at(0).title; }

    app::Settings settings;
    TitleWriter titles;
};

}  // namespace

class TitleWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void the_first_answer_is_followed_by_a_title_of_the_model() {
        TitleBench bench({answering({"It is Lisbon."}), answering({"**The capital", " of Portugal**"})});
        bench.controller.send("tell me, what is the capital of Portugal?", Thinking::off);
        QTRY_COMPARE(bench.title(), QString("The capital of Portugal"));
        QCOMPARE(bench.store->chats()->at(0).title, QString("The capital of Portugal"));
        // The model has read the chat already: the question for the title follows it.
        const auto requests = bench.log->all();
        QCOMPARE(requests.size(), std::size_t(2));
        QCOMPARE(requests[1].conversation, requests[0].conversation);
        QCOMPARE(requests[1].messages.size(), requests[0].messages.size() + 2);
        QCOMPARE(requests[1].messages[requests[0].messages.size()].text, std::string("It is Lisbon."));
        QCOMPARE(bench.chat.rowCount(), 2);  // it is no part of the chat
    }

    void a_title_that_the_person_gave_stays() {
        const auto gate = std::make_shared<Gate>();
        Script title;
        title.text("a title of the model").waitAt(gate);
        TitleBench bench({answering({"one"}), title});
        bench.controller.send("question", Thinking::off);
        QTRY_COMPARE(bench.log->all().size(), std::size_t(2));
        bench.controller.renameChat(bench.controller.currentChat(), "mine");
        QSignalSpy finished(&bench.engine, &app::EngineThread::finished);
        gate->open();
        QVERIFY(finished.wait());
        QCOMPARE(bench.title(), QString("mine"));
    }

    void whoever_wants_the_engine_comes_first() {
        const auto gate = std::make_shared<Gate>();
        Script title;
        title.text("half a ti").waitAt(gate);
        TitleBench bench({answering({"one"}), title, answering({"two"}), answering({"The title"})});
        bench.controller.send("question", Thinking::off);
        QTRY_COMPARE(bench.log->all().size(), std::size_t(2));
        bench.controller.send("more", Thinking::off);  // the gate stays closed
        QTRY_COMPARE(bench.last().text, QString("two"));
        QTRY_COMPARE(bench.title(), QString("The title"));
    }

    void no_title_is_asked_for_if_the_person_does_not_want_it_data() {
        QTest::addColumn<bool>("setting");
        QTest::addColumn<bool>("built_in");
        QTest::addColumn<bool>("temporary");
        QTest::newRow("setting") << false << false << false;
        QTest::newRow("practice model") << true << true << false;
        QTest::newRow("temporary chat") << true << false << true;
    }

    void no_title_is_asked_for_if_the_person_does_not_want_it() {
        QFETCH(bool, setting);
        QFETCH(bool, built_in);
        QFETCH(bool, temporary);
        TitleBench bench({answering({"one"})});
        app::ParkingSettings parking = bench.settings.parking();
        parking.title_by_model = setting;
        bench.settings.set(parking);
        bench.controller.setBuiltInModel(built_in);
        if (temporary) {
            bench.controller.newTemporaryChat();
        }
        QSignalSpy submitted(&bench.engine, &app::EngineThread::submitted);
        bench.controller.send("question", Thinking::off);
        QTRY_VERIFY(bench.isIdle());
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        QCOMPARE(submitted.size(), 1);
        QCOMPARE(bench.title(), QString("question"));
    }

    void what_models_put_around_a_title_is_taken_off_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("title");
        QTest::newRow("plain") << "Trip to Lisbon"
                               << "Trip to Lisbon";
        QTest::newRow("quotes") << "\"Trip to Lisbon.\""
                                << "Trip to Lisbon";
        QTest::newRow("label") << "**Title: Trip to Lisbon**\n\nIt is about..."
                               << "Trip to Lisbon";
        QTest::newRow("heading") << "# Trip  to Lisbon\n"
                                 << "Trip to Lisbon";
        QTest::newRow("no word") << "***"
                                 << "";
        QTest::newRow("a whole answer") << QString("word ").repeated(40) << "";
    }

    void what_models_put_around_a_title_is_taken_off() {
        QFETCH(QString, text);
        QFETCH(QString, title);
        QCOMPARE(titleFromModel(text), title);
    }
};

STRATA_TEST(TitleWriterTest);

#include "title_writer_test.moc"
