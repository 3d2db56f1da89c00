#include "ui/main_window/other_app_notice.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/engine_thread.h"
#include "ui/chat/chat_controller.h"
#include "ui/main_window/notices.h"
#include "ui/meters/estimate_text.h"

namespace strata::ui {

using app::EngineThread;
using app::RequestId;

namespace {

constexpr std::size_t kRemembered = 20;  ///< requests of others whose time is known

std::chrono::milliseconds steadyTime() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace

OtherAppNotice::OtherAppNotice(const Parts& parts, Clock clock, QObject* parent)
    : QObject(parent), parts_(parts), clock_(clock ? std::move(clock) : Clock(steadyTime)) {
    countdown_.setInterval(kCountdown);
    connect(&countdown_, &QTimer::timeout, this, &OtherAppNotice::tell);
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
    if (is_mine) {
        mine_.insert(id);
    } else {
        theirs_.emplace(id, clock_());
    }
    look_.start();
}

void OtherAppNotice::takeEnd(RequestId id) {
    const auto now = clock_();
    if (const auto ended = theirs_.find(id); ended != theirs_.end()) {
        took_.push_back(now - ended->second);
        if (took_.size() > kRemembered) {
            took_.pop_front();
        }
        theirs_.erase(ended);
    }
    mine_.erase(id);
    for (auto& [other, began] : theirs_) {
        began = now;  // one runs at a time
    }
    look_.start();
}

bool OtherAppNotice::mineWaits() const {
    return parts_.controller->isAnswering() && std::any_of(mine_.begin(), mine_.end(), [this](RequestId id) {
               return parts_.engine->worker()->before(id).has_value();
           });
}

/// The other app's request that the engine works on; 0: there is none.
RequestId OtherAppNotice::running() const {
    const auto at = std::find_if(theirs_.begin(), theirs_.end(), [this](const auto& entry) {
        return !parts_.engine->worker()->before(entry.first).has_value();
    });
    return at == theirs_.end() ? 0 : at->first;
}

std::optional<std::chrono::milliseconds> OtherAppNotice::expectedWait() const {
    const auto began = theirs_.find(running());
    if (took_.empty() || began == theirs_.end()) {
        return std::nullopt;
    }
    std::vector<std::chrono::milliseconds> sorted(took_.begin(), took_.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const auto left = *middle - (clock_() - began->second);
    return left.count() > 0 ? std::optional(left) : std::nullopt;
}

void OtherAppNotice::look() {
    const RequestId other = parts_.engine->status() && mineWaits() ? running() : 0;
    if (other == 0 || other == accepted_) {
        if (told_ != 0) {
            told_ = 0;
            countdown_.stop();
            parts_.notices->remove(Notices::Kind::other_app);
        }
        return;
    }
    if (other == told_) {
        return;
    }
    told_ = other;
    told_wait_ = QString();
    countdown_.start();
    tell();
}

/// A notice that says the same again is left as it is.
void OtherAppNotice::tell() {
    const auto left = expectedWait();
    const QString wait = left ? tr("Wait %1").arg(shownWait({*left, *left})) : tr("Wait");
    if (wait == told_wait_) {
        return;
    }
    told_wait_ = wait;
    Notice notice;
    notice.text = tr("Another app is using the model. Your message waits until it is done.");
    notice.action = tr("Stop the other app");
    notice.act = [this, other = told_] { parts_.engine->stop(other); };
    notice.second_action = wait;
    notice.second_act = [this, other = told_] {
        accepted_ = other;
        look();
    };
    parts_.notices->put(Notices::Kind::other_app, std::move(notice));
}

}  // namespace strata::ui
