#include "ui/chat/chat_list_delegate.h"

#include <algorithm>

#include <QLineEdit>
#include <QPainter>
#include <QStyle>

#include "ui/chat/chat_list_model.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kPadding = 10;
constexpr int kRowGap = 1;
constexpr int kHeadingSpace = 14;  ///< around a heading

}  // namespace

ChatListDelegate::ChatListDelegate(const Theme* theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

int ChatListDelegate::headingHeight(const Theme& theme) {
    return QFontMetrics(theme.font(TextStyle::small)).height() + kHeadingSpace;
}

/// The rounded part of a row.
QRect ChatListDelegate::plateOf(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool heading = !index.data(ChatListModel::heading_role).toString().isEmpty();
    const int top = heading ? headingHeight(*theme_) : 0;
    return option.rect.adjusted(metrics::kSpace, top + kRowGap, -metrics::kSpace, -kRowGap);
}

void ChatListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintHeading(painter, option, index.data(ChatListModel::heading_role).toString());
    const QRect plate = plateOf(option, index);
    const bool open = index.data(ChatListModel::open_role).toBool();
    const bool marked = (option.state & (QStyle::State_MouseOver | QStyle::State_Selected)) != 0;
    if (open || marked) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme_->color(open ? ColorRole::own_message : ColorRole::hover));
        painter->drawRoundedRect(plate, metrics::kRadius, metrics::kRadius);
    }
    if (open) {  // not by colour alone
        const int bar = 3;
        const int x = option.direction == Qt::LeftToRight ? plate.left() : plate.right() + 1 - bar;
        painter->setBrush(theme_->color(ColorRole::accent));
        painter->drawRoundedRect(QRectF(x, plate.top() + 7, bar, plate.height() - 14), 1.5, 1.5);
    }
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setPen(QPen(theme_->color(ColorRole::focus_ring), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(plate).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
    }
    const QRect inner = plate.adjusted(kPadding, 0, -kPadding, 0);
    const int marks = paintMarks(painter, option, inner, index);
    paintTitle(painter, option,
               option.direction == Qt::LeftToRight ? inner.adjusted(0, 0, -marks, 0) : inner.adjusted(marks, 0, 0, 0),
               index);
    painter->restore();
}

void ChatListDelegate::paintHeading(QPainter* painter, const QStyleOptionViewItem& option,
                                    const QString& heading) const {
    if (heading.isEmpty()) {
        return;
    }
    QFont font = theme_->font(TextStyle::small);
    font.setWeight(QFont::DemiBold);
    QRect area = option.rect.adjusted(metrics::kSpace + kPadding, kHeadingSpace / 2, -metrics::kSpace - kPadding, 0);
    area.setHeight(headingHeight(*theme_) - kHeadingSpace / 2);
    painter->setFont(font);
    painter->setPen(theme_->color(ColorRole::muted_text));
    const Qt::Alignment align = QStyle::visualAlignment(option.direction, Qt::AlignLeading | Qt::AlignVCenter);
    painter->drawText(area, static_cast<int>(align) | Qt::TextSingleLine, heading);
}

/// A title is elided at its own end: at the left if it is written from right to left.
void ChatListDelegate::paintTitle(QPainter* painter, const QStyleOptionViewItem& option, const QRect& area,
                                  const QModelIndex& index) const {
    QFont font = theme_->font(TextStyle::small);
    if (index.data(ChatListModel::unread_role).toBool()) {
        font.setWeight(QFont::DemiBold);
    }
    font.setItalic(index.data(ChatListModel::temporary_role).toBool());
    const QString text = index.data().toString();
    painter->setFont(font);
    painter->setPen(theme_->color(ColorRole::text));
    painter->setLayoutDirection(text.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    // The side stays that of the list, whichever way the text runs.
    const Qt::Alignment side = option.direction == Qt::LeftToRight ? Qt::AlignLeft : Qt::AlignRight;
    painter->drawText(area, static_cast<int>(side | Qt::AlignAbsolute | Qt::AlignVCenter) | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(text, Qt::ElideRight, area.width()));
}

int ChatListDelegate::paintMarks(QPainter* painter, const QStyleOptionViewItem& option, const QRect& area,
                                 const QModelIndex& index) const {
    const int side = metrics::kIcon * theme_->zoomPercent() / 100;
    int room = 0;
    const auto next = [&] {
        const int x = option.direction == Qt::LeftToRight ? area.right() + 1 - room - side : area.left() + room;
        room += side + metrics::kTightSpace;
        return QRectF(x, area.center().y() - side / 2.0 + 0.5, side, side);
    };
    if (index.data(ChatListModel::temporary_role).toBool()) {
        paintIcon(*painter, next(), Icon::not_kept, theme_->color(ColorRole::muted_text));
    }
    if (index.data(ChatListModel::parked_role).toBool()) {
        paintIcon(*painter, next(), Icon::parked, theme_->color(ColorRole::muted_text));
    }
    if (index.data(ChatListModel::writing_role).toBool()) {
        paintIcon(*painter, next(), Icon::writing, theme_->color(ColorRole::accent));
    }
    if (index.data(ChatListModel::unread_role).toBool()) {
        paintIcon(*painter, next(), Icon::unread, theme_->color(ColorRole::accent));
    }
    return room == 0 ? 0 : room + metrics::kTightSpace;
}

QSize ChatListDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const {
    const int line = QFontMetrics(theme_->font(TextStyle::small)).height();
    const bool heading = !index.data(ChatListModel::heading_role).toString().isEmpty();
    const int above = heading ? headingHeight(*theme_) : 0;
    return {0, above + std::max(line + 16, metrics::kSmallestTarget) + 2 * kRowGap};
}

QWidget* ChatListDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                        const QModelIndex& /*index*/) const {
    auto* const editor = new QLineEdit(parent);
    editor->setObjectName(QStringLiteral("chatTitleEdit"));
    editor->setAccessibleName(tr("Title of the chat"));
    editor->setFont(theme_->font(TextStyle::small));
    editor->setPalette(theme_->palette());
    return editor;
}

void ChatListDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex& index) const {
    editor->setGeometry(plateOf(option, index));
}

}  // namespace strata::ui
