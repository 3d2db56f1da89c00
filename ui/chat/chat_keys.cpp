#include "ui/chat/chat_keys.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QShortcut>

#include "ui/chat/chat_find.h"
#include "ui/chat/chat_view.h"
#include "ui/text/text_parts.h"

namespace strata::ui {

ChatKeys::ChatKeys(ChatView* view, QWidget* page) : QObject(page), view_(view) {
    add(QKeySequence(Qt::ALT | Qt::Key_Up), page, [this] { stepRow(-1); });
    add(QKeySequence(Qt::ALT | Qt::Key_Down), page, [this] { stepRow(1); });
    add(QKeySequence(Qt::CTRL | Qt::Key_F), page, [this] {
        if (!view_->chat()->isEmpty()) {
            view_->find()->open();
        }
    });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), page, [this] { copyLastAnswer(); });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K), page, [this] { copyLastCode(); });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), page, [this] {
        if (view_->offered().testFlag(MessageAction::answer_again)) {
            view_->trigger(lastAnswer(), MessageAction::answer_again);
        }
    });
    add(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H), page, [this] { toggleThinking(); });
}

void ChatKeys::add(const QKeySequence& keys, QWidget* page, std::function<void()> action) {
    auto* const shortcut = new QShortcut(keys, page);
    connect(shortcut, &QShortcut::activated, this, std::move(action));
}

bool ChatKeys::editLastMessage() {
    for (int row = view_->chat()->lastRow(); row >= 0; --row) {
        if (view_->chat()->at(row).role == Role::user) {
            if (!view_->offered().testFlag(MessageAction::edit)) {
                return false;
            }
            view_->trigger(row, MessageAction::edit);
            return true;
        }
    }
    return false;
}

/// From outside the messages the way begins at the last one.
void ChatKeys::stepRow(int by) {
    const ChatModel* const chat = view_->chat();
    if (chat->isEmpty()) {
        return;
    }
    const bool inside = view_->isAncestorOf(QApplication::focusWidget());
    const int row = inside ? view_->currentRow() + by : chat->lastRow();
    view_->focusRow(std::clamp(row, 0, chat->lastRow()));
}

void ChatKeys::copyLastAnswer() const {
    if (const int row = lastAnswer(); row >= 0) {
        view_->trigger(row, MessageAction::copy);
    }
}

void ChatKeys::copyLastCode() const {
    for (int row = view_->chat()->lastRow(); row >= 0; --row) {
        if (view_->chat()->at(row).role != Role::assistant) {
            continue;
        }
        TextParts parts(TextParts::Markup::markdown);
        parts.show(view_->chat()->at(row).text, true);
        for (int part = parts.count() - 1; part >= 0; --part) {
            if (parts.at(part).kind == TextPart::Kind::code) {
                QApplication::clipboard()->setText(parts.code(part));
                return;
            }
            const std::vector<TextPiece> pieces = piecesOf(parts.at(part));
            const auto code = std::find_if(pieces.rbegin(), pieces.rend(),
                                           [](const TextPiece& piece) { return piece.kind == TextPiece::Kind::code; });
            if (code != pieces.rend()) {
                QApplication::clipboard()->setText(plainText(*code));
                return;
            }
        }
    }
}

/// Of the message with the keyboard, else of the last answer.
void ChatKeys::toggleThinking() {
    const int row = view_->isAncestorOf(QApplication::focusWidget()) ? view_->currentRow() : lastAnswer();
    view_->toggleThinking(row >= 0 && view_->chat()->at(row).role == Role::assistant ? row : lastAnswer());
}

int ChatKeys::lastAnswer() const {
    int row = view_->chat()->lastRow();
    while (row >= 0 && view_->chat()->at(row).role != Role::assistant) {
        --row;
    }
    return row;
}

}  // namespace strata::ui
