#include "ui/main_window/start_options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

#include "ui/main_window/option_words.h"

namespace strata::ui {
namespace {

/// A window larger than any screen is a picture of gigabytes.
constexpr int kLargestSide = 8'192;

QString readTheme(const QCommandLineParser& parser, std::optional<ThemeChoice>& theme) {
    const QString option = QStringLiteral("theme");
    if (!parser.isSet(option)) {
        return {};
    }
    const QString text = parser.value(option);
    if (text == QLatin1String("light")) {
        theme = ThemeChoice::light;
    } else if (text == QLatin1String("dark")) {
        theme = ThemeChoice::dark;
    } else if (text == QLatin1String("high-contrast")) {
        theme = ThemeChoice::high_contrast;
    } else if (text == QLatin1String("system")) {
        theme = ThemeChoice::system;
    }
    return theme ? QString() : refusedOption(parser, option, QStringLiteral("light, dark, high-contrast or system"));
}

QString readSize(const QCommandLineParser& parser, std::optional<QSize>& size) {
    const QString option = QStringLiteral("size");
    if (!parser.isSet(option)) {
        return {};
    }
    const QStringList sides = parser.value(option).split(u'x');
    bool width_is_number = false;
    bool height_is_number = false;
    const QSize wanted(sides.value(0).toInt(&width_is_number), sides.value(1).toInt(&height_is_number));
    const bool understood = sides.size() == 2 && width_is_number && height_is_number && !wanted.isEmpty();
    size = wanted.expandedTo(QSize(1, 1)).boundedTo(QSize(kLargestSide, kLargestSide));
    return understood ? QString()
                      : refusedOption(
                            parser, option,
                            QStringLiteral("width x height in pixels, as 1100x760, at most %1 each").arg(kLargestSide));
}

/// Absolute, as another running program with another working folder may be the one that opens them.
QStringList absolutePaths(const QStringList& paths) {
    QStringList absolute;
    for (const QString& path : paths) {
        absolute.append(QFileInfo(path).absoluteFilePath());
    }
    return absolute;
}

}  // namespace

std::optional<StartOptions> readStartOptions(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Chat with a language model that runs on this PC."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("files"), QStringLiteral("Pictures or exported chats to open."),
                                 QStringLiteral("[files…]"));
    parser.addOptions({
        {"model", "Model file to use instead of the one in the settings.", "path"},
        {"context", "How much the model keeps in mind, in pieces of words (tokens).", "count"},
        {"threads", "Processor threads to compute with.", "count"},
        {"data", "Folder for chats, settings and everything else that is kept.", "folder"},
        {"no-disk-parking", "Never park conversations on disk."},
        {"in-tray", "Begin in the tray, without a window."},
        {"theme", "For tests: light, dark, high-contrast or system.", "name"},
        {"language", "For tests: language of the texts, as de.", "code"},
        {"size", "For tests: size of the window, as 1100x760.", "size"},
        {"send", "For tests: a message to send; may be given several times.", "text"},
        {"think", "For tests: think before answering what is sent."},
        {"ui-trace", "For tests: write into a file how long the window's thread is blocked.", "file"},
        {"screenshot", "For tests: save a picture of the window when all is answered, then quit.", "file"},
    });
    parser.process(application);

    StartOptions options;
    options.model = parser.value("model");
    options.data = parser.value("data");
    options.language = parser.value("language");
    options.files = absolutePaths(parser.positionalArguments());
    options.disk_parking = !parser.isSet("no-disk-parking");
    options.plan.messages = parser.values("send");
    options.plan.thinking = parser.isSet("think") ? Thinking::medium : Thinking::off;
    options.plan.picture = parser.value("screenshot");
    options.in_tray = parser.isSet("in-tray");
    options.ui_trace = parser.value("ui-trace");
    options.scripted = parser.isSet("send") || parser.isSet("screenshot");
    const QString wrong = readNumber(parser, QStringLiteral("context"), 1, kMostTokens, options.load.context_length) +
                          readNumber(parser, QStringLiteral("threads"), 1, kMostThreads, options.load.threads) +
                          readTheme(parser, options.theme) + readSize(parser, options.size);
    if (!wrong.isEmpty()) {
        refuseOptions(wrong);
        return std::nullopt;
    }
    return options;
}

}  // namespace strata::ui
