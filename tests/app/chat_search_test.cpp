#include "app/chat_search.h"

#include <QtTest/QtTest>

#include <array>

#include "app/chat_store.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;

namespace {

ChatRecord chatNamed(const ConversationId& id, const QString& title) {
    ChatRecord chat;
    chat.id = id;
    chat.title = title;
    chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000);
    return chat;
}

MessageRecord message(const QString& text) {
    MessageRecord message;
    message.time = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000);
    message.text = text;
    message.reasoning = "secretthought";
    return message;
}

/// What of a hit is marked.
QStringList marked(const SearchHit& hit) {
    QStringList texts;
    for (const SearchHit::Mark& mark : hit.marks) {
        texts.append(hit.snippet.mid(mark.start, mark.length));
    }
    return texts;
}

QDateTime now() {
    return QDateTime::fromMSecsSinceEpoch(1'700'000'001'000);
}

}  // namespace

class ChatSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        store_ = std::move(*ChatStore::openInMemory());
        paris_ = *store_->add(chatNamed("a", "Capital of France"), 0,
                              std::array{message("What is the capital?"), message("It is Paris,\nwhich has a café.")});
        other_ = *store_->add(chatNamed("b", "Größe von Österreich"), 0, std::array{message("Wie groß ist es?")});
    }

    void finds_words_in_titles_first_and_then_in_messages() {
        const auto hits = store_->search("capital", 10);
        QCOMPARE(hits->size(), std::size_t(2));
        QCOMPARE(hits->at(0).message, qint64(0));
        QCOMPARE(hits->at(0).snippet, QString("Capital of France"));
        QCOMPARE(marked(hits->at(0)), QStringList("Capital"));
        QCOMPARE(hits->at(1).message, paris_[0]);
        QCOMPARE(hits->at(1).chat, std::string("a"));
        QCOMPARE(hits->at(1).title, QString("Capital of France"));
        QCOMPARE(marked(hits->at(1)), QStringList("capital"));
    }

    void finds_words_as_they_are_typed_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("a beginning") << "par" << QStringList("Paris");
        QTest::newRow("two words, the last begun") << "has caf" << QStringList({"has", "café"});
        QTest::newRow("without accents") << "cafe" << QStringList("café");
        QTest::newRow("capitals") << "PARIS" << QStringList("Paris");
        QTest::newRow("with signs of the search language") << "\"par* NOT-" << QStringList();
        QTest::newRow("signs alone") << "*\"(:^" << QStringList();
        QTest::newRow("nothing") << "  " << QStringList();
        QTest::newRow("an emoji") << "😀" << QStringList();
        QTest::newRow("a word that is not there") << "paris london" << QStringList();
        QTest::newRow("not in the middle of a word") << "aris" << QStringList();
    }

    void finds_words_as_they_are_typed() {
        QFETCH(QString, typed);
        QFETCH(QStringList, found);
        const auto hits = store_->search(typed, 10);
        QVERIFY(hits);
        QCOMPARE(hits->size(), std::size_t(found.isEmpty() ? 0 : 1));
        if (!found.isEmpty()) {
            QCOMPARE(marked(hits->front()), found);
            QVERIFY(!hits->front().snippet.contains(u'\n'));
        }
    }

    void finds_parts_of_text_that_is_written_without_spaces() {
        const auto ids = store_->add(chatNamed("c", "日本の首都"), 0, std::array{message("日本の首都は東京です。")});
        const auto hits = store_->search("首都", 10);
        QCOMPARE(hits->size(), std::size_t(2));
        QCOMPARE(marked(hits->at(0)), QStringList("首都"));
        QCOMPARE(hits->at(1).message, ids->front());
        QCOMPARE(marked(hits->at(1)), QStringList("首都"));
    }

    void thinking_is_not_found() { QVERIFY(store_->search("secretthought", 10)->empty()); }

    void an_answer_is_found_when_it_has_ended() {
        MessageRecord answer = message("growing");
        answer.state = AnswerState::unfinished;
        answer.id = store_->add(chatNamed("a", "x"), paris_[1], std::array{answer})->front();
        QVERIFY(store_->search("growing", 10)->empty());
        answer.text += " and done";
        QVERIFY(store_->saveMessage(answer));
        QVERIFY(store_->search("growing", 10)->empty());
        answer.state = AnswerState::done;
        QVERIFY(store_->saveMessage(answer));
        QCOMPARE(store_->search("growing done", 10)->size(), std::size_t(1));
        answer.text = "other";
        QVERIFY(store_->saveMessage(answer));
        QVERIFY(store_->search("growing", 10)->empty());
        QCOMPARE(store_->search("other", 10)->size(), std::size_t(1));
    }

    void a_new_title_is_found_and_the_old_one_is_not() {
        QVERIFY(store_->rename("a", "Weather"));
        QVERIFY(store_->search("france", 10)->empty());
        QCOMPARE(store_->search("weather", 10)->size(), std::size_t(1));
    }

    void what_is_in_the_bin_is_not_found() {
        QVERIFY(store_->moveToBin("a", now()));
        QVERIFY(store_->search("paris", 10)->empty());
        QVERIFY(store_->search("france", 10)->empty());
        QVERIFY(store_->deleteMessage("b", other_[0], now()));
        QVERIFY(store_->search("wie", 10)->empty());
        QVERIFY(store_->takeFromBin("a"));
        QCOMPARE(store_->search("paris", 10)->size(), std::size_t(1));
        QVERIFY(store_->restoreMessage("b", other_[0]));
        QCOMPARE(store_->search("wie", 10)->size(), std::size_t(1));
        QVERIFY(store_->moveToBin("a", now()));
        QVERIFY(store_->deleteMessage("b", other_[0], now()));
        QVERIFY(store_->emptyBin(now().addSecs(1)));
        QVERIFY(store_->search("paris", 10)->empty());
        QVERIFY(store_->search("wie", 10)->empty());
        QCOMPARE(store_->search("Österreich", 10)->size(), std::size_t(1));
    }

    void gives_the_newest_first_and_no_more_than_asked_for() {
        for (int i = 0; i < 20; ++i) {
            QVERIFY(
                store_->add(chatNamed(std::to_string(i), "t"), 0, std::array{message(QString("needle %1").arg(i))}));
        }
        const auto hits = store_->search("needle", 5);
        QCOMPARE(hits->size(), std::size_t(5));
        QCOMPARE(hits->front().snippet, QString("needle 19"));
    }

    void a_place_deep_in_a_long_text_is_shown_with_its_surroundings() {
        QVERIFY(store_->add(chatNamed("long", "t"), 0,
                            std::array{message(QString("filler words ").repeated(5000) + "needle" +
                                               QString(" more words").repeated(5000))}));
        const auto hits = store_->search("needle", 5);
        QCOMPARE(hits->size(), std::size_t(1));
        QCOMPARE(marked(hits->front()), QStringList("needle"));
        QVERIFY(hits->front().snippet.size() < 300);
    }

private:
    std::unique_ptr<ChatStore> store_;
    std::vector<qint64> paris_, other_;
};

STRATA_TEST(ChatSearchTest);

#include "chat_search_test.moc"
