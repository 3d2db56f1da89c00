#pragma once

#include <memory>

#include <QStringList>

#include "app/chat_backup.h"
#include "app/chat_store.h"
#include "app/data_folder.h"
#include "app/engine_choice.h"
#include "app/engine_thread.h"
#include "app/key_store.h"
#include "app/pictures/picture_store.h"
#include "app/settings.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/parked_chats.h"
#include "ui/chat/title_writer.h"
#include "ui/dialogs/cache_check.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/setup_joint.h"
#include "ui/main_window/start_options.h"
#include "ui/remote/remote_controller.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_controller.h"
#include "ui/style/theme.h"

namespace strata::ui {

/// The parts of the running program and what joins them. A new part is a member here, at its place in the order, and
/// a line in MainWindow::Parts if the window needs it; what it has to hear of others is connected in join().
class Program {
public:
    /// options.data and what it means is settled: `data` is the folder that this program has taken. It must outlive the
    /// program.
    Program(const StartOptions& options, const app::DataFolder& data, app::OpenedChatStore chats);
    ~Program();

    /// Shows the window and works until the person quits. The process's exit code.
    int run();

private:
    void join();
    void playScript();
    int shutDown(int result);

    const StartOptions options_;
    const app::DataFolder& data_;

    // Each may use those above it.
    app::Settings settings_;
    const Translations translations_;
    app::SystemKeyStore keys_;
    app::OpenedChatStore chats_;
    app::ChatBackup backup_;
    app::PictureStore pictures_;
    Theme theme_;
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
    SetupJoint setup_;
    ScriptedSession script_;
};

}  // namespace strata::ui
