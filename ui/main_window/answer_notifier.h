#pragma once

#include <chrono>
#include <functional>

#include <QObject>

#include "app/chat_record.h"

class QWidget;

namespace strata::app {
class Settings;
}

namespace strata::ui {

class ChatController;
class Tray;

/// Tells of an answer that took long when the person is elsewhere by then. Says the chat's title and nothing of what is
/// in it.
class AnswerNotifier : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds kLong{20};

    /// All must outlive this.
    struct Parts {
        ChatController* controller = nullptr;
        app::Settings* settings = nullptr;
        Tray* tray = nullptr;
        QWidget* window = nullptr;
        std::function<bool()> is_in_front;  ///< empty: asks the desktop
    };

    explicit AnswerNotifier(const Parts& parts, QObject* parent = nullptr);

Q_SIGNALS:
    /// The person wants to see the chat that was told of.
    void chatWanted(const strata::ConversationId& chat);

private:
    void tell(const ConversationId& chat, const QString& title, std::chrono::milliseconds took);

    const Parts parts_;
    ConversationId told_;
};

}  // namespace strata::ui
