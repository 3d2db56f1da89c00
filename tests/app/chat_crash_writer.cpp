#include <array>
#include <cstdio>

#include <QCoreApplication>

#include "app/chat_store.h"

/// Stores an answer that grows without end and says after each change what is stored, until it is killed:
///   chat_crash_writer <database>
int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    auto opened = strata::app::openChatStore(QString::fromLocal8Bit(argv[1]));
    if (!opened || opened->trouble) {
        return 1;
    }
    strata::app::ChatRecord chat;
    chat.id = "chat";
    chat.title = "killed";
    chat.created = chat.changed = QDateTime::currentDateTime();
    strata::app::MessageRecord question;
    question.time = chat.created;
    question.text = "why?";
    strata::app::MessageRecord answer;
    answer.role = strata::Role::assistant;
    answer.time = chat.created;
    answer.state = strata::app::AnswerState::unfinished;
    const auto ids = opened->store->add(chat, 0, std::array{question, answer});
    if (!ids) {
        return 1;
    }
    answer.id = ids->at(1);
    for (;;) {
        answer.text += QStringLiteral("one more piece of the answer ").repeated(50);
        if (!opened->store->saveMessage(answer)) {
            return 1;
        }
        std::printf("%lld\n", static_cast<long long>(answer.text.size()));
        std::fflush(stdout);
    }
}
