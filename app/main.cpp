#include <cstdio>
#include <cstdlib>
#include <optional>

#include <QApplication>
#include <QCommandLineParser>
#include <QLocale>

#include "app/engine_thread.h"
#include "app/model_locator.h"
#include "strata/engine.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/scripted_session.h"
#include "ui/style/theme.h"

namespace {

using namespace strata;

constexpr int kBadOptions = 2;
constexpr int kEngineStuck = 3;

struct StartOptions {
    QString model;  ///< empty: the built-in one
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
        {"theme", "For tests: light, dark or system.", "name", "system"},
        {"size", "For tests: size of the window, as 1100x760.", "size"},
        {"send", "For tests: a message to send; may be given several times.", "text"},
        {"think", "For tests: think before answering what is sent."},
        {"screenshot", "For tests: save a picture of the window when all is answered, then quit.", "file"},
    });
    parser.process(application);

    StartOptions options;
    options.model = parser.value("model");
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

int runWindow(const StartOptions& options, app::EngineThread& engine) {
    const QStringList folders = app::builtInModelFolders(QCoreApplication::applicationDirPath());
    ui::Theme theme(options.theme);
    ui::ModelController model(&engine, app::chooseModel(options.model, folders), folders, options.load);
    ui::ChatModel chat;
    ui::ChatController controller(&engine, &chat);
    ui::MainWindow window({&theme, &model, &controller, &chat});
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
    app::EngineThread engine(Engine::load);
    const int result = runWindow(*options, engine);
    if (!engine.shutDown()) {
        std::_Exit(kEngineStuck);  // the engine does not let go; hanging on would keep memory and the card
    }
    return result;
}
