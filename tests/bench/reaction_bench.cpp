/// How soon Stop is obeyed, while the built-in model reads and while it writes, and what an open window costs when
/// nothing happens. One JSON object per line with what was measured and the budget for it; "met" compares the two. A
/// busy machine makes every number worse.

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <QtTest/QtTest>

#include <CLI/CLI.hpp>

#include "app/model_locator.h"
#include "strata/engine.h"
#include "support/test_window.h"
#include "ui/main_window/application.h"

namespace {

using namespace strata;
using namespace strata::testing;

void report(const std::string& what, double value, const std::string& unit, double budget) {
    std::printf(
        "{\"bench\": \"reaction\", \"what\": \"%s\", \"value\": %.2f, \"unit\": \"%s\", \"budget\": %.1f, "
        "\"met\": %s}\n",
        what.c_str(), value, unit.c_str(), budget, value <= budget ? "true" : "false");
    std::fflush(stdout);
}

/// Of all threads; on Windows this clock tells the time on the wall instead, and what is made of it means nothing.
double processorSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Condition>
void waitFor(const Condition& condition) {
    while (!condition()) {
        QTest::qWait(1);
    }
}

QString longText() {
    QString text;
    for (int i = 0; i < 400; ++i) {
        text += QStringLiteral("In place %1 there is a lamp that somebody forgot. ").arg(i);
    }
    return text + QStringLiteral("\n\nWhat is in place 3?");
}

/// Lets the program do what it does by itself. Qt Test's own waiting looks for events a hundred times a second, which
/// would cost more than what is measured here.
void rest(std::chrono::milliseconds time) {
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Milliseconds of all of the process's threads within half a second: nought once the engine rests.
double busyMilliseconds() {
    const double before = processorSeconds();
    rest(std::chrono::milliseconds(500));
    return (processorSeconds() - before) * 1e3;
}

/// Presses Stop once `state` is reached, and says when the button and the answer obeyed and the engine came to rest.
void measureStop(TestWindow& test, const QString& text, ui::TurnState state, const std::string& name) {
    test.controller.newChat();
    test.controller.send(text, Thinking::off);
    waitFor([&] { return test.last().state == state; });
    QTest::qWait(200);
    QElapsedTimer timer;
    timer.start();
    test.button("stopButton")->click();
    QApplication::processEvents();
    report("stop while " + name + ": the button shows it", static_cast<double>(timer.nsecsElapsed()) / 1e6, "ms", 100);
    waitFor([&] { return !ui::isLive(test.last().state); });
    report("stop while " + name + ": no more text", static_cast<double>(timer.nsecsElapsed()) / 1e6, "ms", 300);
    waitFor([&] {
        const auto status = test.engine.status();
        return status && status->state == EngineState::ready;
    });
    const double rests_after = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    const double busy = busyMilliseconds();
    report("stop while " + name + ": the engine is ready again", rests_after, "ms", 2'000);
    report("stop while " + name + ": processor in the half second after that", busy, "ms", 50);
}

}  // namespace

int main(int argc, char** argv) {
    QApplication::setStyle(QStringLiteral("Fusion"));
    const ui::Application application(argc, argv);
    double seconds = 20;
    int times = 3;
    CLI::App options("How soon Stop is obeyed, and what the window costs at rest");
    options.add_option("--seconds", seconds, "of rest that are measured");
    options.add_option("--times", times, "that Stop is pressed in each state");
    CLI11_PARSE(options, argc, argv);

    const auto choice = app::chooseModel(QString(), app::builtInModelFolders(QCoreApplication::applicationDirPath()));
    if (!choice) {
        std::fprintf(stderr, "no built-in model\n");
        return 1;
    }
    TestWindow test({.loader = Engine::load, .choice = choice});
    waitFor([&] { return test.isIdle(); });
    for (int i = 0; i < times; ++i) {
        measureStop(test, longText(), ui::TurnState::reading, "reading");
        measureStop(test, QStringLiteral("Please count from one to one thousand."), ui::TurnState::writing, "writing");
    }
    waitFor([&] { return test.isIdle(); });
    rest(std::chrono::milliseconds(2'000));
    const auto idle = [&](const std::string& name, double budget) {
        const double before = processorSeconds();
        rest(std::chrono::milliseconds(static_cast<int>(seconds * 1e3)));
        report(name, (processorSeconds() - before) / seconds * 100, "% of one core", budget);
    };
    idle("window open, model loaded, nothing happens", 0.5);
    test.window.hide();
    idle("window hidden, model loaded, nothing happens", 0.1);
    return 0;
}
