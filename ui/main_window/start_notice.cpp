#include "ui/main_window/start_notice.h"

#include <utility>

#include "ui/main_window/model_controller.h"
#include "ui/main_window/model_life.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

StartNotice::StartNotice(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    // Whoever loads the model has decided.
    connect(parts.model, &ModelController::activityChanged, this, [this] {
        if (parts_.model->isLoading()) {
            parts_.notices->remove(Notices::Kind::crash);
        }
    });
}

void StartNotice::start(const app::LastRun& last) {
    parts_.life->start(last.crashed ? ModelLife::Start::held : ModelLife::Start::as_set);
    if (last.crashed) {
        tell(last);
    }
}

void StartNotice::tell(const app::LastRun& last) {
    Notice notice;
    const auto close = [this] { parts_.notices->remove(Notices::Kind::crash); };
    notice.act = [this, close] {
        close();
        parts_.life->load();
    };
    if (last.while_loading) {
        notice.text =
            tr("Strata closed while it was loading the model, so the model is not loaded by itself now. Your "
               "chats are safe.");
        notice.action = tr("Load the model");
        notice.second_action = tr("Smaller settings…");
        notice.second_act = [this] { parts_.show_settings(); };
    } else if (last.crashes_lately >= app::RunMarker::kTooMany) {
        notice.text =
            tr("Strata closed unexpectedly several times, so the model is not loaded by itself now. Your "
               "chats are safe.");
        notice.action = tr("Load the model");
        notice.second_action = tr("OK");
        notice.second_act = close;
    } else {
        notice.text = tr("Strata closed unexpectedly. Your chats are safe.");
        notice.action = tr("Open normally");
        notice.act = [this, close] {
            close();
            parts_.life->release();
        };
        notice.second_action = tr("Open without loading the model");
        notice.second_act = close;
    }
    if (parts_.show_diagnostics) {
        notice.third_action = tr("Diagnostics…");
        notice.third_act = parts_.show_diagnostics;
    }
    parts_.notices->put(Notices::Kind::crash, std::move(notice));
}

}  // namespace strata::ui
