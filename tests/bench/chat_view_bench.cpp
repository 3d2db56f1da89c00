// How the chat keeps up with a person: opening, scrolling, streaming, typing and resizing, without a screen and with
// text from a clock in the place of an engine.
//
//   QT_QPA_PLATFORM=offscreen chat_view_bench [--seconds 4] [--messages 10000]
//
// One JSON object per line with what was measured and the budget for it; "met" compares the two. Painting is the raster
// engine's, as on most desktops. A busy machine makes every number worse: read them next to "load".
#include <fmt/core.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/chat/chat_model.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/composer.h"
#include "ui/style/theme.h"

namespace {

using namespace strata;
using namespace strata::ui;

constexpr int kFrameMs = 16;
constexpr int kPiecesPerSecond = 150;
constexpr double kPerCent = 100.0;
constexpr int kMostSettling = 100;  ///< rounds of events until something has its place

struct Options {
    double seconds = 4;
    int messages = 10000;
};

double millisecondsSince(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double percentile(std::vector<double> values, double share) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

void report(const std::string& what, double value, const std::string& unit, double budget) {
    fmt::print("{{\"what\": \"{}\", \"value\": {:.2f}, \"unit\": \"{}\", \"budget\": {:.1f}, \"met\": {}}}\n", what,
               value, unit, budget, value <= budget);
    std::fflush(stdout);
}

/// Memory of the process that is in RAM; 0 where it is not told.
double residentMegabytes() {
    std::ifstream file("/proc/self/statm");
    double pages = 0, resident = 0;
    file >> pages >> resident;
    return resident * 4096 / 1e6;
}

/// Words of many lengths, code, lists and tables, as models write them.
QString answerText(qsizetype characters) {
    std::mt19937 random(1);
    QString text;
    int number = 0;
    while (text.size() < characters) {
        switch (++number % 6) {
            case 0:
                text += "```cpp\n" + QString("    int value = compute(first, second);  // a comment\n").repeated(12) +
                        "```\n\n";
                break;
            case 1:
                text += QString("## Heading %1\n\n").arg(number);
                break;
            case 2:
                text += "- one **thing** to say\n- another `one`\n- a third, with [a link](https://example.org/a)\n\n";
                break;
            case 3:
                text += "| name | value |\n|---|---|\n| one | 1 |\n| two | 2 |\n\n";
                break;
            default:
                for (int word = 0; word < 90; ++word) {
                    text += QString("word").repeated(1 + static_cast<int>(random() % 2)) + u' ';
                }
                text += "\n\n";
        }
    }
    return text;
}

std::vector<Message> longChat(int count) {
    const QString source = answerText(40000);
    std::vector<Message> messages(static_cast<std::size_t>(count));
    std::mt19937 random(2);
    for (std::size_t row = 0; row < messages.size(); ++row) {
        const bool answer = row % 2 == 1;
        messages[row].role = answer ? Role::assistant : Role::user;
        messages[row].time = QDateTime::currentDateTime();
        const qsizetype length =
            answer ? 200 + static_cast<qsizetype>(random() % 3000) : 40 + static_cast<qsizetype>(random() % 300);
        messages[row].text = source.mid(static_cast<qsizetype>(random() % 30000), length);
    }
    return messages;
}

/// A window with a chat and a composer.
class Window : public QWidget {
public:
    Window() : view(&theme, &chat), composer(&theme) {
        auto* const rows = new QVBoxLayout(this);
        rows->addWidget(&view, 1);
        rows->addWidget(&composer);
        resize(1100, 760);
        show();
        settle();
    }

    static void settle() { QCoreApplication::processEvents(); }
    /// What one change costs until it is painted.
    static double frame(const std::function<void()>& change) {
        QElapsedTimer timer;
        timer.start();
        change();
        settle();
        return millisecondsSince(timer);
    }
    void ask(const QString& begun) {
        Message own;
        own.text = "A question";
        Message answer;
        answer.role = Role::assistant;
        answer.state = TurnState::writing;
        answer.text = begun;
        chat.replaceAll({own, answer});
        settle();
    }

    Theme theme{ThemeChoice::light};
    ChatModel chat;
    ChatView view;
    Composer composer;
};

void benchOpening(Window& window, int messages) {
    auto rows = longChat(messages);
    report("open a long chat, first paint at its end", Window::frame([&] { window.chat.replaceAll(std::move(rows)); }),
           "ms", 200);
    report("memory of that view and its texts", residentMegabytes(), "MB", 200);
}

void benchScrolling(Window& window) {
    QScrollBar* const bar = window.view.verticalScrollBar();
    bar->triggerAction(QAbstractSlider::SliderMove);
    const auto measure = [&](const std::string& what, int frames, const std::function<int(int)>& next) {
        std::vector<double> times;
        std::clock_t processor = 0;
        for (int i = 0; i < frames; ++i) {
            const std::clock_t begun = std::clock();
            const double time = Window::frame([&] { bar->setValue(next(i)); });
            if (i >= frames / 5) {
                times.push_back(time);
                processor += std::clock() - begun;
            }
        }
        report(what + ", processor's mean",
               1e3 * static_cast<double>(processor) / CLOCKS_PER_SEC / static_cast<double>(times.size()), "ms",
               1000.0 / 60);
        report(what + ", median", percentile(times, 0.5), "ms", 1000.0 / 60);
        report(what + ", 95 %", percentile(times, 0.95), "ms", 33);
        report(what + ", longest", percentile(times, 1.0), "ms", 33);
    };
    measure("scroll a long chat by the wheel", 400, [bar](int) { return bar->value() - 110; });
    measure("scroll a long chat by whole screens", 200, [bar](int) { return bar->value() - 640; });
    std::mt19937 random(3);
    measure("drag the slider of a long chat anywhere", 150,
            [&](int) { return static_cast<int>(random() % static_cast<unsigned>(bar->maximum())); });
    report("memory after scrolling", residentMegabytes(), "MB", 200);
}

/// Notes how long the loop takes for each event that comes to it.
class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (depth_ > 0) {
            return QApplication::notify(receiver, event);
        }
        ++depth_;
        QElapsedTimer timer;
        timer.start();
        const bool taken = QApplication::notify(receiver, event);
        blocks.push_back(millisecondsSince(timer));
        --depth_;
        return taken;
    }

