#include "ui/main_window/drive_notice.h"

#include <utility>

#include "app/hardware/missing_drive.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

DriveNotice::DriveNotice(const Parts& parts, Look look, QObject* parent)
    : QObject(parent),
      parts_(parts),
      look_(look ? std::move(look) : [](const QString& path) { return app::missingDrive(path); }) {
    thread_.setMaxThreadCount(1);
    timer_.setInterval(kLook);
    connect(&timer_, &QTimer::timeout, this, &DriveNotice::look);
    connect(parts.model, &ModelController::problemChanged, this, &DriveNotice::look);
    connect(parts.model, &ModelController::readyChanged, this, [this](bool ready) {
        if (ready) {
            missing_.reset();
            timer_.stop();
            parts_.notices->remove(Notices::Kind::drive);
        }
    });
}

DriveNotice::~DriveNotice() {
    thread_.waitForDone();
}

void DriveNotice::look() {
    if (looking_ || (!parts_.model->problem() && !missing_)) {
        return;
    }
    looking_ = true;
    thread_.start([this, path = parts_.model->modelPath()] {
        const auto missing = look_(path);
        QMetaObject::invokeMethod(this, [this, missing] {
            looking_ = false;
            take(missing);
        });
    });
}

void DriveNotice::take(const std::optional<QString>& missing) {
    if (missing == missing_) {
        return;
    }
    const auto before = std::exchange(missing_, missing);
    if (missing_) {
        timer_.start();
        tellMissing(*missing_);
    } else {
        timer_.stop();
        if (!parts_.model->isReady()) {
            tellBack(*before);
        }
    }
}

void DriveNotice::tellMissing(const QString& drive) {
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    notice.text =
        tr("The drive with the model (%1) is not connected. Your chats are here, and nothing is forgotten.").arg(drive);
    notice.action = tr("Try again");
    notice.act = [this] { parts_.load(); };
    notice.second_action = tr("Other folder");
    notice.second_act = [this] { parts_.choose_folder(); };
    parts_.notices->put(Notices::Kind::drive, std::move(notice));
}

void DriveNotice::tellBack(const QString& drive) {
    Notice notice;
    notice.text = tr("The drive with the model (%1) is back.").arg(drive);
    notice.action = tr("Load the model");
    notice.act = [this] {
        parts_.notices->remove(Notices::Kind::drive);
        parts_.load();
    };
    parts_.notices->put(Notices::Kind::drive, std::move(notice));
}

}  // namespace strata::ui
