#include "ui/main_window/language_notice.h"

#include <utility>

#include "app/settings.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

LanguageNotice::LanguageNotice(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), begun_with_(parts.settings->general().language) {
    connect(parts.settings, &app::Settings::generalChanged, this, &LanguageNotice::follow);
}

void LanguageNotice::follow() {
    if (parts_.settings->general().language == begun_with_) {
        parts_.notices->remove(Notices::Kind::language);
        return;
    }
    Notice notice;
    notice.text = tr("Strata speaks the other language when it begins anew. Chats and what is typed stay as they are.");
    notice.action = tr("Restart now");
    notice.act = parts_.restart;
    notice.second_action = tr("Later");
    notice.second_act = [this] { parts_.notices->remove(Notices::Kind::language); };
    parts_.notices->put(Notices::Kind::language, std::move(notice));
}

}  // namespace strata::ui
