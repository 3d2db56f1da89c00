#include "ui/main_window/answer_notifier.h"

#include <QApplication>
#include <QWidget>

#include "app/settings.h"
#include "ui/chat/chat_controller.h"
#include "ui/main_window/tray.h"

namespace strata::ui {

AnswerNotifier::AnswerNotifier(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    connect(parts.controller, &ChatController::answerEnded, this, &AnswerNotifier::tell);
    connect(parts.tray, &Tray::messagePressed, this, [this] {
        if (!told_.empty()) {
            Q_EMIT chatWanted(told_);
        }
    });
}

void AnswerNotifier::tell(const ConversationId& chat, const QString& title, std::chrono::milliseconds took) {
    const bool in_front = parts_.is_in_front ? parts_.is_in_front() : QApplication::activeWindow() != nullptr;
    if (took < kLong || in_front) {
        return;
    }
    const app::GeneralSettings& general = parts_.settings->general();
    if (general.sound) {
        QApplication::beep();
    }
    if (!general.notifications) {
        return;
    }
    QApplication::alert(parts_.window);
    if (parts_.tray->isVisible()) {
        told_ = chat;
        parts_.tray->tell(tr("The answer is there"), title);
    }
}

}  // namespace strata::ui
