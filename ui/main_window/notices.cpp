#include "ui/main_window/notices.h"

#include <utility>

namespace strata::ui {

Notices::Notices(NoticeBar* bar, QObject* parent) : QObject(parent), bar_(bar) {
    // An action may put or remove notices, so it is copied before it runs.
    connect(bar, &NoticeBar::actionPressed, this, [this] {
        if (!notices_.empty()) {
            const auto act = notices_.begin()->second.act;
            act();
        }
    });
    connect(bar, &NoticeBar::secondActionPressed, this, [this] {
        if (!notices_.empty()) {
            const auto act = notices_.begin()->second.second_act;
            act();
        }
    });
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
    bar_->showNotice(notice.tone, notice.text, notice.action);
}

}  // namespace strata::ui
