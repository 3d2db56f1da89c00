#include "ui/main_window/program.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <QCoreApplication>
#include <QFileInfo>

#include "app/model_locator.h"
#include "strata/engine.h"

namespace strata::ui {
namespace {

constexpr int kEngineStuck = 3;

QStringList builtInFolders() {
    return app::builtInModelFolders(QCoreApplication::applicationDirPath());
}

LoadOptions loadOptions(const StartOptions& options, const app::DataFolder& data) {
    LoadOptions load = options.load;
    if (options.disk_parking && data.state() == app::DataFolder::State::ready) {
        load.conversation_folder = QFileInfo(data.parked()).filesystemAbsoluteFilePath();
    }
    return load;
}

}  // namespace

Program::Program(const StartOptions& options, const app::DataFolder& data, app::OpenedChatStore chats)
    : options_(options),
      data_(data),
      settings_(data.settings()),
      translations_(options.language.isEmpty() ? settings_.general().language : options.language),
      chats_(std::move(chats)),
      backup_(chats_.store->path()),
      pictures_(data.state() == app::DataFolder::State::ready ? data.pictures() : QString()),
      theme_(options.theme.value_or(ThemeChoice::system)),
      choice_(Engine::load),
      engine_(choice_.loader()),
      model_(&engine_, app::chooseModel(options.model, builtInFolders()), builtInFolders(), loadOptions(options, data)),
      remote_({&settings_, &keys_, &choice_, &model_}),
      settings_controller_({.settings = &settings_,
                            .theme = &theme_,
                            .engine = &engine_,
                            .model = &model_,
                            .keys = &keys_,
                            .theme_is_given = options.theme.has_value(),
                            .given_model = options.model,
                            .built_in_folders = builtInFolders(),
                            .given_options = loadOptions(options, data)}),
      controller_(&engine_, chats_.store.get(), &chat_),
      titles_(&engine_, &controller_, &settings_),
      parked_(&engine_, chats_.store.get()),
      check_(&engine_, chats_.store.get(), data.state() == app::DataFolder::State::ready ? data.check() : QString()),
      window_({.theme = &theme_,
               .model = &model_,
               .controller = &controller_,
               .chat = &chat_,
               .parked = &parked_,
               .check = &check_,
               .settings = &settings_,
               .settings_controller = &settings_controller_,
               .remote = &remote_,
               .pictures = &pictures_,
               .store_trouble = chats_.trouble}),
      setup_({.theme = &theme_,
              .settings = &settings_,
              .keys = &keys_,
              .engine = &engine_,
              .settings_controller = &settings_controller_,
              .controller = &controller_,
              .window = &window_}),
      script_(options.plan, {&window_, &model_, &controller_, &chat_}) {
    join();
}

Program::~Program() = default;

/// What the parts hear of each other, as far as the window does not see to it.
void Program::join() {
    controller_.setSettings(&settings_);
    controller_.openLastChat();
    QObject::connect(&controller_, &ChatController::binEmptied, &backup_, &app::ChatBackup::renew);
    QObject::connect(&backup_, &app::ChatBackup::failed, &window_, [](const Error& error) {
        qWarning("The daily copy of the chats could not be made: %s", error.message.c_str());
    });
    backup_.start();
    if (options_.size) {
        window_.resize(*options_.size);
    }
    playScript();
}

void Program::playScript() {
    if (!options_.scripted) {
        return;
    }
    const bool quits = !options_.plan.picture.isEmpty();
    QObject::connect(&script_, &ScriptedSession::ended, &window_, [quits](bool success) {
        if (quits) {
            QCoreApplication::exit(success ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    });
    script_.start();
}

int Program::run() {
    window_.show();
    window_.openFiles(options_.files);
    remote_.start();
    if (!options_.scripted) {
        setup_.start(options_.model.isEmpty());
    }
    return shutDown(QCoreApplication::exec());
}

int Program::shutDown(int result) {
    if (!engine_.shutDown()) {
        std::fputs("The engine did not finish in time; what it was parking is not kept.\n", stderr);
        std::_Exit(kEngineStuck);  // hanging on would keep memory and the card
    }
    return result;
}

}  // namespace strata::ui
