#include "ui/main_window/notices.h"

#include <utility>

namespace strata::ui {

Notices::Notices(NoticeBar* bar, QObject* parent) : QObject(parent), bar_(bar) {
    // An action may put or remove notices, so it is copied before it runs.
    const auto run = [this](std::function<void()> Notice::*act) {
        if (!notices_.empty()) {
            const auto action = notices_.begin()->second.*act;
            action();
        }
    };
    connect(bar, &NoticeBar::actionPressed, this, [run] { run(&Notice::act); });
    connect(bar, &NoticeBar::secondActionPressed, this, [run] { run(&Notice::second_act); });
    connect(bar, &NoticeBar::thirdActionPressed, this, [run] { run(&Notice::third_act); });
}

void Notices::put(Kind kind, Notice notice) {
    notices_.insert_or_assign(kind, std::move(notice));
    show();
}

void Notices::remove(Kind kind) {
    if (notices_.erase(kind) > 0) {
        show();
    }
}

void Notices::show() {
    if (notices_.empty()) {
        bar_->hide();
        return;
    }
    const Notice& notice = notices_.begin()->second;
    bar_->setSecondAction(notice.second_action);
    bar_->setThirdAction(notice.third_action);
    bar_->setDetails(notice.details);
    bar_->showNotice(notice.tone, notice.text, notice.action);
}

}  // namespace strata::ui
