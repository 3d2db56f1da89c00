#include "ui/chat/chat_page.h"

#include <QtTest/QtTest>

#include <QPushButton>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "support/test_registry.h"
#include "ui/attachments/attachment_list.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/style/notice_bar.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

/// A page on an engine that answers at once.
struct Page {
    Page() {
        engine.load({});
        page.resize(700, 500);
        page.show();
    }
    void attachPicture() {
        Attachment picture;
        picture.kind = Attachment::Kind::picture;
        picture.name = "cat.png";
        picture.picture = {QString(64, 'a'), "cat.png", 8, 8, 8, 8};
        attachments()->add(picture);
    }
    /// Every picture is known.
    void readPictures() {
        controller.setPictureReader([](const std::vector<app::AttachedPicture>& pictures, const auto& then) {
            ReadPictures read;
            for (const app::AttachedPicture& picture : pictures) {
                read[picture.hash] = std::make_shared<Picture>(Picture{1, 1, {0, 0, 0}});
            }
            then(read);
        });
    }
    void attachText() {
        Attachment text;
        text.kind = Attachment::Kind::text;
        text.name = "a.py";
        text.text = "print(1)\n";
        attachments()->add(text);
    }
    void send(const QString& text) {
        page.composer()->setText(text);
        QTest::keyClick(page.composer()->edit(), Qt::Key_Return);
    }
    AttachmentList* attachments() const { return page.composer()->attachments(); }
    NoticeBar* notice() const { return page.findChild<NoticeBar*>("attachmentNotice"); }
    void pressNotice() const { notice()->findChild<QPushButton*>()->click(); }

    app::EngineThread engine{loaderOf({answering({"answer"})})};
    const Theme theme{ThemeChoice::light};
    std::unique_ptr<app::ChatStore> store = std::move(app::openChatStore(QString())->store);
    ChatModel chat;
    ChatController controller{&engine, store.get(), &chat};
    ChatPage page{&theme, &controller, &chat};
};

}  // namespace

class ChatPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_message_with_pictures_is_not_sent_without_them_unasked() {
        Page test;
        test.page.setSightLookup([] { return false; });
        test.attachPicture();
        test.send("What is this?");
        QVERIFY(test.chat.isEmpty());
        QVERIFY(test.notice()->isVisible());
        QVERIFY(test.notice()->text().startsWith("The part that looks at pictures is not installed"));
        QCOMPARE(test.page.composer()->text(), QString("What is this?"));
        QCOMPARE(test.attachments()->pictureCount(), 1);

