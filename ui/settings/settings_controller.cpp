#include "ui/settings/settings_controller.h"

#include <QApplication>
#include <QtConcurrent>

#include "app/engine_thread.h"
#include "app/key_store.h"
#include "app/load_settings.h"
#include "app/model_locator.h"
#include "app/proxy.h"
#include "strata/hardware.h"
#include "strata/memory_need.h"
#include "ui/main_window/model_controller.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

ThemeChoice choiceOf(app::LookChoice look) {
    switch (look) {
        case app::LookChoice::system:
            break;
        case app::LookChoice::light:
            return ThemeChoice::light;
        case app::LookChoice::dark:
            return ThemeChoice::dark;
        case app::LookChoice::high_contrast:
            return ThemeChoice::high_contrast;
    }
    return ThemeChoice::system;
}

bool isSame(const LiveLimits& a, const LiveLimits& b) {
    return a.checkpoints == b.checkpoints && a.checkpoint_spacing == b.checkpoint_spacing &&
           a.short_read == b.short_read && a.memory_parking_bytes == b.memory_parking_bytes &&
           a.minimum_free_memory == b.minimum_free_memory && a.disk_parking_bytes == b.disk_parking_bytes;
}

}  // namespace

SettingsController::SettingsController(const Parts& parts, QObject* parent)
    : QObject(parent),
      parts_(parts),
      guard_(parts.settings),
      cursor_time_(QApplication::cursorFlashTime()),
      given_model_(parts.given_model) {
    undone_ = guard_.undoFailedSettings();
    app::Settings* const settings = parts.settings;
    connect(settings, &app::Settings::lookChanged, this, &SettingsController::applyLook);
    connect(settings, &app::Settings::privacyChanged, this, &SettingsController::applyProxy);
    connect(settings, &app::Settings::parkingChanged, this, &SettingsController::applyLimits);
    connect(settings, &app::Settings::modelChanged, this, [this] {
        applyLimits();
        Q_EMIT needsReloadChanged();
    });
    connect(parts.theme, &Theme::changed, this, &SettingsController::keepZoom);
    connect(parts.model, &ModelController::activityChanged, this, &SettingsController::followModel);
    connect(parts.model, &ModelController::readyChanged, this, [this](bool ready) {
        if (ready) {
            takeLoaded();
        }
    });
    connect(parts.engine, &app::EngineThread::loadCancelled, this, [this] { guard_.loadCancelled(); });
    // The drivers of graphics cards may take their time.
    QtConcurrent::run(detect_hardware).then(this, [this](const HardwareInfo& hardware) { hardware_ = hardware; });
    applyLook();
    applyProxy();
    prepare();
}

SettingsFacts SettingsController::facts() const {
    SettingsFacts facts;
    facts.hardware = hardware_;
    facts.engine = loaded_with_ ? parts_.engine->status() : std::nullopt;
    facts.model_bytes = loaded_with_ ? model_bytes_ : 0;
    facts.loaded_kv_type = loaded_with_ ? loaded_with_->kv_type : KvType::int8;
    facts.installed = installed_ ? installed_() : std::vector<std::pair<QString, QString>>();
    return facts;
}

void SettingsController::applyLook() {
    const app::LookSettings look = parts_.settings->look();
    applying_ = true;
    if (!parts_.theme_is_given) {
        parts_.theme->setChoice(choiceOf(look.theme));
    }
    parts_.theme->setZoomPercent(look.text_percent);
    parts_.theme->setFamilies(look.chat_font, look.code_font);
    parts_.theme->setReduceMotion(look.reduce_motion);
    applying_ = false;
    QApplication::setCursorFlashTime(parts_.theme->allowsMotion() ? cursor_time_ : 0);
}

/// The text size has keys of its own.
void SettingsController::keepZoom() {
    if (applying_) {
        return;
    }
    app::LookSettings look = parts_.settings->look();
    look.text_percent = parts_.theme->zoomPercent();
    parts_.settings->set(look);
}

void SettingsController::applyProxy() {
    const app::PrivacySettings& privacy = parts_.settings->privacy();
    if (privacy.proxy != app::ProxyChoice::by_hand || privacy.proxy_user.isEmpty()) {
        app::applyProxy(privacy, {});  // the system may ask before it opens its key store
        return;
    }
    parts_.keys->read(app::kProxyPassword, this,
                      [this](const QString& password) { app::applyProxy(parts_.settings->privacy(), password); });
}

void SettingsController::applyLimits() {
    const LiveLimits limits = app::limitsOf(*parts_.settings);
    if (loaded_with_ && limits_ && !isSame(limits, *limits_)) {
        limits_ = limits;
        parts_.engine->apply(limits);
    }
}

/// Sees a load begin, whoever asked for it.
void SettingsController::followModel() {
    const bool loads = parts_.model->activity().word == EngineActivity::Word::loading;
    if (loads && !loading_.isValid()) {
        loading_.start();
        loading_with_ = parts_.settings->model();
        loaded_with_.reset();
        guard_.loadBegins();
        Q_EMIT needsReloadChanged();
        return;
    }
    switch (parts_.model->activity().word) {
        case EngineActivity::Word::failed:
        case EngineActivity::Word::no_model:
        case EngineActivity::Word::off:
            loading_.invalidate();
            if (loaded_with_) {
                loaded_with_.reset();
                Q_EMIT needsReloadChanged();
            }
            break;
        default:
            break;
    }
}

void SettingsController::takeLoaded() {
    if (loading_.isValid()) {
        load_time_ = std::chrono::milliseconds(loading_.elapsed());
        loading_.invalidate();
    }
    loaded_with_ = loading_with_;
    limits_ = parts_.model->options().limits;
    guard_.loaded();
    // The drive may be slow to tell.
    QtConcurrent::run([options = parts_.model->options()] {
        const auto need = memory_need(options.model, options, {});
        return need ? need->weights : 0;
    }).then(this, [this](std::uint64_t bytes) { model_bytes_ = bytes; });
    applyLimits();  // what was set while it loaded
    Q_EMIT needsReloadChanged();
}

bool SettingsController::needsReload() const {
    return loaded_with_ && app::needsReload(*loaded_with_, parts_.settings->model());
}

void SettingsController::prepare() {
    const QString& wanted = given_model_.isEmpty() ? parts_.settings->model().model : given_model_;
    parts_.model->setNext(app::chooseModel(wanted, parts_.built_in_folders),
                          app::loadOptionsOf(*parts_.settings, parts_.given_options));
}

void SettingsController::useModel(const QString& path) {
    given_model_.clear();
    app::ModelSettings model = parts_.settings->model();
    model.model = path;
    parts_.settings->set(model);
    load();
}

void SettingsController::load() {
    prepare();
    parts_.model->load();
}

}  // namespace strata::ui
