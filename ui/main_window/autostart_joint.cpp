#include "ui/main_window/autostart_joint.h"

#include <utility>

#include "app/settings.h"

namespace strata::ui {

AutostartJoint::AutostartJoint(app::Settings* settings, app::Autostart autostart, QObject* parent)
    : QObject(parent), settings_(settings), autostart_(std::make_shared<app::Autostart>(std::move(autostart))) {
    disk_.setMaxThreadCount(1);
    connect(settings, &app::Settings::generalChanged, this, &AutostartJoint::follow);
    disk_.start([this, entry = autostart_] {
        const bool on = entry->isOn();
        QMetaObject::invokeMethod(this, [this, on] {
            known_ = true;
            on_ = on;
            show(on);
            Q_EMIT settled();
        });
    });
}

AutostartJoint::~AutostartJoint() {
    disk_.waitForDone();
}

void AutostartJoint::follow() {
    const bool wanted = settings_->general().start_with_computer;
    if (!known_ || wanted == on_) {
        return;
    }
    on_ = wanted;
    disk_.start([this, wanted, entry = autostart_] {
        const Result<void> done = entry->set(wanted);
        QMetaObject::invokeMethod(this, [this, wanted, done] {
            if (!done) {
                on_ = !wanted;
                show(on_);
                Q_EMIT failed(QString::fromStdString(done.error().message));
            }
            Q_EMIT settled();
        });
    });
}

void AutostartJoint::show(bool on) {
    app::GeneralSettings general = settings_->general();
    general.start_with_computer = on;
    settings_->set(general);
}

}  // namespace strata::ui
