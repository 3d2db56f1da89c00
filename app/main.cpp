#include <cstdio>
#include <memory>
#include <utility>

#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "app/data_folder.h"
#include "ui/main_window/program.h"
#include "ui/main_window/start_options.h"

namespace {

using namespace strata;

constexpr int kBadOptions = 2;
constexpr int kAlreadyRunning = 4;
constexpr int kNoDatabase = 5;

/// Takes the data folder; while another program has it, asks what to do. None: give up.
std::unique_ptr<app::DataFolder> takeDataFolder(const ui::StartOptions& options, const QString& path) {
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

int runProgram(const ui::StartOptions& options) {
    // What is played for a test or a picture must not end up among the person's chats.
    const QTemporaryDir scratch;
    const bool own_data = !options.scripted || !options.data.isEmpty();
    const auto data = takeDataFolder(options, own_data ? options.data : scratch.path());
    if (!data) {
        return kAlreadyRunning;
    }
    auto chats = app::openChatStore(data->chats());
    if (!chats) {
        std::fprintf(stderr, "%s\n", chats.error().message.c_str());
        return kNoDatabase;
    }
    return ui::Program(options, *data, std::move(*chats)).run();
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication::setOrganizationName(QStringLiteral("Strata"));
    QCoreApplication::setApplicationName(QStringLiteral("Strata Desktop"));
    QCoreApplication::setApplicationVersion(QStringLiteral(STRATA_VERSION));
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QApplication application(argc, argv);

    const auto options = ui::readStartOptions(application);
    return options ? runProgram(*options) : kBadOptions;
}
