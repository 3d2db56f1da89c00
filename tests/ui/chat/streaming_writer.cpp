#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include <QCoreApplication>
#include <QTimer>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"

namespace {

using namespace strata;
using namespace strata::testing;

constexpr int kAnswers = 200;
constexpr std::chrono::milliseconds kBetweenPieces{7};  ///< about 150 a second

/// Answers that come piece by piece as their gates are opened.
class Stream {
public:
    explicit Stream(unsigned seed) : random_(seed) {
        for (int i = 0; i < kAnswers; ++i) {
            scripts_.push_back(answer(20 + static_cast<int>(random_() % 250)));
        }
    }
    const std::vector<Script>& scripts() const { return scripts_; }
    void next() {
        if (opened_ < gates_.size()) {
            gates_[opened_++]->open();
        }
    }
    std::mt19937& random() { return random_; }

private:
    Script answer(int pieces) {
        Script script;
        for (int i = 0; i < pieces; ++i) {
            gates_.push_back(std::make_shared<Gate>());
            script.waitAt(gates_.back());
            i < pieces / 5 ? script.reasoning("a thought ")
                           : script.text(i % 12 == 11 ? "the end.\n\n" : "a few words ");
        }
        return script;
    }

    std::mt19937 random_;
    std::vector<std::shared_ptr<Gate>> gates_;
    std::vector<Script> scripts_;
    std::size_t opened_ = 0;
};

/// Says on the standard output what of a message is shown now: when, its id, and how long its text is.
void tell(const ui::Message& message) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    std::printf("%lld %lld %lld %lld\n",
                static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()),
                static_cast<long long>(message.id), static_cast<long long>(message.text.size()),
                static_cast<long long>(message.reasoning.size()));
    std::fflush(stdout);
}

/// Goes on with a chat as a person might: asks, asks again, changes a question, begins another chat.
void goOn(ui::ChatController& controller, const ui::ChatModel& chat, unsigned choice) {
    if (chat.isEmpty() || choice % 5 < 2) {
        controller.send(QStringLiteral("a question with the number %1").arg(choice), Thinking::off);
    } else if (choice % 5 == 2) {
        controller.answerAgain();
    } else if (choice % 5 == 3) {
        controller.edit(0, QStringLiteral("another question, %1").arg(choice), Thinking::off);
    } else {
        controller.newChat();
        controller.send(QStringLiteral("a question in a new chat, %1").arg(choice), Thinking::off);
    }
}

}  // namespace

/// Chats as the window does, with an engine that writes about 150 pieces a second, and says what is shown, until it is
/// killed:
///   streaming_writer <database> <seed>
int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    auto opened = app::openChatStore(arguments.value(1));
    if (!opened || opened->trouble || arguments.size() < 3) {
        return 1;
    }
    Stream stream(arguments[2].toUInt());
    app::EngineThread engine(loaderOf(stream.scripts()));
    ui::ChatModel chat;
    ui::ChatController controller(&engine, opened->store.get(), &chat);
    engine.load(LoadOptions{});
    controller.setModelReady(true);

    const auto tell_rows = [&chat](int first, int last) {
        for (int row = first; row <= last; ++row) {
            tell(chat.at(row));
        }
    };
    QObject::connect(&chat, &QAbstractItemModel::dataChanged,
                     [&](const QModelIndex& first, const QModelIndex& last) { tell_rows(first.row(), last.row()); });
    QObject::connect(&chat, &QAbstractItemModel::rowsInserted,
                     [&](const QModelIndex&, int first, int last) { tell_rows(first, last); });
    QTimer pieces;
    pieces.setTimerType(Qt::PreciseTimer);
    QObject::connect(&pieces, &QTimer::timeout, [&] {
        stream.next();
        if (!controller.isAnswering()) {
            goOn(controller, chat, static_cast<unsigned>(stream.random()()));
        }
    });
    pieces.start(kBetweenPieces);
    return QCoreApplication::exec();
}
