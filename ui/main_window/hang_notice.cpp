#include "ui/main_window/hang_notice.h"

#include <utility>

#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {

HangNotice::HangNotice(const Parts& parts, app::EngineWatch::Patience patience, app::EngineWatch::Clock clock,
                       QObject* parent)
    : QObject(parent), parts_(parts), watch_(parts.engine, patience, std::move(clock)) {
    connect(&watch_, &app::EngineWatch::stuckChanged, this, &HangNotice::tell);
}

void HangNotice::tell(bool stuck) {
    parts_.model->setStuck(stuck);
    if (!stuck) {
        parts_.notices->remove(Notices::Kind::stuck);
        return;
    }
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    notice.text =
        tr("The model stopped answering. Your chats and what is typed are saved; after a restart everything "
           "is as it was.");
    notice.action = tr("Restart Strata");
    notice.act = parts_.restart;
    parts_.notices->put(Notices::Kind::stuck, std::move(notice));
}

}  // namespace strata::ui
