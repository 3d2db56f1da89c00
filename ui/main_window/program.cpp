#include "ui/main_window/program.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>

#include "app/load_settings.h"
#include "app/model_locator.h"
#include "app/restart.h"
#include "strata/engine.h"
#include "ui/main_window/notices.h"
#include "ui/main_window/tray_place.h"
#include "ui/server/local_server_control.h"
#include "ui/setup/setup_launcher.h"

namespace strata::ui {
namespace {

constexpr int kEngineStuck = 3;
/// How long a log-off may wait for the engine; all of it may take 3 seconds.
constexpr std::chrono::milliseconds kSessionDeadline{2000};
/// For an engine that was said to hang and perhaps does not.
constexpr std::chrono::milliseconds kBeforeRestart{500};

QStringList builtInFolders() {
    return app::builtInModelFolders(QCoreApplication::applicationDirPath());
}

LoadOptions loadOptions(const StartOptions& options, const Program::Ground& ground) {
    LoadOptions load = options.load;
    if (ground.data->state() == app::DataFolder::State::ready) {
        load.expert_profile = app::expertProfileIn(ground.data->path());
    }
    if (options.disk_parking && ground.data->state() == app::DataFolder::State::ready) {
        load.conversation_folder = QFileInfo(ground.data->parked()).filesystemAbsoluteFilePath();
    }
    load.log = ground.log->sink("engine");
    return load;
}

/// Where something is kept; empty: nothing can be.
QString keptAt(const Program::Ground& ground, QString (app::DataFolder::*place)() const) {
    return ground.data->state() == app::DataFolder::State::ready ? (ground.data->*place)() : QString();
}

/// What cannot be written can perhaps be read; what is another program's is left alone.
app::PictureStore::Access picturesAccess(const Program::Ground& ground) {
    switch (ground.data->state()) {
        case app::DataFolder::State::ready:
            return app::PictureStore::Access::read_and_write;
        case app::DataFolder::State::not_writable:
            return app::PictureStore::Access::read;
        case app::DataFolder::State::in_use:
        case app::DataFolder::State::in_use_elsewhere:
            break;
    }
    return app::PictureStore::Access::none;
}

app::DownloadOptions downloadOptions(app::RequestSink note) {
    app::DownloadOptions options;
    options.note = std::move(note);
    return options;
}

/// Where the key of the server for other apps lies if the system keeps none: beside the settings.
QString serverKeyFile(const Program::Ground& ground) {
    const QString settings = keptAt(ground, &app::DataFolder::settings);
    return settings.isEmpty() ? QString() : QFileInfo(settings).dir().filePath(QStringLiteral("server-key"));
}

/// Notes while a model is loaded that this is going on: a program that does not survive it says so at the next start.
app::EngineLoader noting(app::EngineLoader loader, app::RunMarker* marker) {
    return [loader = std::move(loader), marker](const LoadOptions& options, const LoadProgress& progress) {
        marker->setPhase(app::RunMarker::Phase::loading);
        auto engine = loader(options, progress);
        marker->setPhase(app::RunMarker::Phase::running);
        return engine;
    };
}

}  // namespace

Program::Program(const StartOptions& options, const Ground& ground, app::OpenedChatStore chats)
    : options_(options),
      ground_(ground),
      settings_(ground.data->settings()),
      translations_(options.language.isEmpty() ? settings_.general().language : options.language),
      requests_(keptAt(ground, &app::DataFolder::requests)),
      chats_(std::move(chats)),
      backup_(chats_.store->path()),
      pictures_(ground.data->pictures(), picturesAccess(ground)),
      theme_(options.theme.value_or(ThemeChoice::system)),
      choice_(read_ahead_.around(Engine::load), requests_.sink()),
      engine_(noting(choice_.loader(), ground.marker)),
      model_(&engine_, app::chooseModel(options.model, builtInFolders()), builtInFolders(),
             loadOptions(options, ground)),
      remote_({&settings_, &keys_, &choice_, &model_, requests_.sink()}),
      settings_controller_({.settings = &settings_,
                            .theme = &theme_,
                            .engine = &engine_,
                            .model = &model_,
                            .keys = &keys_,
                            .theme_is_given = options.theme.has_value(),
                            .given_model = options.model,
                            .built_in_folders = builtInFolders(),
                            .given_options = loadOptions(options, ground)}),
      controller_(&engine_, chats_.store.get(), &chat_),
      titles_(&engine_, &controller_, &settings_),
      parked_(&engine_, chats_.store.get()),
      check_(&engine_, chats_.store.get(), keptAt(ground, &app::DataFolder::check)),
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
               .store_trouble = chats_.trouble},
              [this](const QUrl& target) { openLink(target); }),
      keeper_(&window_, window_.sidePane(), &settings_),
      life_({.settings = &settings_,
             .model = &model_,
             .settings_controller = &settings_controller_,
             .remote = &remote_,
             .controller = &controller_,
             .composer = window_.composer(),
             .notices = window_.notices()}),
      help_({.theme = &theme_,
             .window = &window_,
             .more = window_.moreMenu(),
             .model = &model_,
             .check = &check_,
             .settings = &settings_controller_,
             .log = ground.log,
             .notices = window_.notices(),
             .requests = &requests_}),
      announcer_({.window = &window_, .chat = &chat_, .notices = window_.notices()}),
      measure_({.theme = &theme_,
                .window = &window_,
                .more = window_.moreMenu(),
                .model = &model_,
                .settings = &settings_,
                .settings_controller = &settings_controller_}),
      start_notice_({.notices = window_.notices(),
                     .model = &model_,
                     .life = &life_,
                     .show_settings = [this] { window_.showSettings(); },
                     .show_diagnostics = [this] { help_.showDiagnostics(); }}),
      language_notice_(
          {.settings = &settings_,
           .notices = window_.notices(),
           .controller = &controller_,
           .restart = [this] { restart(app::EngineThread::kShutdownDeadline, QStringLiteral("another language")); }}),
      hang_notice_({.engine = &engine_,
                    .model = &model_,
                    .notices = window_.notices(),
                    .restart = [this] { restart(kBeforeRestart, QStringLiteral("the engine hangs")); }}),
      drive_notice_({.model = &model_,
                     .notices = window_.notices(),
                     .load = [this] { settings_controller_.load(); },
                     .choose_folder = [this] { setup_.setup()->chooseFolder(); }}),
      memory_notice_({.model = &model_,
                      .notices = window_.notices(),
                      .load = [this] { settings_controller_.load(); },
                      .show_settings = [this] { window_.showModelSettings(); }}),
      tray_({.theme = &theme_, .model = &model_}, std::make_unique<SystemTray>()),
      close_rule_({.window = &window_,
                   .tray = &tray_,
                   .settings = &settings_,
                   .theme = &theme_,
                   .quit = [] { QCoreApplication::exit(EXIT_SUCCESS); },
                   .is_busy = [this] { return controller_.isAnswering() || controller_.isTemporary(); }}),
      notifier_(
          {.controller = &controller_, .settings = &settings_, .tray = &tray_, .window = &window_, .is_in_front = {}}),
      setup_({.theme = &theme_,
              .settings = &settings_,
              .keys = &keys_,
              .engine = &engine_,
              .settings_controller = &settings_controller_,
              .controller = &controller_,
              .window = &window_,
              .pictures = &pictures_,
              .open_link = [this](const QUrl& target) { openLink(target); }},
             downloadOptions(requests_.sink())),
      server_({.settings = &settings_,
               .keys = &keys_,
               .engine = &engine_,
               .model = &model_,
               .controller = &controller_,
               .settings_controller = &settings_controller_,
               .window = &window_,
               .tray = &tray_,
               .load = [this] { life_.load(); },
               .key_file = serverKeyFile(ground)},
              std::make_unique<LocalServerControl>(engine_.worker(), ground.log->sink("server"))),
      script_(options.plan, {&window_, &model_, &controller_, &chat_}) {
    join();
}

