#pragma once

#include <chrono>
#include <memory>

#include <QStringList>

#include "app/chat_backup.h"
#include "app/chat_store.h"
#include "app/data_folder.h"
#include "app/engine_choice.h"
#include "app/engine_thread.h"
#include "app/instance_server.h"
#include "app/key_store.h"
#include "app/log_file.h"
#include "app/pictures/picture_store.h"
#include "app/quit_signals.h"
#include "app/read_ahead.h"
#include "app/request_journal.h"
#include "app/run_marker.h"
#include "app/settings.h"
#include "app/ui_trace.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/parked_chats.h"
#include "ui/chat/title_writer.h"
#include "ui/dialogs/cache_check.h"
#include "ui/main_window/announcer.h"
#include "ui/main_window/answer_notifier.h"
#include "ui/main_window/autostart_joint.h"
#include "ui/main_window/close_rule.h"
#include "ui/main_window/drive_notice.h"
#include "ui/main_window/hang_notice.h"
#include "ui/main_window/help_joint.h"
#include "ui/main_window/language_notice.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/measure_joint.h"
#include "ui/main_window/memory_notice.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/model_life.h"
#include "ui/main_window/scripted_session.h"
#include "ui/main_window/server_joint.h"
#include "ui/main_window/setup_joint.h"
#include "ui/main_window/start_notice.h"
#include "ui/main_window/start_options.h"
#include "ui/main_window/tray.h"
#include "ui/main_window/window_keeper.h"
#include "ui/remote/remote_controller.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_controller.h"
#include "ui/style/theme.h"

namespace strata::ui {

/// The parts of the running program and what joins them. A new part is a member here, at its place in the order, and
/// a line in MainWindow::Parts if the window needs it; what it has to hear of others is connected in join().
class Program {
public:
    /// What is there before the program and outlives it.
    struct Ground {
        app::DataFolder* data = nullptr;  ///< that this program has taken
        app::LogFile* log = nullptr;
        app::RunMarker* marker = nullptr;
        app::QuitSignals* quit_signals = nullptr;  ///< older than the marker: who ends the start is no crash
    };

    Program(const StartOptions& options, const Ground& ground, app::OpenedChatStore chats);
    ~Program();

    /// Shows the window and works until the person quits. The process's exit code.
    int run();

private:
    void join();
    /// Opens an address in the browser, and says in the journal that it did.
    void openLink(const QUrl& target);
    void joinSystem();
    void joinTray();
    void showWindow();
    void playScript();
    /// Puts on the disk what the person would miss.
    void saveAll();
    void endSession();
    int shutDown(int result);
    /// Starts the program anew, whatever the engine does in that time.
    [[noreturn]] void restart(std::chrono::milliseconds engine_patience, const QString& why);
    /// Ends the process although the engine does not let go.
    [[noreturn]] void leave(int result);

    const StartOptions options_;
    const Ground ground_;

    // Each may use those above it.
    app::Settings settings_;
    const Translations translations_;
    app::SystemKeyStore keys_;
    app::RequestJournal requests_;
    app::OpenedChatStore chats_;
    app::ChatBackup backup_;
    app::PictureStore pictures_;
    Theme theme_;
    app::ReadAhead read_ahead_;
    app::EngineChoice choice_;
    app::EngineThread engine_;
    ModelController model_;
    RemoteController remote_;
    SettingsController settings_controller_;
    ChatModel chat_;
    ChatController controller_;
    TitleWriter titles_;
    ParkedChats parked_;
    CacheCheck check_;
    MainWindow window_;
    WindowKeeper keeper_;
    ModelLife life_;
    HelpJoint help_;
    Announcer announcer_;
    MeasureJoint measure_;
    StartNotice start_notice_;
    LanguageNotice language_notice_;
    HangNotice hang_notice_;
    DriveNotice drive_notice_;
    MemoryNotice memory_notice_;
    Tray tray_;
    CloseRule close_rule_;
    AnswerNotifier notifier_;
    std::unique_ptr<AutostartJoint> autostart_;       ///< none: this is not the user's own program with their own data
    std::unique_ptr<app::InstanceServer> instances_;  ///< none: nobody else can come to this data folder
    std::unique_ptr<app::UiTraceFile> trace_;         ///< none unless asked for
    SetupJoint setup_;
    ServerJoint server_;
    ScriptedSession script_;
};

}  // namespace strata::ui
