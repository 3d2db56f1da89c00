#include "ui/main_window/notices.h"

#include <utility>

#include <QRegularExpression>

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
    const bool news = isNews(kind, notice);
    const NoticeBar::Tone tone = notice.tone;
    const QString text = notice.text;
    notices_.insert_or_assign(kind, std::move(notice));
    show();
    if (news) {
        log_.push_back({QDateTime::currentDateTime(), text});
        if (log_.size() > kLogged) {
            log_.erase(log_.begin());
        }
        Q_EMIT told(tone, text);
    }
}

bool Notices::isNews(Kind kind, const Notice& notice) const {
    const auto before = notices_.find(kind);
    if (before == notices_.end()) {
        return true;
    }
    static const QRegularExpression kNumbers(QStringLiteral("\\d+"));
    return QString(before->second.text).remove(kNumbers) != QString(notice.text).remove(kNumbers);
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