    std::vector<double> blocks;

private:
    int depth_ = 0;
};

/// From the press of a key to the painting of its character.
class KeyTimes : public QObject {
public:
    explicit KeyTimes(Composer* composer) : edit_(composer->edit()) { edit_->viewport()->installEventFilter(this); }

    void press() {
        pressed_.start();
        QCoreApplication::postEvent(edit_, new QKeyEvent(QEvent::KeyPress, Qt::Key_A, Qt::NoModifier, "a"));
        QCoreApplication::postEvent(edit_, new QKeyEvent(QEvent::KeyRelease, Qt::Key_A, Qt::NoModifier, "a"));
        typed_ = edit_->toPlainText().size() + 1;
    }

    std::vector<double> times;

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() == QEvent::Paint && pressed_.isValid() && edit_->toPlainText().size() >= typed_) {
            times.push_back(millisecondsSince(pressed_));
            pressed_.invalidate();
        }
        return false;
    }

private:
    QPlainTextEdit* edit_;
    QElapsedTimer pressed_;
    qsizetype typed_ = 0;
};

void benchStreaming(Window& window, const std::string& name, qsizetype begun, double seconds) {
    window.ask(answerText(begun));
    window.view.followEnd();
    Window::settle();
    const QString source = answerText(200000);
    auto& blocks = static_cast<Application*>(qApp)->blocks;
    KeyTimes keys(&window.composer);
    QElapsedTimer time;
    time.start();
    const std::clock_t begun_at = std::clock();
    blocks.clear();
    int pieces = 0;
    QTimer frame;
    frame.setTimerType(Qt::PreciseTimer);
    QObject::connect(&frame, &QTimer::timeout, [&] {
        const int due = static_cast<int>(millisecondsSince(time) * kPiecesPerSecond / 1000);
        if (due > pieces) {
            window.chat.appendText(1, source.mid(4 * pieces, 4 * (due - pieces)));
            pieces = due;
        }
        if (millisecondsSince(time) >= seconds * 1000) {
            QCoreApplication::exit();
        }
    });
    frame.start(kFrameMs);
    QTimer key;
    QObject::connect(&key, &QTimer::timeout, [&keys] { keys.press(); });
    key.start(150);
    QCoreApplication::exec();
    const double processor = 1e3 * static_cast<double>(std::clock() - begun_at) / CLOCKS_PER_SEC;
    report("stream into " + name + ", window busy", kPerCent * processor / millisecondsSince(time), "%", 40);
    report("stream into " + name + ", block, 95 %", percentile(blocks, 0.95), "ms", 16);
    report("stream into " + name + ", longest block", percentile(blocks, 1.0), "ms", 50);
    report("stream into " + name + ", key to character, longest", percentile(keys.times, 1.0), "ms", 50);
    window.composer.clearMessage();
}

