#include "ui/main_window/announcer.h"

#include <QtTest/QtTest>

#include <QAccessible>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

QStringList heard;

/// What a screen reader would hear of the announcer.
void hear(QAccessibleEvent* event) {
    if (event->type() == QAccessible::NameChanged && event->object() != nullptr &&
        event->object()->objectName() == QLatin1String("announcer")) {
        heard.append(event->accessibleInterface()->text(QAccessible::Name));
    }
}

struct Bench {
    explicit Bench(std::vector<Script> scripts)
        : window(std::move(scripts)), announcer({&window.window, &window.chat, window.window.notices()}) {
        heard.clear();
        QAccessible::installUpdateHandler(hear);
    }
    ~Bench() { QAccessible::installUpdateHandler(nullptr); }

    TestWindow window;
    Announcer announcer;
};

}  // namespace

class AnnouncerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QAccessible::setActive(true); }

    void an_answer_is_announced_by_its_steps_and_its_length_not_word_by_word() {
        Script script;
        script.event(Resumed{}).reading(10, 100).reading(90, 100).text("One ").text("two ").text("three.");
        Bench bench({script});
        bench.window.send("Hi");
        QTRY_COMPARE(bench.announcer.last(), QString("Answer finished, 3 words"));
        QCOMPARE(heard.count("Reading"), 1);
        QCOMPARE(heard.count("Writing"), 1);
        QVERIFY(heard.indexOf("Reading") < heard.indexOf("Writing"));
        QVERIFY(heard.size() <= 3);
    }

    void an_error_is_announced_in_its_words() {
        Script script;
        script.fail(ErrorCode::out_of_memory, "no");
        Bench bench({script});
        bench.window.send("Hi");
        QTRY_VERIFY(heard.contains("There is no answer because memory ran out. Your message is kept."));
    }

    void a_notice_is_announced_once() {
        Bench bench({answering({"Hello"})});
        Notices* const notices = bench.window.window.notices();
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::error, "The disk is full.", {}, {}, {}, {}});
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::error, "The disk is full.", {}, {}, {}, {}});
        QCOMPARE(heard, QStringList("The disk is full."));
    }
};

STRATA_TEST(AnnouncerTest);

#include "announcer_test.moc"
