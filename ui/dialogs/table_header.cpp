#include "ui/dialogs/table_header.h"

#include <QPainter>
#include <QStyle>

#include "ui/dialogs/table_delegate.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kArrow = 10;

}  // namespace

TableHeader::TableHeader(const Theme* theme, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), theme_(theme) {
    setSectionsClickable(true);
    setHighlightSections(false);
}

void TableHeader::paintSection(QPainter* painter, const QRect& area, int section) const {
    painter->save();
    painter->fillRect(area, theme_->color(ColorRole::surface));
    painter->fillRect(area.left(), area.bottom(), area.width(), 1, theme_->color(ColorRole::border));
    QRect text = area.adjusted(TableDelegate::kPadding, 0, -TableDelegate::kPadding, 0);
    const auto alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
    painter->setFont(font());
    painter->setPen(theme_->color(ColorRole::muted_text));
    const QRect title = QStyle::alignedRect(
        layoutDirection(), alignment,
        QSize(fontMetrics().horizontalAdvance(titleOf(section)) + 1, text.height()).boundedTo(text.size()), text);
    painter->drawText(title, static_cast<int>(Qt::AlignVCenter) | Qt::TextSingleLine,
                      fontMetrics().elidedText(titleOf(section), Qt::ElideRight, title.width()));
    if (isSortIndicatorShown() && sortIndicatorSection() == section) {
        const bool down = sortIndicatorOrder() == Qt::DescendingOrder;
        // Beside the title where there is room for it: after a text, before a number.
        const bool at_right = ((alignment & Qt::AlignTrailing) != 0) == (layoutDirection() == Qt::LeftToRight);
        const int x = at_right ? title.left() - kArrow - metrics::kTightSpace : title.right() + metrics::kTightSpace;
        const QRectF arrow(x, area.center().y() - kArrow / 2.0 + 1, kArrow, kArrow);
        painter->translate(arrow.center());
        painter->rotate(down ? 0 : 180);
        painter->translate(-arrow.center());
        paintIcon(*painter, arrow, Icon::chevron_down, theme_->color(ColorRole::muted_text));
    }
    painter->restore();
}

QSize TableHeader::sectionSizeFromContents(int section) const {
    const int text = fontMetrics().horizontalAdvance(titleOf(section)) + 1;
    return {text + 2 * TableDelegate::kPadding + kArrow + metrics::kTightSpace, fontMetrics().height() + 12};
}

QString TableHeader::titleOf(int section) const {
    return model() == nullptr ? QString() : model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
}

}  // namespace strata::ui
