#include "ui/chat/reading_place.h"

#include <QtTest/QtTest>

#include <QScrollBar>
#include <QTemporaryDir>

#include "support/chat_bench.h"
#include "support/test_registry.h"
#include "ui/chat/chat_view.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// Chats with a view of the size of a small window.
struct ReadingBench : ChatBench {
    ReadingBench()
        : ChatBench({answering({QString("Some words of an answer that is long.\n\n").repeated(40).toStdString()})}),
          theme(ThemeChoice::light),
          view(&theme, &chat),
          keeper(&view, &controller) {
        view.resize(600, 400);
        view.show();
    }

    ConversationId ask(const QString& text) {
        controller.newChat();
        controller.send(text, Thinking::off);
        [this] { QTRY_VERIFY(isIdle()); }();
        return controller.currentChat();
    }
    int position() const { return view.verticalScrollBar()->value(); }
    int end() const { return view.verticalScrollBar()->maximum(); }

    Theme theme;
    ChatView view;
    ReadingPlaceKeeper keeper;
};

}  // namespace

class ReadingPlaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_chat_opens_where_reading_stopped() {
        ReadingBench bench;
        const ConversationId first = bench.ask("first");
        const ConversationId second = bench.ask("second");
        bench.controller.openChat(first);
        QCoreApplication::processEvents();
        QVERIFY(bench.end() > 300);
        bench.view.verticalScrollBar()->setValue(bench.end() / 2);
        QCoreApplication::processEvents();
        const int place = bench.position();
        bench.controller.openChat(second);
        QCoreApplication::processEvents();
        bench.controller.openChat(first);
        QTRY_COMPARE(bench.position(), place);
    }

    void a_chat_that_was_read_to_its_end_opens_at_its_end() {
        ReadingBench bench;
        const ConversationId first = bench.ask("first");
        bench.ask("second");
        bench.controller.openChat(first);
        bench.view.followEnd();
        QCoreApplication::processEvents();
        QCOMPARE(bench.position(), bench.end());
        bench.controller.newChat();
        QVERIFY(!bench.store->readingPlace(first).value());
        bench.controller.openChat(first);
        QTRY_VERIFY(bench.end() > 0 && bench.position() == bench.end());
    }

    void the_place_is_kept_without_leaving_the_chat() {
        ReadingBench bench;
        const ConversationId chat = bench.ask("first");
        QTRY_VERIFY(bench.end() > 300);
        bench.view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        bench.keeper.store();
        QVERIFY(bench.store->readingPlace(chat).value());
    }
};

STRATA_TEST(ReadingPlaceTest);

#include "reading_place_test.moc"
