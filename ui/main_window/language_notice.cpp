#include "ui/main_window/language_notice.h"

#include <utility>

#include "app/settings.h"
#include "ui/chat/chat_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

LanguageNotice::LanguageNotice(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), begun_with_(parts.settings->general().language) {
    connect(parts.settings, &app::Settings::generalChanged, this, &LanguageNotice::follow);
    // Queued: the answer is still being put away when it is told.
    connect(
        parts.controller, &ChatController::allAnswered, this,
        [this] {
            if (waits_ && !parts_.controller->isAnyAnswering()) {
                parts_.restart();
            }
        },
        Qt::QueuedConnection);
}

void LanguageNotice::follow() {
    waits_ = false;
    if (parts_.settings->general().language == begun_with_) {
        parts_.notices->remove(Notices::Kind::language);
    } else {
        ask();
    }
}

void LanguageNotice::ask() {
    Notice notice;
    notice.text = tr("Strata speaks the other language when it begins anew. Chats and what is typed stay as they are.");
    notice.action = tr("Restart now");
    notice.act = [this] { restart(); };
    notice.second_action = tr("Later");
    notice.second_act = [this] { parts_.notices->remove(Notices::Kind::language); };
    parts_.notices->put(Notices::Kind::language, std::move(notice));
}

/// An answer that runs is not cut off for it.
void LanguageNotice::restart() {
    if (parts_.controller->isAnyAnswering()) {
        wait();
    } else {
        parts_.restart();
    }
}

void LanguageNotice::wait() {
    waits_ = true;
    Notice notice;
    notice.text = tr("Strata begins anew when the answer is finished.");
    notice.action = tr("Stop it and restart now");
    notice.act = [this] { parts_.restart(); };
    notice.second_action = tr("Later");
    notice.second_act = [this] {
        waits_ = false;
        parts_.notices->remove(Notices::Kind::language);
    };
    parts_.notices->put(Notices::Kind::language, std::move(notice));
}

}  // namespace strata::ui
