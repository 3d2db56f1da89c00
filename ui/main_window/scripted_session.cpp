#include "ui/main_window/scripted_session.h"

#include <algorithm>
#include <utility>

#include <QPixmap>
#include <QWidget>

#include "ui/chat/chat_controller.h"
#include "ui/main_window/model_controller.h"

namespace strata::ui {
namespace {

/// So that what changed last is laid out and painted.
constexpr std::chrono::milliseconds kBeforePicture{200};

}  // namespace

ScriptedSession::ScriptedSession(Plan plan, const Parts& parts, QObject* parent)
    : QObject(parent), plan_(std::move(plan)), parts_(parts) {
    connect(parts.controller, &ChatController::answeringChanged, this,
            [this] { QTimer::singleShot(0, this, &ScriptedSession::step); });
    connect(parts.model, &ModelController::readyChanged, this, &ScriptedSession::step);
    connect(parts.model, &ModelController::problemChanged, this, &ScriptedSession::step);
}

void ScriptedSession::start() {
    QTimer::singleShot(0, this, &ScriptedSession::step);
}

void ScriptedSession::step() {
    const bool lost = parts_.model->problem().has_value();
    if (ended_ || parts_.controller->isAnswering() || (!parts_.model->isReady() && !lost)) {
        return;
    }
    if (!lost && next_ < plan_.messages.size()) {
        parts_.controller->send(plan_.messages[next_++], plan_.thinking);
        return;
    }
    ended_ = true;
    QTimer::singleShot(kBeforePicture, this, &ScriptedSession::finish);
}

void ScriptedSession::finish() {
    const std::vector<Message>& messages = parts_.chat->messages();
    const bool answered = !parts_.model->problem() && next_ == plan_.messages.size() &&
                          std::none_of(messages.begin(), messages.end(),
                                       [](const Message& message) { return message.state == TurnState::failed; });
    const bool saved = plan_.picture.isEmpty() || savePicture();
    Q_EMIT ended(answered && saved);
}

bool ScriptedSession::savePicture() const {
    return parts_.window->grab().save(plan_.picture);
}

}  // namespace strata::ui
