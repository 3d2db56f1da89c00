#include "ui/main_window/other_app_notice.h"

#include <algorithm>

#include "app/engine_thread.h"
#include "ui/chat/chat_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

using app::EngineThread;
using app::RequestId;

OtherAppNotice::OtherAppNotice(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    look_.setSingleShot(true);
    look_.setInterval(0);
    connect(&look_, &QTimer::timeout, this, &OtherAppNotice::look);
    connect(parts.engine, &EngineThread::submitted, this, &OtherAppNotice::takeSubmitted);
    connect(parts.engine, &EngineThread::events, this, [this] {
        if (told_ != 0) {
            look_.start();
        }
    });
    connect(parts.engine, &EngineThread::finished, this, &OtherAppNotice::takeEnd);
    connect(parts.engine, &EngineThread::failed, this, &OtherAppNotice::takeEnd);
    connect(parts.controller, &ChatController::answeringChanged, &look_, qOverload<>(&QTimer::start));
}

void OtherAppNotice::takeSubmitted(RequestId id) {
    const bool is_mine = id == parts_.engine->lastRequest();  // told while it is submitted; those of programs later
    (is_mine ? mine_ : theirs_).insert(id);
    look_.start();
}

void OtherAppNotice::takeEnd(RequestId id) {
    mine_.erase(id);
    theirs_.erase(id);
    look_.start();
}

bool OtherAppNotice::mineWaits() const {
    return parts_.controller->isAnswering() && std::any_of(mine_.begin(), mine_.end(), [this](RequestId id) {
               return parts_.engine->worker()->before(id).has_value();
           });
}

/// The other app's request that the engine works on; 0: there is none.
RequestId OtherAppNotice::running() const {
    const auto at = std::find_if(theirs_.begin(), theirs_.end(),
                                 [this](RequestId id) { return !parts_.engine->worker()->before(id).has_value(); });
    return at == theirs_.end() ? 0 : *at;
}

void OtherAppNotice::look() {
    const RequestId other = parts_.engine->status() && mineWaits() ? running() : 0;
    if (other == 0 || other == accepted_) {
        if (told_ != 0) {
            told_ = 0;
            parts_.notices->remove(Notices::Kind::other_app);
        }
        return;
    }
    if (other == told_) {
        return;
    }
    told_ = other;
    Notice notice;
    notice.text = tr("Another app is using the model. Your message waits until it is done.");
    notice.action = tr("Stop the other app");
    notice.act = [this, other] { parts_.engine->stop(other); };
    notice.second_action = tr("Wait");
    notice.second_act = [this, other] {
        accepted_ = other;
        look();
    };
    parts_.notices->put(Notices::Kind::other_app, std::move(notice));
}

}  // namespace strata::ui