Program::~Program() = default;

void Program::openLink(const QUrl& target) {
    if (target.scheme().startsWith(QLatin1String("http"))) {
        requests_.note(app::requestTo(target, app::RequestReason::link));
    }
    openOutside(target);
}

/// What the parts hear of each other, as far as the window does not see to it.
void Program::join() {
    controller_.setSettings(&settings_);
    model_.setByteCount([this] { return read_ahead_.bytes(); });
    controller_.openLastChat();
    keeper_.restore();
    QObject::connect(&controller_, &ChatController::binEmptied, &backup_, &app::ChatBackup::renew);
    QObject::connect(&backup_, &app::ChatBackup::failed, &window_, [](const Error& error) {
        qWarning("The daily copy of the chats could not be made: %s", error.message.c_str());
    });
    QObject::connect(&window_, &MainWindow::restartWanted, &window_,
                     [this] { restart(kBeforeRestart, QStringLiteral("an answer failed")); });
    backup_.start();
    if (options_.size) {
        keeper_.setGivenSize(*options_.size);
    }
    joinSystem();
    if (!options_.scripted) {
        joinTray();
    }
    playScript();
}

/// What the system and other starts of the program want of this one.
void Program::joinSystem() {
    if (ground_.data->state() == app::DataFolder::State::ready) {
        instances_ = std::make_unique<app::InstanceServer>(ground_.data->path());
        QObject::connect(instances_.get(), &app::InstanceServer::called, &window_, [this](const QStringList& files) {
            window_.bringToFront();
            window_.openFiles(files);
        });
    }
    // Not quit(), which asks the windows first.
    QObject::connect(ground_.quit_signals, &app::QuitSignals::quitWanted, &window_,
                     [] { QCoreApplication::exit(EXIT_SUCCESS); });
    QObject::connect(
        qGuiApp, &QGuiApplication::commitDataRequest, &window_, [this] { endSession(); }, Qt::DirectConnection);
}

