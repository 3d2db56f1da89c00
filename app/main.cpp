#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "app/data_folder.h"
#include "app/engine_thread.h"
#include "app/model_locator.h"
#include "app/pictures/picture_store.h"
#include "strata/engine.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/parked_chats.h"
#include "ui/dialogs/cache_check.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/scripted_session.h"
#include "ui/style/theme.h"

namespace {

using namespace strata;

constexpr int kBadOptions = 2;
constexpr int kEngineStuck = 3;
constexpr int kAlreadyRunning = 4;
constexpr int kNoDatabase = 5;

struct StartOptions {
    QString model;  ///< empty: the built-in one
    QString data;   ///< empty: the user's own data folder
    bool disk_parking = true;
    LoadOptions load;
    ui::ThemeChoice theme = ui::ThemeChoice::system;
    std::optional<QSize> size;
    ui::ScriptedSession::Plan plan;
    bool scripted = false;
};

/// A whole number of at least 1; an absent option leaves `value` as it is.
bool readCount(const QCommandLineParser& parser, const QString& option, int& value) {
    if (!parser.isSet(option)) {
        return true;
    }
    bool is_number = false;
    value = parser.value(option).toInt(&is_number);
    return is_number && value >= 1;
}

bool readTheme(const QString& text, ui::ThemeChoice& theme) {
    if (text == QLatin1String("light")) {
        theme = ui::ThemeChoice::light;
    } else if (text == QLatin1String("dark")) {
        theme = ui::ThemeChoice::dark;
    } else {
        return text == QLatin1String("system");
    }
    return true;
}

bool readSize(const QString& text, std::optional<QSize>& size) {
    const QStringList sides = text.split(u'x');
    bool width_is_number = false;
    bool height_is_number = false;
    size = QSize(sides.value(0).toInt(&width_is_number), sides.value(1).toInt(&height_is_number));
    return sides.size() == 2 && width_is_number && height_is_number;
}

/// Reads the command line; none if it makes no sense, with a word about it on the error output.
std::optional<StartOptions> readOptions(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Chat with a language model that runs on this PC."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {"model", "Model file to use instead of the built-in one.", "path"},
        {"context", "How much the model keeps in mind, in pieces of words (tokens).", "count"},
        {"threads", "Processor threads to compute with.", "count"},
        {"data", "Folder for chats and everything else that is kept.", "folder"},
        {"no-disk-parking", "Never park conversations on disk."},
        {"theme", "For tests: light, dark or system.", "name", "system"},
        {"size", "For tests: size of the window, as 1100x760.", "size"},
        {"send", "For tests: a message to send; may be given several times.", "text"},
        {"think", "For tests: think before answering what is sent."},
        {"screenshot", "For tests: save a picture of the window when all is answered, then quit.", "file"},
    });
    parser.process(application);

    StartOptions options;
    options.model = parser.value("model");
    options.data = parser.value("data");
    options.disk_parking = !parser.isSet("no-disk-parking");
    options.plan.messages = parser.values("send");
    options.plan.thinking = parser.isSet("think") ? Thinking::medium : Thinking::off;
    options.plan.picture = parser.value("screenshot");
    options.scripted = parser.isSet("send") || parser.isSet("screenshot");
    const bool understood = readCount(parser, "context", options.load.context_length) &&
                            readCount(parser, "threads", options.load.threads) &&
                            readTheme(parser.value("theme"), options.theme) &&
                            (!parser.isSet("size") || readSize(parser.value("size"), options.size)) &&
                            parser.positionalArguments().isEmpty();
    if (!understood) {
        std::fputs(qPrintable(parser.helpText()), stderr);
        return std::nullopt;
    }
    return options;
}

/// Takes the data folder; while another program has it, asks what to do. None: give up.
std::unique_ptr<app::DataFolder> takeDataFolder(const StartOptions& options, const QString& path) {
    for (;;) {
        auto folder = std::make_unique<app::DataFolder>(path);
        if (folder->state() != app::DataFolder::State::in_use) {
            return folder;
        }
        const QString text = QCoreApplication::translate("main", "Strata is already running with these chats (%1).")
                                 .arg(QDir::toNativeSeparators(folder->path()));
        if (options.scripted) {
            std::fprintf(stderr, "%s\n", qPrintable(text));
            return nullptr;
        }
        const auto pressed = QMessageBox::warning(nullptr, QCoreApplication::translate("main", "Strata Desktop"), text,
                                                  QMessageBox::Retry | QMessageBox::Close, QMessageBox::Close);
        if (pressed != QMessageBox::Retry) {
            return nullptr;
        }
    }
}

int runWindow(const StartOptions& options, const app::DataFolder& data, app::OpenedChatStore opened,
              app::EngineThread& engine) {
    const QStringList folders = app::builtInModelFolders(QCoreApplication::applicationDirPath());
    const bool kept = data.state() == app::DataFolder::State::ready;
    LoadOptions load = options.load;
    if (options.disk_parking && kept) {
        load.conversation_folder = QFileInfo(data.parked()).filesystemAbsoluteFilePath();
    }
    ui::Theme theme(options.theme);
    ui::ModelController model(&engine, app::chooseModel(options.model, folders), folders, load);
    ui::ChatModel chat;
    ui::ChatController controller(&engine, opened.store.get(), &chat);
    controller.openLastChat();
    ui::ParkedChats parked(&engine, opened.store.get());
    ui::CacheCheck check(&engine, opened.store.get(), kept ? data.check() : QString());
    app::PictureStore pictures(kept ? QDir(data.path()).filePath(QStringLiteral("pictures")) : QString());
    ui::MainWindow window({&theme, &model, &controller, &chat, &parked, &check, opened.trouble, &pictures});
    if (options.size) {
        window.resize(*options.size);
    }

    ui::ScriptedSession session(options.plan, {&window, &model, &controller, &chat});
    if (options.scripted) {
        const bool quits = !options.plan.picture.isEmpty();
        QObject::connect(&session, &ui::ScriptedSession::ended, &window, [quits](bool success) {
            if (quits) {
                QCoreApplication::exit(success ? EXIT_SUCCESS : EXIT_FAILURE);
            }
        });
        session.start();
    }
    window.show();
    model.load();
    return QCoreApplication::exec();
}

int runProgram(const StartOptions& options) {
    // What is played for a test or a picture must not end up among the person's chats.
    const QTemporaryDir scratch;
    const bool own_data = !options.scripted || !options.data.isEmpty();
    const auto data = takeDataFolder(options, own_data ? options.data : scratch.path());
    if (!data) {
        return kAlreadyRunning;
    }
    auto opened = app::openChatStore(data->chats());
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().message.c_str());
        return kNoDatabase;
    }
    app::EngineThread engine(Engine::load);
    const int result = runWindow(options, *data, std::move(*opened), engine);
    if (!engine.shutDown()) {
        std::fputs("The engine did not finish in time; what it was parking is not kept.\n", stderr);
        std::_Exit(kEngineStuck);  // hanging on would keep memory and the card
    }
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication::setOrganizationName(QStringLiteral("Strata"));
    QCoreApplication::setApplicationName(QStringLiteral("Strata Desktop"));
    QCoreApplication::setApplicationVersion(QStringLiteral(STRATA_VERSION));
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QApplication application(argc, argv);

    const auto options = readOptions(application);
    if (!options) {
        return kBadOptions;
    }
    return runProgram(*options);
}
