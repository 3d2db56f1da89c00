#pragma once

#include <functional>

#include <QObject>
#include <QPointer>

#include "ui/dialogs/instructions_dialog.h"

namespace strata::ui {

class ChatController;

/// Joins the dialog for the instructions of a chat with the chat on the screen and the texts that were saved.
class InstructionsController : public QObject {
    Q_OBJECT

public:
    /// How long the chat on the screen would have to be read again, in words; empty: not at all.
    using RereadWords = std::function<QString()>;

    /// All must outlive this.
    InstructionsController(const Theme* theme, ChatController* chats, QWidget* window, RereadWords reread);

    void open();

private:
    void showPresets();

    const Theme* theme_;
    ChatController* chats_;
    QWidget* window_;
    const RereadWords reread_;
    QPointer<InstructionsDialog> dialog_;
};

}  // namespace strata::ui