void benchResizing(Window& window) {
    window.ask(answerText(100000));
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
        times.push_back(Window::frame([&] { window.resize(1100 - 6 * i, 760); }));
    }
    report("resize with a long answer, median", percentile(times, 0.5), "ms", 1000.0 / 30);
    report("resize with a long answer, longest", percentile(times, 1.0), "ms", 1000.0 / 30 * 2);
    window.resize(1100, 760);
}

void benchHugeAnswers(Window& window) {
    Window::settle();
    report("show an answer of 1 MB", Window::frame([&] { window.ask(answerText(1000000)); }), "ms", 200);
    window.ask(QString("a line of text\n").repeated(20000));
    QScrollBar* const bar = window.view.verticalScrollBar();
    const auto scroll = [&](const std::string& what) {
        bar->triggerAction(QAbstractSlider::SliderMove);
        bar->setValue(bar->maximum());
        Window::settle();
        const int begin = bar->value();
        std::vector<double> times;
        for (int i = 0; i < 150; ++i) {
            times.push_back(Window::frame([&] { bar->setValue(bar->value() - 110); }));
        }
        report(what + ", median", percentile(times, 0.5), "ms", 1000.0 / 60);
        report(what + ", 95 %", percentile(times, 0.95), "ms", 33);
        report(what + ", longest", percentile(times, 1.0), "ms", 33);
        if (begin - bar->value() < 10000) {
            fmt::print("{{\"what\": \"{}\", \"error\": \"it moved by {} pixels only\"}}\n", what, begin - bar->value());
        }
    };
    scroll("scroll 20,000 lines");
    window.ask(QString("word").repeated(75000));
    scroll("scroll one line of 300,000 characters");
    window.ask("```\n" + QString("some code = of(many, lines)\n").repeated(20000));
    window.view.followEnd();  // the button stands below what is shown of the code
    QAbstractButton* unfold = nullptr;
    for (int i = 0; i < kMostSettling && unfold == nullptr; ++i) {
        Window::settle();
        unfold = window.view.findChild<QAbstractButton*>("showAllCodeButton");
    }
    if (unfold == nullptr) {
        fmt::print("{{\"what\": \"unfold 20,000 lines of code\", \"error\": \"there is no button for it\"}}\n");
    } else {
        report("unfold 20,000 lines of code", Window::frame([&] {
                   unfold->click();
                   QCoreApplication::sendPostedEvents();  // it unfolds once the button is done with
               }),
               "ms", 100);
        Window::settle();
    }
    scroll("scroll 20,000 lines of code");
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App arguments("Speed of the chat's view");
    arguments.add_option("--seconds", options.seconds, "of streaming, each time");
    arguments.add_option("--messages", options.messages, "in the long chat");
    CLI11_PARSE(arguments, argc, argv);
    const Application application(argc, argv);
    std::string load;
    std::getline(std::ifstream("/proc/loadavg"), load);
    fmt::print("{{\"what\": \"load\", \"value\": \"{}\"}}\n", load);

    Window window;
    benchOpening(window, options.messages);
    benchScrolling(window);
    benchStreaming(window, "100 KB", 100000, options.seconds);
    benchStreaming(window, "1 MB", 1000000, options.seconds);
    benchResizing(window);
    benchHugeAnswers(window);
    return 0;
}
