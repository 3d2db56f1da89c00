#include <cstdio>
#include <cstdlib>
#include <utility>

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>

#include "app/chat_store.h"
#include "app/data_folder.h"
#include "app/log_file.h"
#include "app/quit_signals.h"
#include "app/run_marker.h"
#include "ui/main_window/application.h"
#include "ui/main_window/folder_claim.h"
#include "ui/main_window/program.h"
#include "ui/main_window/start_options.h"
#include "ui/style/program_style.h"

namespace {

using namespace strata;

constexpr int kBadOptions = 2;
constexpr int kAlreadyRunning = 4;
constexpr int kNoDatabase = 5;

int runProgram(const ui::StartOptions& options) {
    // What is played for a test or a picture must not end up among the person's chats.
    const QTemporaryDir scratch;
    const bool own_data = !options.scripted || !options.data.isEmpty();
    const ui::FolderClaim claim = ui::claimDataFolder(options, own_data ? options.data : scratch.path());
    if (claim.end != ui::FolderClaim::End::taken) {
        return claim.end == ui::FolderClaim::End::handed ? EXIT_SUCCESS : kAlreadyRunning;
    }
    app::DataFolder& data = *claim.folder;
    const bool kept = data.state() == app::DataFolder::State::ready;
    app::LogFile log(kept ? data.logs() : QString(), app::LogText(QDir::homePath(), data.path()));
    const app::QtMessages qt_messages(&log);
    log.write(LogLevel::info, "program",
              QStringLiteral("Strata %1 begins").arg(QCoreApplication::applicationVersion()));

    auto chats = app::openChatStore(data.chats());
    if (!chats) {
        std::fprintf(stderr, "%s\n", chats.error().message.c_str());
        log.write(LogLevel::error, "program", QString::fromStdString(chats.error().message));
        return kNoDatabase;
    }
    app::QuitSignals quit_signals;
    app::RunMarker marker(kept ? data.marker() : QString());
    if (marker.lastRun().crashed) {
        log.write(LogLevel::warning, "program",
                  marker.lastRun().while_loading ? QStringLiteral("the last run ended while a model was loaded")
                                                 : QStringLiteral("the last run did not end as it should"));
    }
    const int result = ui::Program(options, {&data, &log, &marker, &quit_signals}, std::move(*chats)).run();
    marker.end();
    log.write(LogLevel::info, "program", QStringLiteral("Strata ends"));
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication::setOrganizationName(QStringLiteral("Strata"));
    QCoreApplication::setApplicationName(QStringLiteral("Strata Desktop"));
    QCoreApplication::setApplicationVersion(QStringLiteral(STRATA_VERSION));
    const ui::Application application(argc, argv);
    QApplication::setStyle(new ui::ProgramStyle);

    const auto options = ui::readStartOptions(application);
    return options ? runProgram(*options) : kBadOptions;
}
