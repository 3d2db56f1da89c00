#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <QCoreApplication>

#include "app/chat_store.h"

namespace {

using namespace strata;
using namespace strata::app;

MessageRecord message(Role role, const QString& text, AnswerState state = AnswerState::done) {
    MessageRecord message;
    message.role = role;
    message.time = QDateTime::currentDateTime();
    message.text = text;
    message.state = state;
    return message;
}

/// Says what is stored now: the id of a message and the length of its text.
void tell(qint64 id, const QString& text) {
    std::printf("%lld %lld\n", static_cast<long long>(id), static_cast<long long>(text.size()));
    std::fflush(stdout);
}

}  // namespace

/// Writes a chat with branches whose answers grow as they do while an engine writes, and says after each change what is
/// stored, until it is killed:
///   chat_crash_writer <database> <seed>
int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    auto opened = openChatStore(QString::fromLocal8Bit(argv[1]));
    if (!opened || opened->trouble || argc < 3) {
        return 1;
    }
    ChatStore& store = *opened->store;
    std::mt19937 random(static_cast<unsigned>(std::atoi(argv[2])));
    ChatRecord chat;
    chat.id = "chat";
    chat.title = "killed";
    chat.created = chat.changed = QDateTime::currentDateTime();
    std::vector<qint64> parents{0};
    for (int turn = 0;; ++turn) {
        const qint64 parent = parents[random() % parents.size()];  // at the end or beside what is there
        const MessageRecord question = message(Role::user, QStringLiteral("question %1").arg(turn));
        MessageRecord answer = message(Role::assistant, QString(), AnswerState::unfinished);
        const auto ids = store.add(chat, parent, std::array{question, answer});
        if (!ids) {
            return 1;
        }
        tell(ids->front(), question.text);
        answer.id = ids->back();
        for (unsigned piece = 0; piece < 3 + random() % 12; ++piece) {
            answer.text += QStringLiteral("one more piece %1 of the answer ").arg(piece).repeated(30);
            answer.state = AnswerState::unfinished;
            if (!store.saveMessage(answer)) {
                return 1;
            }
            tell(answer.id, answer.text);
        }
        answer.state = AnswerState::done;
        if (!store.saveMessage(answer)) {
            return 1;
        }
        parents.push_back(answer.id);
        if (turn % 5 == 4) {
            static_cast<void>(store.showVersion(chat.id, ids->front(), 0));
        }
    }
}