        test.pressNotice();
        QCOMPARE(test.chat.rowCount(), 2);
        QCOMPARE(test.chat.at(0).text, QString("What is this?"));
        QVERIFY(test.attachments()->isEmpty() && test.page.composer()->text().isEmpty());
        QVERIFY(!test.notice()->isVisible());
    }

    void taking_the_picture_away_ends_the_question() {
        Page test;
        test.page.setSightLookup([] { return false; });
        test.attachPicture();
        test.send("Hello");
        QVERIFY(test.notice()->isVisible());
        test.attachments()->clear();
        QVERIFY(!test.notice()->isVisible());
        QVERIFY(test.chat.isEmpty());
    }

    void pictures_are_sent_to_a_model_that_sees_or_may_see() {
        for (const auto sees : {std::optional<bool>(true), std::optional<bool>()}) {
            Page test;
            test.page.setSightLookup([sees] { return sees; });
            test.readPictures();
            test.attachPicture();
            test.send("What is this?");
            QCOMPARE(test.chat.at(0).pictures.size(), std::size_t(1));
            QCOMPARE(test.chat.at(0).pictures[0].hash, QString(64, 'a'));
            QVERIFY(test.attachments()->isEmpty());
        }
    }

    void a_picture_alone_is_a_message() {
        Page test;
        test.readPictures();
        test.attachPicture();
        test.send("");
        QCOMPARE(test.chat.rowCount(), 2);
        QVERIFY(test.chat.at(0).text.isEmpty());
        QCOMPARE(test.chat.at(0).pictures.size(), std::size_t(1));
    }

    void a_model_that_turns_out_to_be_blind_is_asked_again_without_pictures() {
        Page test;
        test.controller.setPictureReader([](const auto& /*pictures*/, const auto& then) {
            then(tl::unexpected(Error{ErrorCode::no_vision, "no eyes"}));
        });
        test.attachPicture();
        test.send("What is this?");
        QTRY_VERIFY(test.chat.at(1).problem.has_value());
        QCOMPARE(test.chat.at(1).problem->remedies, std::vector{Remedy::without_pictures});
        Q_EMIT test.page.chatView()->remedyWanted(Remedy::without_pictures);
        QTRY_COMPARE(test.chat.at(1).text, QString("answer"));
        QVERIFY(test.chat.at(1).settings.contains("without_pictures"));
        QCOMPARE(test.chat.at(0).pictures.size(), std::size_t(1));
    }

    void pictures_that_are_not_sent_stay_with_the_draft() {
        Page test;
        test.attachPicture();
        test.page.composer()->setText("half a");
        test.page.storeDraft();
        QCOMPARE(test.store->draft({})->pictures.size(), std::size_t(1));
        test.controller.newTemporaryChat();
        QVERIFY(test.attachments()->isEmpty());
        ChatModel chat;
        ChatController controller(&test.engine, test.store.get(), &chat);
        const ChatPage again(&test.theme, &controller, &chat);
        QCOMPARE(again.composer()->text(), QString("half a"));
        QCOMPARE(again.composer()->attachments()->pictures().size(), std::size_t(1));
    }

    void a_waiting_message_comes_back_with_its_pictures() {
        Page test;
        test.readPictures();
        test.send("first");
        test.attachPicture();
        test.send("second");
        QCOMPARE(test.controller.waiting().pictures.size(), std::size_t(1));
        QVERIFY(test.attachments()->isEmpty());
        auto* const waiting = test.page.findChild<NoticeBar*>("waitingMessage");
        QVERIFY(waiting->isVisible());
        QVERIFY(waiting->text().contains("second"));
        waiting->findChild<QPushButton*>()->click();
        QCOMPARE(test.page.composer()->text(), QString("second"));
        QCOMPARE(test.attachments()->pictureCount(), 1);
        QVERIFY(test.controller.waiting().isEmpty());
    }

    void attached_texts_stand_before_what_was_typed() {
        Page test;
        test.attachText();
        test.send("What does it do?");
        QCOMPARE(test.chat.at(0).text, QString("a.py:\n```py\nprint(1)\n```\n\nWhat does it do?"));
        QVERIFY(test.attachments()->isEmpty());
    }

    void each_chat_keeps_what_was_attached_to_its_draft() {
        Page test;
        test.send("first chat");
        const ConversationId first = test.controller.currentChat();
        QTRY_VERIFY(!test.controller.isAnswering());
        test.page.composer()->setText("typed");
        test.attachPicture();
        test.controller.newChat();
        QVERIFY(test.attachments()->isEmpty());
        QVERIFY(test.page.composer()->text().isEmpty());
        test.controller.openChat(first);
        QCOMPARE(test.attachments()->pictureCount(), 1);
        QCOMPARE(test.page.composer()->text(), QString("typed"));
    }

    void an_attached_text_is_attached_again_after_a_restart() {
        Page test;
        test.attachText();
        test.page.composer()->setText("typed");
        test.page.storeDraft();
        test.controller.newTemporaryChat();
        ChatModel chat;
        ChatController controller(&test.engine, test.store.get(), &chat);
        const ChatPage again(&test.theme, &controller, &chat);
        QCOMPARE(again.composer()->text(), QString("typed"));
        const std::vector<Attachment> texts = again.composer()->attachments()->texts();
        QCOMPARE(texts.size(), std::size_t(1));
        QCOMPARE(texts[0].name, QString("a.py"));
        QCOMPARE(texts[0].text, QString("print(1)\n"));
        QVERIFY(!texts[0].pasted);
        QCOMPARE(controller.documentOnScreen().messages.back().message.text,
                 QString("a.py:\n```py\nprint(1)\n```\n\ntyped"));
    }
};

STRATA_TEST(ChatPageTest);

#include "chat_page_test.moc"
