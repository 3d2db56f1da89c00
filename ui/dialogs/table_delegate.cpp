#include "ui/dialogs/table_delegate.h"

#include <QPainter>
#include <QStyle>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
TableDelegate::TableDelegate(const Theme* theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    const bool selected = (cell.state & QStyle::State_Selected) != 0;
    if (selected) {
        painter->fillRect(cell.rect, theme_->color(ColorRole::selection));
    }
    if ((cell.state & QStyle::State_HasFocus) != 0) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme_->color(ColorRole::focus_ring), 2));
        painter->drawRoundedRect(QRectF(cell.rect).adjusted(1, 1, -1, -1), 3, 3);
    }
    const QRect text = cell.rect.adjusted(kPadding, 0, -kPadding, 0);
    painter->setFont(cell.font);
    painter->setPen(theme_->color(selected ? ColorRole::on_selection : ColorRole::text));
    painter->drawText(
        text, static_cast<int>(QStyle::visualAlignment(cell.direction, cell.displayAlignment)) | Qt::TextSingleLine,
        cell.fontMetrics.elidedText(cell.text, Qt::ElideRight, text.width()));
    painter->restore();
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    return {cell.fontMetrics.horizontalAdvance(cell.text) + 2 * kPadding + 1, cell.fontMetrics.height() + 10};
}

}  // namespace strata::ui
