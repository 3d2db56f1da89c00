#include "ui/chat/message_view.h"

#include <algorithm>
#include <bit>

#include <QContextMenuEvent>
#include <QEnterEvent>
#include <QFontMetrics>

#include "ui/style/button.h"
#include "ui/style/metrics.h"
#include "ui/text/text_column.h"
#include "ui/text/text_view.h"

namespace strata::ui {

MessageView::MessageView(const Theme* theme, QWidget* parent) : QWidget(parent), theme_(theme) {}

void MessageView::showMessage(const Message& message, bool is_last) {
    const MessageActionSet sensible = actionsOf(message, is_last);
    if (sensible != sensible_) {
        sensible_ = sensible;
        showActions();
    }
    if (message.branches > 1 && branches_ == nullptr) {
        branches_ = new BranchSwitch(theme_, this);
        connect(branches_, &BranchSwitch::branchWanted, this, &MessageView::branchWanted);
        Q_EMIT tabStopsChanged();
    }
    if (branches_ != nullptr) {
        branches_->setVisible(message.branches > 1);
        branches_->showBranch(message.branch, message.branches);
    }
}

void MessageView::rest() {
    hovered_ = false;
    focus_inside_ = false;
    showActions();
}

void MessageView::setOffered(MessageActionSet actions) {
    offered_ = actions;
    showActions();
}

void MessageView::setFocusInside(bool inside) {
    if (inside != focus_inside_) {
        focus_inside_ = inside;
        showActions();
    }
}

/// Shows the actions while the pointer or the keyboard is here.
void MessageView::showActions() {
    const bool shown = (hovered_ || focus_inside_) && actions() != MessageActionSet() && !isBusy();
    if (shown && actions_ == nullptr) {
        actions_ = new MessageActions(theme_, this);
        connect(actions_, &MessageActions::triggered, this, &MessageView::actionWanted);
        Q_EMIT tabStopsChanged();
    }
    if (actions_ != nullptr) {
        actions_->offer(actions());
        if (shown && go_back_note_ && actions().testFlag(MessageAction::go_back)) {
            actions_->setNote(MessageAction::go_back, go_back_note_());
        }
        actions_->setVisible(shown);
        placeFoot(foot_);
    }
}

QSize MessageView::footSize() const {
    // As large as buttons with nothing but a pictogram.
    const int line =
        std::max(QFontMetrics(theme_->font(TextStyle::small)).height(), metrics::kIcon * theme_->zoomPercent() / 100);
    const int side = std::max(line + 12, metrics::kSmallestTarget) + 2 * Button::kRingRoom;
    const int buttons = std::popcount(static_cast<unsigned>(actions().toInt()));
    const bool branched = branches_ != nullptr && !branches_->isHidden();
    return {buttons * side + (branched ? branches_->sizeHint().width() + metrics::kSpace : 0), side};
}

void MessageView::placeFoot(const QRect& area) {
    foot_ = area;
    const bool right_to_left = layoutDirection() == Qt::RightToLeft;
    int used = 0;
    // The switch keeps its place when the actions come: who aims at it must not press one of them.
    for (QWidget* const part : {static_cast<QWidget*>(branches_), static_cast<QWidget*>(actions_)}) {
        if (part == nullptr || part->isHidden()) {
            continue;
        }
        const QSize size = part->sizeHint();
        const int left = right_to_left ? area.left() + used : area.right() + 1 - used - size.width();
        part->setGeometry(left, area.center().y() - size.height() / 2, size.width(), size.height());
        used += size.width() + metrics::kSpace;
    }
}

QList<QWidget*> MessageView::footStops() const {
    QList<QWidget*> stops;
    if (branches_ != nullptr) {
        stops.append(branches_->tabStops());
    }
    if (actions_ != nullptr) {
        stops.append(actions_->tabStops());
    }
    return stops;
}

void MessageView::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    hovered_ = true;
    showActions();
}

void MessageView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    hovered_ = false;
    showActions();
}

void MessageView::contextMenuEvent(QContextMenuEvent* event) {
    Q_EMIT menuWanted(event->globalPos());
}

MessagePlace MessageView::placeAt(int y) const {
    const TextColumn& column = *text();
    const int inside = y - column.y();
    if (inside < 0 || column.isEmpty()) {
        return {MessagePlace::kTop, y};
    }
    if (inside >= column.height()) {
        return {MessagePlace::kEnd, inside - column.height()};
    }
    const int part = column.partAt(inside);
    return {part, inside - column.partTop(part)};
}

int MessageView::yOf(const MessagePlace& place) const {
    if (place.part == MessagePlace::kTop) {
        return place.offset;
    }
    const TextColumn& column = *text();
    const int from = place.part == MessagePlace::kEnd ? column.height() : column.partTop(place.part);
    return column.y() + from + place.offset;
}

void MessageView::watch(TextView* view) {
    connect(view, &TextView::linkPointedAt, this, &MessageView::linkPointedAt);
    connect(view, &TextView::linkActivated, this, [this](const QUrl& target) {
        Q_EMIT touched();
        Q_EMIT linkActivated(target);
    });
    connect(view, &QTextEdit::selectionChanged, this, [this, view] {
        if (view->hasFocus() && view->textCursor().hasSelection()) {
            Q_EMIT touched();
        }
    });
    connect(view, &TextView::caretMoved, this,
            [this, view](const QRect& area) { Q_EMIT caretMoved(area.translated(view->mapTo(this, QPoint()))); });
}

void MessageView::watch(TextColumn* column) {
    connect(column, &TextColumn::textViewMade, this, [this, column](TextView* view) {
        watch(view);
        if (column == text()) {  // thinking is never part of a larger selection
            Q_EMIT textViewMade(view);
        }
    });
    connect(column, &TextColumn::caretLeft, this, &MessageView::caretLeft);
    connect(column, &TextColumn::changed, this, &MessageView::heightChanged);
    connect(column, &TextColumn::tabStopsChanged, this, &MessageView::tabStopsChanged);
    connect(column, &TextColumn::touched, this, &MessageView::touched);
}

}  // namespace strata::ui
