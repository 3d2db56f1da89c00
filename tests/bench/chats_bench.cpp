// Measures the store of chats with 10,000 chats and 100 MB of text, and one chat of 10,000 messages:
//   chats_bench [chats] [megabytes]
// The limits are those of the window: listing is part of the start (300 ms for 5,000 chats), first results of a search
// 30 ms in titles and 300 ms in texts, opening a chat of 10,000 messages 200 ms with its first paint. On a machine that
// does other things as well the time of the processor tells more than the clock's.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>

#include "app/chat_store.h"

namespace {

using namespace strata;
using namespace strata::app;

constexpr int kRuns = 9;
constexpr int kLongChat = 10'000;
constexpr int kMessagesOfChat = 10;
constexpr int kWithRareWord = 3;                      ///< chats that have it
const QString kRareWord = QStringLiteral("zyxwyvu");  ///< no word of the vocabulary

/// Always the same words: a vocabulary in which few are frequent and many are rare, as in a language.
class Words {
public:
    QString next() {
        state_ = state_ * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
        const double share = static_cast<double>(state_ >> 33) / static_cast<double>(1ULL << 31);
        const auto rank = static_cast<quint64>(30'000.0 * share * share * share * share);
        QString word;
        for (quint64 rest = rank + 20; rest > 0; rest /= 20) {
            word += QLatin1Char("bcdfghklmnprstvwxzjq"[rest % 20]);
            word += QLatin1Char("aeiou"[rest % 5]);
        }
        return word;
    }
    QString text(qsizetype length) {
        QString text;
        while (text.size() < length) {
            text += next() + u' ';
        }
        return text;
    }

private:
    quint64 state_ = 1;
};

MessageRecord message(Role role, const QString& text) {
    MessageRecord message;
    message.role = role;
    message.time = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000);
    message.text = text;
    return message;
}

bool fill(ChatStore& store, int chats, qsizetype bytes) {
    Words words;
    for (int i = 0; i < chats; ++i) {
        ChatRecord chat;
        chat.id = newConversationId();
        chat.title = words.text(30).trimmed();
        chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + i * 60'000LL);
        std::vector<MessageRecord> messages;
        for (int m = 0; m < kMessagesOfChat; ++m) {
            messages.push_back(
                message(m % 2 == 0 ? Role::user : Role::assistant, words.text(bytes / chats / kMessagesOfChat)));
        }
        if (i % std::max(chats / kWithRareWord, 1) == 0) {
            messages.back().text += kRareWord;
        }
        if (!store.add(chat, 0, messages)) {
            return false;
        }
    }
    ChatRecord chat;
    chat.id = "long";
    chat.title = "long";
    chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(1'600'000'000'000);
    std::vector<MessageRecord> messages;
    for (int m = 0; m < kLongChat; ++m) {
        messages.push_back(message(m % 2 == 0 ? Role::user : Role::assistant, words.text(400)));
    }
    return store.add(chat, 0, messages).has_value();
}

void report(const char* what, double limit_ms, const std::function<int()>& run) {
    std::vector<double> times, busy;
    int count = 0;
    for (int i = 0; i < kRuns; ++i) {
        QElapsedTimer timer;
        timer.start();
        const std::clock_t begun = std::clock();
        count = run();
        busy.push_back(1e3 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    std::sort(busy.begin(), busy.end());
    std::printf(
        "{\"bench\": \"%s\", \"median_ms\": %.2f, \"median_cpu_ms\": %.2f, \"worst_ms\": %.2f, "
        "\"limit_ms\": %.0f, \"results\": %d}\n",
        what, times[kRuns / 2], busy[kRuns / 2], times.back(), limit_ms, count);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int chats = arguments.value(1, QStringLiteral("10000")).toInt();
    const qsizetype bytes = arguments.value(2, QStringLiteral("100")).toLongLong() * 1'000'000;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chats.sqlite"));
    {
        auto store = ChatStore::open(path);
        if (!store || !fill(**store, chats, bytes)) {
            return 1;
        }
    }
    std::printf("{\"bench\": \"file\", \"chats\": %d, \"bytes\": %lld}\n", chats,
                static_cast<long long>(QFileInfo(path).size()));
    report("open", 300, [&path] { return ChatStore::open(path) ? 1 : 0; });
    const auto store = ChatStore::open(path);
    const auto found = [&store](const char* text) {
        return [&store, text] { return static_cast<int>((*store)->search(QLatin1String(text), 60)->size()); };
    };
    const auto titles = [&path](const char* text) {
        return [&path, text] {
            const auto database = ChatDatabase::openToRead(path);
            return static_cast<int>(searchChats(**database, QLatin1String(text), 20)->size());
        };
    };
    report("list", 300, [&store] { return static_cast<int>((*store)->chats()->size()); });
    // The words have ranks, most frequent first: bace, cece, dice, foce, guce, …
    report("titles, begun word", 30, titles("ba"));
    report("titles, two words", 30, titles("bace ce"));
    report("text, one letter", 300, found("b"));
    report("text, begun word", 300, found("gu"));
    report("text, frequent word", 300, found("bace"));
    report("text, two words", 300, found("bace guce"));
    report("text, rare word", 300, found("zyxwyvu"));
    report("text, nothing found", 300, found("qqqqqq"));
    report("text without spaces, nothing found", 300, found("首都"));
    report("open long chat", 200, [&store] { return static_cast<int>((*store)->messages("long")->size()); });
    const auto last = (*store)->messages("long")->back();
    report("store an answer", 50, [&store, last] { return (*store)->saveMessage(last) ? 1 : 0; });
    return 0;
}