/// Where the program is while its window is not.
void Program::joinTray() {
    const auto quit = [] { QCoreApplication::exit(EXIT_SUCCESS); };
    window_.setCloseGuard([this] { return close_rule_.mayClose(); });
    QObject::connect(&window_, &MainWindow::quitWanted, &window_, quit);
    QObject::connect(&tray_, &Tray::quitWanted, &window_, quit);
    QObject::connect(&tray_, &Tray::openWanted, &window_, &MainWindow::bringToFront);
    QObject::connect(&tray_, &Tray::messagePressed, &window_, &MainWindow::bringToFront);
    QObject::connect(&tray_, &Tray::newChatWanted, &window_, [this] {
        window_.bringToFront();
        controller_.newChat();
    });
    QObject::connect(&tray_, &Tray::settingsWanted, &window_, [this] {
        window_.bringToFront();
        window_.showSettings();
    });
    app::DownloadManager* const downloads = setup_.downloads();
    QObject::connect(downloads, &app::DownloadManager::changed, &tray_,
                     [this, downloads] { tray_.showDownload(downloads->state()); });
    QObject::connect(&tray_, &Tray::pauseDownloadWanted, downloads, &app::DownloadManager::pause);
    QObject::connect(&tray_, &Tray::resumeDownloadWanted, downloads, &app::DownloadManager::retryNow);
    QObject::connect(&notifier_, &AnswerNotifier::chatWanted, &controller_, &ChatController::openChat);
    tray_.start();
    if (options_.data.isEmpty()) {
        autostart_ =
            std::make_unique<AutostartJoint>(&settings_, app::Autostart(QCoreApplication::applicationFilePath()));
        QObject::connect(autostart_.get(), &AutostartJoint::failed, &window_, [this](const QString& reason) {
            Notices* const notices = window_.notices();
            Notice notice{NoticeBar::Tone::error,
                          QCoreApplication::translate(
                              "Program", "The system refused to change what starts with the computer (%1).")
                              .arg(reason),
                          QCoreApplication::translate("Program", "OK"),
                          [notices] { notices->remove(Notices::Kind::settings); },
                          {},
                          {}};
            notices->put(Notices::Kind::settings, std::move(notice));
        });
    }
}

/// One that begins with the session stays out of sight, but never where it cannot be found: without a tray its window
/// is made small, until a tray comes.
void Program::showWindow() {
    if (!options_.in_tray || options_.scripted) {
        window_.show();
        return;
    }
    close_rule_.hide();
    QObject::connect(&tray_, &Tray::appeared, &window_, [this] {
        if (window_.isMinimized()) {
            close_rule_.hide();
        }
    });
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
    if (!options_.ui_trace.isEmpty()) {
        trace_ = std::make_unique<app::UiTraceFile>(options_.ui_trace);
        if (!trace_->isOpen()) {
            std::fprintf(stderr, "%s cannot be written\n", qPrintable(options_.ui_trace));
        }
    }
    showWindow();
    if (options_.scripted) {
        life_.start(ModelLife::Start::at_once);
    } else {
        start_notice_.start(ground_.marker->lastRun());
    }
    window_.openFiles(options_.files);
    if (!options_.scripted) {
        server_.start();
        // What is wrong with the chats comes first.
        setup_.start(options_.model.isEmpty() && !options_.in_tray && !chats_.trouble);
    }
    return shutDown(QCoreApplication::exec());
}

void Program::saveAll() {
    window_.storeDraft();
    keeper_.keep();
    controller_.endAnswers();
    static_cast<void>(settings_.save());
}

/// The person logs off. What happens here is all that the system is sure to wait for.
void Program::endSession() {
    saveAll();
    server_.end();
    if (!engine_.shutDown(kSessionDeadline)) {
        leave(kEngineStuck);
    }
    ground_.marker->end();
    QCoreApplication::exit(EXIT_SUCCESS);
}

int Program::shutDown(int result) {
    saveAll();
    server_.end();
    if (!engine_.shutDown()) {
        std::fputs("The engine did not finish in time; what it was parking is not kept.\n", stderr);
        leave(kEngineStuck);  // hanging on would keep memory and the card
    }
    return result;
}

void Program::restart(std::chrono::milliseconds engine_patience, const QString& why) {
    saveAll();
    server_.end();
    static_cast<void>(engine_.shutDown(engine_patience));
    QStringList arguments = QCoreApplication::arguments().mid(1);
    arguments.removeIf([this](const QString& word) {  // they are in the draft
        return options_.files.contains(QFileInfo(word).absoluteFilePath());
    });
    instances_.reset();
    trace_.reset();
    ground_.marker->end();
    ground_.log->write(LogLevel::info, "program", QStringLiteral("restarts: %1").arg(why));
    ground_.log->flush();
    ground_.data->release();
    const bool began = app::restartProgram(arguments);
    std::_Exit(began ? EXIT_SUCCESS : kEngineStuck);  // the engine's thread cannot be ended in any other way
}

void Program::leave(int result) {
    ground_.log->write(LogLevel::warning, "program", QStringLiteral("the engine did not let go in time"));
    ground_.marker->end();
    ground_.log->flush();
    ground_.data->release();
    std::_Exit(result);
}

}  // namespace strata::ui
