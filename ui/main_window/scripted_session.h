#pragma once

#include <optional>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "strata/request.h"

class QWidget;

namespace strata::ui {

class ChatController;
class ChatModel;
class ModelController;

/// Plays a chat without a person, for tests and pictures of the window: sends messages one after another, each when the
/// answer before is complete, and then saves a picture of the window.
class ScriptedSession : public QObject {
    Q_OBJECT

public:
    struct Plan {
        QStringList messages;
        Thinking thinking = Thinking::off;
        QString picture;  ///< file to write; its ending says the format; empty: none
    };
    struct Parts {
        QWidget* window = nullptr;
        ModelController* model = nullptr;
        ChatController* controller = nullptr;
        const ChatModel* chat = nullptr;
    };

    ScriptedSession(Plan plan, const Parts& parts, QObject* parent = nullptr);

    /// Begins as soon as the event loop runs.
    void start();

Q_SIGNALS:
    /// success: every message was answered and the picture, if wanted, was written.
    void ended(bool success);

private:
    void step();
    void finish();
    bool savePicture() const;

    Plan plan_;
    const Parts parts_;
    qsizetype next_ = 0;
    bool ended_ = false;
};

}  // namespace strata::ui
