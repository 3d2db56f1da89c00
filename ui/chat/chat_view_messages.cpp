// The part of ChatView that is about single messages: what is done with them, and the keyboard in them.
#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QScrollBar>

#include "ui/chat/chat_selection.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_editor.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/text/text_view.h"

namespace strata::ui {

void ChatView::connectView(MessageView* view) {
    connect(view, &MessageView::remedyWanted, this, &ChatView::remedyWanted);
    connect(view, &MessageView::linkActivated, this, &ChatView::linkActivated);
    connect(view, &MessageView::linkPointedAt, this, &ChatView::showTarget);
    connect(view, &MessageView::touched, this, &ChatView::leaveToReader);
    connect(view, &MessageView::heightChanged, this, &ChatView::layOutLater);
    connect(view, &MessageView::tabStopsChanged, this, [this] { tabs_changed_ = true; });
    connect(view, &MessageView::caretMoved, this, [this, view](const QRect& area) {
        leaveToReader();
        showArea(view, area);
    });
    connect(view, &MessageView::thinkingToggled, this, [this, view](bool open) {
        if (const int row = rowOf(view); row >= 0) {
            noteThinking(chat_->at(row), open);
        }
        leaveToReader();
    });
    connect(view, &MessageView::textViewMade, this, [this](TextView* text) { selection_->watch(text); });
    connect(view, &MessageView::caretLeft, this, [this, view](bool down) { leaveRow(rowOf(view), down); });
    connect(view, &MessageView::actionWanted, this,
            [this, view](MessageAction action) { trigger(rowOf(view), action); });
    connect(view, &MessageView::branchWanted, this,
            [this, view](int branch) { Q_EMIT branchWanted(rowOf(view), branch); });
    connect(view, &MessageView::editWanted, this,
            [this, view](const QString& text) { Q_EMIT editWanted(rowOf(view), text); });
    view->setGoBackNote([this, view] { return go_back_note_ ? go_back_note_(rowOf(view)) : QString(); });
    connect(view, &MessageView::menuWanted, this,
            [this, view](const QPoint& global) { showMenu(rowOf(view), global); });
}

ChatView::MessageKey ChatView::keyOf(const Message& message) {
    return {message.id, message.time.toMSecsSinceEpoch()};
}

void ChatView::noteThinking(const Message& message, bool open) {
    if (open) {
        thinking_open_.insert(keyOf(message));
    } else {
        thinking_open_.erase(keyOf(message));
    }
}

MessageView* ChatView::showRow(int row) {
    leaveToReader();
    MessageView* const view = realise(row);
    const int top = rowTop(row) - metrics::kSpace;
    const int position = verticalScrollBar()->value();
    if (top < position || rowTop(row) + metrics::kWideSpace * 2 > position + viewport()->height()) {
        anchor_ = {row, {MessagePlace::kTop, -metrics::kSpace}};
    }
    layOut();
    return view;
}

void ChatView::focusRow(int row) {
    MessageView* const view = showRow(row);
    const QList<QWidget*> texts = view->text()->tabStops();
    const QList<QWidget*> stops = texts.isEmpty() ? view->tabStops() : texts;
    const auto seen =
        std::find_if(stops.begin(), stops.end(), [view](const QWidget* stop) { return stop->isVisibleTo(view); });
    if (seen != stops.end()) {
        (*seen)->setFocus(Qt::ShortcutFocusReason);
    }
}

void ChatView::showPlace(int row, const TextPoint& place) {
    leaveToReader();
    realise(row);
    const int above = viewport()->height() / 3;
    anchor_ = {row, {place.part, -above}};
    layOut();
    MessageView* const view = viewOf(row);
    if (const auto area = view->text()->areaOf(place)) {
        anchor_ = {row, {MessagePlace::kTop, view->text()->y() + area->top() - above}};
        layOut();
    }
}

int ChatView::currentRow() const {
    const QWidget* const focus = QApplication::focusWidget();
    for (const auto& [row, view] : views_) {
        if (view->isAncestorOf(focus)) {
            return row;
        }
    }
    return chat_->isEmpty() ? -1 : std::max(heights_.table().itemAt(verticalScrollBar()->value()), 0);
}

void ChatView::editRow(int row) {
    showRow(row)->startEditing();
}

bool ChatView::cancelEdit() {
    auto* const editor = findChild<MessageEditor*>();
    if (editor != nullptr) {
        Q_EMIT editor->cancelled();
    }
    return editor != nullptr;
}

void ChatView::toggleThinking(int row) {
    if (MessageView* const view = viewOf(row)) {
        view->toggleThinking();
    }
}

std::optional<ChatView::Place> ChatView::readingPlace() const {
    const bool at_end = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
    return at_end || chat_->isEmpty() ? std::nullopt : std::optional(anchor_);
}

void ChatView::showReadingPlace(const Place& place) {
    if (place.row < chat_->rowCount()) {
        leaveToReader();
        realise(place.row);
        anchor_ = place;
        layOut();
    }
}

void ChatView::setOffered(MessageActionSet actions) {
    offered_ = actions;
    for (const auto& [row, view] : views_) {
        view->setOffered(actions);
        fill(row);
    }
    layOutLater();
}

void ChatView::trigger(int row, MessageAction action) {
    if (row < 0 || row >= chat_->rowCount()) {
        return;
    }
    switch (action) {
        case MessageAction::copy:
            Q_EMIT copyWanted(row);
            break;
        case MessageAction::edit: {
            // What is edited for an answer is the question.
            const int own = chat_->at(row).role == Role::user ? row : row - 1;
            if (own >= 0) {
                editRow(own);
            }
            break;
        }
        case MessageAction::answer_again:
            Q_EMIT answerAgainWanted(row);
            break;
        case MessageAction::continue_answer:
            Q_EMIT continueWanted();
            break;
        case MessageAction::branch_here:
            Q_EMIT branchFromHereWanted(row);
            break;
        case MessageAction::go_back:
            Q_EMIT goBackWanted(row);
            break;
        case MessageAction::show_rest:
            Q_EMIT restWanted();
            break;
        case MessageAction::times:
            Q_EMIT timesWanted(row);
            break;
        case MessageAction::remove:
            Q_EMIT deleteWanted(row);
            break;
    }
}

/// The caret goes on in the message above or below.
void ChatView::leaveRow(int row, bool down) {
    const int next = row + (down ? 1 : -1);
    if (row >= 0 && next >= 0 && next < chat_->rowCount()) {
        focusRow(next);
    }
}

void ChatView::showMenu(int row, const QPoint& global) {
    MessageView* const view = viewOf(row);
    if (view == nullptr) {
        return;
    }
    auto* const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("messageMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setPalette(theme_->palette());
    menu->setFont(theme_->font(TextStyle::small));
    auto* const text = qobject_cast<TextView*>(QApplication::focusWidget());
    if (text != nullptr && isAncestorOf(text) && text->textCursor().hasSelection()) {
        menu->addAction(tr("Copy what is selected"), text, &TextView::copy);
        menu->addSeparator();
    }
    for (const MessageAction action : allMessageActions()) {
        if (view->actions().testFlag(action)) {
            const bool noted = action == MessageAction::go_back && go_back_note_;
            menu->addAction(notedText(action, noted ? go_back_note_(row) : QString()), this,
                            [this, row, action] { trigger(row, action); });
        }
    }
    menu->popup(global);
}

void ChatView::noteFocus(QWidget* /*from*/, QWidget* to) {
    if (to != nullptr && to->window() != window()) {
        return;  // a menu or a popup of ours
    }
    for (const auto& [row, view] : views_) {
        view->setFocusInside(to != nullptr && view->isAncestorOf(to));
    }
    layOutLater();
}

}  // namespace strata::ui
