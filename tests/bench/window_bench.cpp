// How the window keeps up with many chats: starting, listing, searching, switching and pasting, on a store on disk,
// without a screen and with an engine that plays a script.
//
//   QT_QPA_PLATFORM=offscreen window_bench [chats] [megabytes of text]
//
// One JSON object per line with what was measured and the budget for it; "met" compares the two. A busy machine makes
// every number worse: read them next to "load".
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "app/key_store.h"
#include "app/pictures/picture_store.h"
#include "app/settings.h"
#include "support/scripted_engine.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/composer.h"
#include "ui/chat/parked_chats.h"
#include "ui/dialogs/cache_check.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/model_controller.h"
#include "ui/settings/settings_controller.h"
#include "ui/style/theme.h"

namespace {

using namespace strata;

constexpr int kMessagesOfChat = 10;
constexpr int kLongChat = 10'000;

double millisecondsSince(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void report(const std::string& what, double value, const std::string& unit, double budget) {
    std::printf("{\"what\": \"%s\", \"value\": %.2f, \"unit\": \"%s\", \"budget\": %.1f, \"met\": %s}\n", what.c_str(),
                value, unit.c_str(), budget, value <= budget ? "true" : "false");
    std::fflush(stdout);
}

/// Memory of the process that is in RAM; 0 where it is not told.
double residentMegabytes() {
    std::ifstream file("/proc/self/statm");
    double pages = 0, resident = 0;
    file >> pages >> resident;
    return resident * 4096 / 1e6;
}

/// Always the same words, few of them frequent and many rare.
class Words {
public:
    QString text(qsizetype length) {
        QString text;
        while (text.size() < length) {
            state_ = state_ * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
            const double share = static_cast<double>(state_ >> 33) / static_cast<double>(1ULL << 31);
            for (auto rest = static_cast<quint64>(30'000.0 * share * share * share * share) + 20; rest > 0;
                 rest /= 20) {
                text += QLatin1Char("bcdfghklmnprstvwxzjq"[rest % 20]);
                text += QLatin1Char("aeiou"[rest % 5]);
            }
            text += u' ';
        }
        return text;
    }

private:
    quint64 state_ = 1;
};

std::vector<app::MessageRecord> messagesOf(Words& words, int count, qsizetype length) {
    std::vector<app::MessageRecord> messages(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < messages.size(); ++i) {
        messages[i].role = i % 2 == 0 ? Role::user : Role::assistant;
        messages[i].time = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000);
        messages[i].text = words.text(length);
    }
    return messages;
}

bool fill(const QString& path, int chats, qsizetype bytes) {
    auto store = app::ChatStore::open(path);
    Words words;
    bool stored = store.has_value();
    const auto add = [&](const ConversationId& id, int messages, qsizetype length, qint64 minutes) {
        app::ChatRecord chat;
        chat.id = id;
        chat.title = words.text(30).trimmed();
        chat.created = chat.changed = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + minutes * 60'000);
        stored = stored && (*store)->add(chat, 0, messagesOf(words, messages, length));
    };
    for (int i = 0; i < chats; ++i) {
        add(app::newConversationId(), kMessagesOfChat, bytes / chats / kMessagesOfChat, i);
    }
    add("long", kLongChat, 400, chats);
    return stored;
}

/// The program as it starts on a store.
struct Desk {
    explicit Desk(const QString& path, const QString& pictures_folder)
        : engine(testing::loaderOf({testing::answering({"an answer"})})),
          settings(QString()),
          theme(ui::ThemeChoice::light),
          store(std::move(app::openChatStore(path)->store)),
          pictures(pictures_folder),
          model(&engine, std::nullopt, {}, LoadOptions{}),
          settings_controller({.settings = &settings,
                               .theme = &theme,
                               .engine = &engine,
                               .model = &model,
                               .keys = &keys,
                               .theme_is_given = true,
                               .given_model = {},
                               .built_in_folders = {},
                               .given_options = {}}),
          controller(&engine, store.get(), &chat),
          parked(&engine, store.get()),
          check(&engine, store.get(), QString()),
          window({.theme = &theme,
                  .model = &model,
                  .controller = &controller,
                  .chat = &chat,
                  .parked = &parked,
                  .check = &check,
                  .settings = &settings,
                  .settings_controller = &settings_controller,
                  .pictures = &pictures}) {}

    app::EngineThread engine;
    app::Settings settings;
    ui::Theme theme;
    std::unique_ptr<app::ChatStore> store;
    app::PictureStore pictures;
    ui::ModelController model;
    app::KeyStore keys;
    ui::SettingsController settings_controller;
    ui::ChatModel chat;
    ui::ChatController controller;
    ui::ParkedChats parked;
    ui::CacheCheck check;
    ui::MainWindow window;
};

/// What a change costs until it is painted.
double frame(const std::function<void()>& change) {
    QElapsedTimer timer;
    timer.start();
    change();
    QCoreApplication::processEvents();
    return millisecondsSince(timer);
}

double startTime(const QString& path, const QString& pictures, std::unique_ptr<Desk>& desk) {
    desk.reset();
    QCoreApplication::processEvents();
    return frame([&] {
        desk = std::make_unique<Desk>(path, pictures);
        desk->window.show();
    });
}

/// From a key press in the search to the first results; the longest block of the window on the way.
void benchSearch(Desk& desk) {
    auto* const box = desk.window.findChild<QLineEdit*>(QStringLiteral("chatSearch"));
    auto* const found = desk.window.findChild<QListView*>(QStringLiteral("searchResults"));
    // Their ranks tell how frequent words are, most frequent first: bace, cece, dice, foce, guce, …
    for (const char* const words : {"b", "ba", "bace ce", "bace", "gu", "bace guce", "qqqqqq"}) {
        bool arrived = false;
        const auto noted =
            QObject::connect(found->model(), &QAbstractItemModel::modelReset, box, [&arrived] { arrived = true; });
        QElapsedTimer timer;
        timer.start();
        double longest = frame([&] { box->setText(QLatin1String(words)); });
        while (!arrived && timer.elapsed() < 10'000) {
            longest = std::max(longest, frame([] {}));
        }
        report("search for " + std::string(words) + ", first results", millisecondsSince(timer), "ms", 300);
        report("search for " + std::string(words) + ", longest block", longest, "ms", 50);
        QObject::disconnect(noted);
        box->clear();
        QCoreApplication::processEvents();
    }
}

void benchSwitching(Desk& desk) {
    std::vector<double> times;
    for (int row = 1; row < 40; ++row) {
        const ConversationId id = desk.controller.chatList()->idAt(row);
        times.push_back(frame([&] { desk.controller.openChat(id); }));
    }
    std::sort(times.begin(), times.end());
    report("switch chat, median", times[times.size() / 2], "ms", 100);
    report("switch chat, longest", times.back(), "ms", 100);
    report("open a chat of 10,000 messages, first paint at its end", frame([&] { desk.controller.openChat("long"); }),
           "ms", 200);
    report("memory with that chat", residentMegabytes(), "MB", 200);
    report("leave it", frame([&] { desk.controller.openChat(desk.controller.chatList()->idAt(3)); }), "ms", 100);
}

void benchList(Desk& desk) {
    auto* const list = desk.window.findChild<QListView*>(QStringLiteral("chatList"));
    const ConversationId id = desk.controller.chatList()->idAt(desk.controller.chatList()->rowCount() / 2);
    report("pin a chat", frame([&] { desk.controller.pinChat(id, true); }), "ms", 50);
    report("rename a chat", frame([&] { desk.controller.renameChat(id, QStringLiteral("renamed")); }), "ms", 50);
    report("delete a chat", frame([&] { desk.controller.deleteChat(id); }), "ms", 50);
    std::vector<double> times;
    for (int i = 0; i < 100; ++i) {
        times.push_back(frame([list] { list->scroll(0, 0), list->viewport()->update(); }));
    }
    std::sort(times.begin(), times.end());
    report("paint the list, 95 %", times[95], "ms", 16);
}

void benchPasting(Desk& desk) {
    Words words;
    QMimeData data;
    data.setText(words.text(1'000'000));
    ui::Composer* const composer = desk.window.findChild<ui::Composer*>();
    composer->setFocus();
    QGuiApplication::clipboard()->setText(data.text());
    QElapsedTimer timer;
    timer.start();
    double longest = frame([&] { composer->edit()->paste(); });
    while (timer.elapsed() < 1500) {  // its draft is stored and its pieces are counted meanwhile
        longest = std::max(longest, frame([] {}));
    }
    report("paste 1 MB of text, longest block", longest, "ms", 100);
}

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int chats = arguments.value(1, QStringLiteral("5000")).toInt();
    const qsizetype bytes = arguments.value(2, QStringLiteral("100")).toLongLong() * 1'000'000;
    std::string load;
    std::getline(std::ifstream("/proc/loadavg"), load);
    std::printf("{\"what\": \"load\", \"value\": \"%s\"}\n", load.c_str());

    const QTemporaryDir folder;
    const QString many = folder.filePath(QStringLiteral("many.sqlite"));
    if (!fill(many, chats, bytes)) {
        return 1;
    }
    const QString pictures = folder.filePath(QStringLiteral("pictures"));
    std::unique_ptr<Desk> desk;
    startTime(folder.filePath(QStringLiteral("warm.sqlite")), pictures, desk);
    const double without = startTime(folder.filePath(QStringLiteral("none.sqlite")), pictures, desk);
    report("start without chats", without, "ms", 700);
    report("start with many chats, what they add", startTime(many, pictures, desk) - without, "ms", 300);
    report("memory after the start", residentMegabytes(), "MB", 200);
    benchList(*desk);
    benchSearch(*desk);
    benchSwitching(*desk);
    benchPasting(*desk);
    return 0;
}
