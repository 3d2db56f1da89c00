#include "ui/chat/message_view.h"

#include "ui/text/text_column.h"
#include "ui/text/text_view.h"

namespace strata::ui {

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
    connect(column, &TextColumn::textViewMade, this, qOverload<TextView*>(&MessageView::watch));
    connect(column, &TextColumn::changed, this, &MessageView::heightChanged);
    connect(column, &TextColumn::tabStopsChanged, this, &MessageView::tabStopsChanged);
    connect(column, &TextColumn::touched, this, &MessageView::touched);
}

}  // namespace strata::ui
