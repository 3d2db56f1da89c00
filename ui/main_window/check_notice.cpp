#include "ui/main_window/check_notice.h"

#include <utility>

#include "ui/dialogs/cache_check.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

CheckNotice::CheckNotice(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    connect(parts.check, &CacheCheck::changed, this, &CheckNotice::follow);
    connect(parts.model, &ModelController::activityChanged, this, &CheckNotice::follow);
}

void CheckNotice::follow() {
    const bool waits = parts_.model->activity().word == EngineActivity::Word::waiting;
    if (!waits || !parts_.check->isRunning()) {
        parts_.notices->remove(Notices::Kind::check);
        return;
    }
    if (parts_.notices->has(Notices::Kind::check)) {
        return;  // told already; putting it again would take the keyboard's place in it
    }
    Notice notice;
    notice.text = tr("The check is running. Your message is answered as soon as its present part is done.");
    notice.action = tr("Stop the check");
    notice.act = [this] { parts_.check->cancel(); };
    parts_.notices->put(Notices::Kind::check, std::move(notice));
}

}  // namespace strata::ui
