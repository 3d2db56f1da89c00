/// How well the window's thread keeps up while the engine computes on every core: the real window and the built-in
/// model, long texts to read and answers to write one after another, and meanwhile somebody types, scrolls and switches
/// chats. Prints one JSON line.

#include <cstdio>

#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QtTest/QtTest>

#include <CLI/CLI.hpp>

#include "app/model_locator.h"
#include "app/ui_trace.h"
#include "strata/engine.h"
#include "support/test_window.h"
#include "ui/chat/chat_view.h"
#include "ui/main_window/application.h"

namespace {

using namespace strata;
using namespace strata::testing;

constexpr int kTyping = 120;  ///< milliseconds between two keys
constexpr int kScrolling = 50;
constexpr int kSwitching = 5'000;

QString longText(int number) {
    QString text;
    for (int i = 0; i < 120; ++i) {
        text += QStringLiteral("In place %1 of list %2 there is a lamp that somebody forgot. ").arg(i).arg(number);
    }
    return text + QStringLiteral("\n\nWhat is in place 3?");
}

/// Sends a message as soon as the one before is answered: long ones and short ones in turn.
void keepBusy(TestWindow& test, int& sent) {
    if (!test.isIdle()) {
        return;
    }
    if (sent % 4 == 0) {
        test.controller.newChat();
    }
    test.controller.send(sent % 2 == 0 ? longText(sent) : QStringLiteral("Please count from one to twenty."),
                         Thinking::off);
    ++sent;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication::setStyle(QStringLiteral("Fusion"));
    const ui::Application application(argc, argv);
    double seconds = 60;
    CLI::App options("How well the window's thread keeps up while the engine computes");
    options.add_option("--seconds", seconds);
    CLI11_PARSE(options, argc, argv);

    const QStringList folders = app::builtInModelFolders(QCoreApplication::applicationDirPath());
    const auto choice = app::chooseModel(QString(), folders);
    if (!choice) {
        std::fprintf(stderr, "no built-in model\n");
        return 1;
    }
    TestWindow test({.loader = Engine::load, .choice = choice});
    test.window.resize(1200, 800);
    while (!test.isIdle()) {
        QTest::qWait(10);
    }
    int sent = 0;
    QTimer busy;
    QObject::connect(&busy, &QTimer::timeout, [&] { keepBusy(test, sent); });
    busy.start(5);
    QTimer typing;
    QObject::connect(&typing, &QTimer::timeout, [&] { QTest::keyClick(test.composer(), Qt::Key_A); });
    typing.start(kTyping);
    auto* const view = test.find<ui::ChatView>("chatView");
    QTimer scrolling;
    int step = 40;
    QObject::connect(&scrolling, &QTimer::timeout, [&] {
        QScrollBar* const bar = view->verticalScrollBar();
        step = bar->value() + step > bar->maximum() || bar->value() + step < 0 ? -step : step;
        bar->setValue(bar->value() + step);
    });
    scrolling.start(kScrolling);
    QTimer switching;
    int turn = 0;
    QObject::connect(&switching, &QTimer::timeout, [&] {
        const int count = test.controller.chatList()->rowCount();
        test.controller.openChat(test.controller.chatList()->idAt(++turn % count));
    });
    switching.start(kSwitching);

    QTest::qWait(1'000);
    app::UiTrace trace;
    QTimer::singleShot(static_cast<int>(seconds * 1'000), &application, &QCoreApplication::quit);
    QApplication::exec();
    QJsonObject line = QJsonDocument::fromJson(trace.report().json(QStringLiteral("whole"))).object();
    line.insert(QStringLiteral("bench"), QStringLiteral("heartbeat"));
    line.insert(QStringLiteral("threads_of_the_engine"), QThread::idealThreadCount());
    line.insert(QStringLiteral("messages_sent"), sent);
    line.insert(QStringLiteral("pieces_written"), static_cast<double>(test.engine.writtenPieces()));
    std::puts(QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    return 0;
}
