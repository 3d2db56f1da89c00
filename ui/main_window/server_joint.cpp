#include "ui/main_window/server_joint.h"

#include <utility>

#include "app/engine_thread.h"
#include "ui/chat/answer_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"
#include "ui/main_window/tray.h"
#include "ui/server/server_words.h"
#include "ui/settings/settings_controller.h"
#include "ui/settings/settings_dialog.h"

namespace strata::ui {

ServerJoint::ServerJoint(const Parts& parts, std::unique_ptr<ServerControl> control, QObject* parent)
    : QObject(parent),
      parts_(parts),
      control_(std::move(control)),
      key_(parts.keys, parts.key_file),
      server_({parts.settings, &key_, control_.get(), &probe_}),
      models_({parts.settings, parts.model, parts.load}),
      other_app_({parts.engine, parts.controller, parts.window->notices()}),
      network_({&server_, parts.window->notices()}) {
    connect(control_.get(), &ServerControl::loadWanted, &models_, &ServerModelList::load);
    connect(control_.get(), &ServerControl::unloadWanted, &models_, &ServerModelList::unload);
    connect(&models_, &ServerModelList::changed, this, &ServerJoint::tellModels);
    connect(parts.settings, &app::Settings::modelChanged, this, &ServerJoint::tellDefaults);
    connect(parts.model, &ModelController::modelNameChanged, this, &ServerJoint::tellDefaults);
    connect(parts.settings, &app::Settings::serverChanged, this, &ServerJoint::tellOrder);
    connect(parts.model, &ModelController::activityChanged, this, [this] {
        const bool stuck = parts_.model->activity().word == EngineActivity::Word::needs_restart;
        if (stuck != std::exchange(stuck_, stuck)) {
            control_->setStuck(stuck);
        }
    });
    connect(&server_, &ServerController::changed, this, &ServerJoint::tellState);
    connect(&server_, &ServerController::cameBack, this, [this] {
        Notices* const notices = parts_.window->notices();
        notices->put(Notices::Kind::server, {NoticeBar::Tone::neutral,
                                             tr("Other apps can use the model again."),
                                             tr("OK"),
                                             [notices] { notices->remove(Notices::Kind::server); },
                                             {},
                                             {}});
    });
    parts.settings_controller->setServer(&server_);
    if (parts.tray != nullptr) {
        parts.tray->setServer(&server_);
    }
    tellModels();
    tellDefaults();
    tellOrder();
}

ServerJoint::~ServerJoint() {
    parts_.settings_controller->setServer(nullptr);
}

void ServerJoint::start() {
    server_.start();
}

void ServerJoint::tellModels() {
    control_->setModels(models_.models());
    server_.setModelId(models_.chosenId());
}

/// What the person has set for their own answers holds for those of apps that say nothing else.
void ServerJoint::tellDefaults() {
    const app::ModelSettings& model = parts_.settings->model();
    ServerDefaults defaults;
    defaults.thinking = model.thinking;
    defaults.sampling = [model, built_in = parts_.model->isBuiltIn()](Thinking thinking) {
        return answerSettings(model, thinking, built_in).sampling;
    };
    control_->setDefaults(defaults);
}

void ServerJoint::tellOrder() {
    parts_.engine->worker()->setOrder(parts_.settings->server().in_turn ? app::QueueOrder::in_turn
                                                                        : app::QueueOrder::person_first);
}

void ServerJoint::tellState() {
    Notices* const notices = parts_.window->notices();
    if (server_.state() != ServerController::State::failed) {
        notices->remove(Notices::Kind::server);
        return;
    }
    const ServerFailure& failure = server_.failure();
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    notice.text = tr("Other apps cannot use the model: %1").arg(failureText(failure));
    const auto turn_off = [this] { server_.setOn(false); };
    if (failure.free_port) {
        notice.action = otherPortText(failure);
        notice.act = [this, port = *failure.free_port] { server_.usePort(port); };
        notice.second_action = tr("Choose…");
        notice.second_act = [this] { showPage(); };
        notice.third_action = tr("Turn off");
        notice.third_act = turn_off;
    } else {
        notice.action = tr("Choose…");
        notice.act = [this] { showPage(); };
        notice.second_action = tr("Turn off");
        notice.second_act = turn_off;
    }
    notices->put(Notices::Kind::server, std::move(notice));
}

void ServerJoint::showPage() {
    parts_.window->showSettings();
    if (auto* const dialog = parts_.window->findChild<SettingsDialog*>()) {
        dialog->showPage(SettingsDialog::kServerPage);
    }
}

}  // namespace strata::ui
