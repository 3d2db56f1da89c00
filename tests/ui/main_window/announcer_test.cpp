#include "ui/main_window/announcer.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/main_window/notices.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

struct Bench {
    explicit Bench(std::vector<Script> scripts)
        : window(std::move(scripts)), announcer({&window.window, &window.chat, window.window.notices()}) {
        QObject::connect(&announcer, &Announcer::announced, &announcer, [this](const QString& text) {
            heard.append(text);
            // What a screen reader is told of is the name of a part that it can see.
            const QWidget* const spot = window.find("announcer");
            said = said && spot->isVisible() && spot->accessibleName() == text;
        });
    }

    QStringList heard;
    bool said = true;
    TestWindow window;
    Announcer announcer;
};

}  // namespace

class AnnouncerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void an_answer_is_announced_by_its_steps_and_its_length_not_word_by_word() {
        Script script;
        script.event(Resumed{}).reading(10, 100).reading(90, 100).text("One ").text("two ").text("three.");
        Bench bench({script});
        bench.window.send("Hi");
        QTRY_VERIFY(bench.heard.contains("Answer finished, 3 words"));
        QCOMPARE(bench.heard, QStringList({"Reading", "Writing", "Answer finished, 3 words"}));
        QVERIFY(bench.said);
    }

    void an_error_is_announced_in_its_words() {
        Script script;
        script.fail(ErrorCode::out_of_memory, "no");
        Bench bench({script});
        bench.window.send("Hi");
        QTRY_VERIFY(bench.heard.contains("There is no answer because memory ran out. Your message is kept."));
    }

    void a_notice_is_announced_once() {
        Bench bench({answering({"Hello"})});
        Notices* const notices = bench.window.window.notices();
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::error, "The disk is full.", {}, {}, {}, {}});
        notices->put(Notices::Kind::chat, {NoticeBar::Tone::error, "The disk is full.", {}, {}, {}, {}});
        QCOMPARE(bench.heard, QStringList("The disk is full."));
    }
};

STRATA_TEST(AnnouncerTest);

#include "announcer_test.moc"
