#include "ui/main_window/model_life.h"

#include <optional>
#include <utility>

#include <QFocusEvent>

#include "app/settings.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/composer.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"
#include "ui/remote/remote_controller.h"
#include "ui/settings/settings_controller.h"

namespace strata::ui {
namespace {

const QString kToldOfSlowness = QStringLiteral("told_of_slowness");

}  // namespace

ModelLife::ModelLife(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    parts.model->setStarter([this] { load(); });
    connect(parts.settings, &app::Settings::generalChanged, this, &ModelLife::follow);
    connect(parts.composer, &Composer::textChanged, this, [this] {
        if (parts_.composer->edit()->hasFocus() && !parts_.composer->text().isEmpty()) {
            want();
        }
    });
    parts.composer->edit()->installEventFilter(this);
    long_load_.setSingleShot(true);
    long_load_.setInterval(kLongLoad);
    connect(&long_load_, &QTimer::timeout, this, &ModelLife::showLoading);
    connect(parts.model, &ModelController::activityChanged, this, &ModelLife::followModel);
    follow();
}

void ModelLife::followModel() {
    const bool loads = parts_.model->isLoading();
    parts_.controller->setLoadTime(loads ? parts_.model->activity().seconds_left : std::nullopt);
    if (loads == loads_) {
        return;
    }
    loads_ = loads;
    if (loads) {
        held_ = false;  // whoever began it has decided
        long_load_.start();
    } else {
        long_load_.stop();
        parts_.notices->remove(Notices::Kind::loading);
    }
}

/// The words about the slow PC are for the first time; later one knows.
void ModelLife::showLoading() {
    Notice notice;
    notice.text = tr("The model is being loaded. What you send waits for it.");
    if (parts_.settings->windowState(kToldOfSlowness).isEmpty()) {
        notice.text += u' ' + tr("The PC may feel slow for 1–3 minutes. That is normal.");
        parts_.settings->setWindowState(kToldOfSlowness, "yes");
    }
    notice.action = tr("Cancel");
    notice.act = [this] { parts_.model->cancelLoad(); };
    parts_.notices->put(Notices::Kind::loading, std::move(notice));
}

void ModelLife::start(Start how) {
    held_ = how == Start::held;
    if (parts_.remote->isInUse()) {
        parts_.remote->start();  // costs no memory
    } else if (held_) {
        return;
    } else if (how == Start::at_once || parts_.settings->general().load == app::LoadMoment::at_start ||
               (parts_.model->isBuiltIn() && parts_.settings->general().load == app::LoadMoment::on_typing) ||
               parts_.model->activity().word == EngineActivity::Word::no_model) {  // and says so
        load();
    }
}

void ModelLife::release() {
    if (held_) {
        start(Start::as_set);
    }
}

void ModelLife::load() {
    held_ = false;
    if (parts_.remote->isInUse()) {
        parts_.remote->start();
    } else {
        parts_.settings_controller->load();
    }
}

/// The person begins to write.
void ModelLife::want() {
    if (!held_ && parts_.settings->general().load != app::LoadMoment::by_hand) {
        parts_.model->want();
    }
}

/// The window gives the focus to the composer by itself; only the person's own way there counts.
bool ModelLife::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parts_.composer->edit() && event->type() == QEvent::FocusIn) {
        const Qt::FocusReason reason = static_cast<const QFocusEvent*>(event)->reason();
        if (reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
            reason == Qt::ShortcutFocusReason) {
            want();
        }
    }
    return QObject::eventFilter(watched, event);
}

void ModelLife::follow() {
    parts_.model->setUnloadAfter(std::chrono::minutes(parts_.settings->general().unload_minutes));
}

}  // namespace strata::ui
