#include "ui/chat/instructions_controller.h"

#include <utility>

#include "ui/chat/chat_controller.h"

namespace strata::ui {

InstructionsController::InstructionsController(const Theme* theme, ChatController* chats, QWidget* window,
                                               RereadWords reread)
    : QObject(window), theme_(theme), chats_(chats), window_(window), reread_(std::move(reread)) {
    // What was being written belongs to the chat that was left.
    connect(chats, &ChatController::leavingChat, this, [this] {
        if (dialog_) {
            dialog_->close();
        }
    });
}

void InstructionsController::open() {
    if (!dialog_) {
        dialog_ = new InstructionsDialog(theme_, chats_->instructions(), window_);
        dialog_->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog_, &InstructionsDialog::chosen, chats_, &ChatController::setInstructions);
        connect(dialog_, &InstructionsDialog::presetSaveWanted, this, [this](const app::InstructionsPreset& preset) {
            chats_->saver()->note(chats_->store()->savePreset(preset));
            showPresets();
        });
        connect(dialog_, &InstructionsDialog::presetRemoveWanted, this, [this](const QString& name) {
            chats_->saver()->note(chats_->store()->removePreset(name));
            showPresets();
        });
        showPresets();
        const QString wait = reread_();
        dialog_->setNote(wait.isEmpty() ? QString()
                                        : tr("With other instructions the model reads this chat again: %1.").arg(wait));
    }
    dialog_->show();
    dialog_->activateWindow();
}

void InstructionsController::showPresets() {
    if (dialog_) {
        dialog_->setPresets(chats_->store()->presets().value_or(std::vector<app::InstructionsPreset>()));
    }
}

}  // namespace strata::ui
