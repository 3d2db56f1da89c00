#include "ui/chat/search_results.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QPainter>
#include <QTextLayout>

#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kPadding = 10;
constexpr int kRowGap = 1;

QRect plateOf(const QStyleOptionViewItem& option) {
    return option.rect.adjusted(metrics::kSpace, kRowGap, -metrics::kSpace, -kRowGap);
}

}  // namespace

int SearchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(hits_.size());
}

QVariant SearchModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const app::SearchHit& hit = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return hit.snippet;
        case Qt::AccessibleTextRole:
            return hit.message == 0 ? tr("Chat %1").arg(hit.title) : tr("In %1: %2").arg(hit.title, hit.snippet);
        default:
            return {};
    }
}

void SearchModel::showAll(std::vector<app::SearchHit> hits) {
    beginResetModel();
    hits_ = std::move(hits);
    endResetModel();
}

SearchDelegate::SearchDelegate(const Theme* theme, const SearchModel* found, QObject* parent)
    : QStyledItemDelegate(parent), theme_(theme), found_(found) {}

void SearchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect plate = plateOf(option);
    if ((option.state & (QStyle::State_MouseOver | QStyle::State_Selected)) != 0) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme_->color(ColorRole::hover));
        painter->drawRoundedRect(plate, metrics::kRadius, metrics::kRadius);
    }
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setPen(QPen(theme_->color(ColorRole::focus_ring), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(plate).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
    }
    const app::SearchHit& hit = found_->at(index.row());
    const QRectF inner = QRectF(plate).adjusted(kPadding, metrics::kTightSpace, -kPadding, -metrics::kTightSpace);
    const double line = inner.height() / 2;
    const QRectF upper(inner.left(), inner.top(), inner.width(), line);
    const bool title = hit.message == 0;
    paintLine(painter, title ? inner : upper, hit.title, theme_->color(ColorRole::text),
              title ? hit.marks : std::vector<app::SearchHit::Mark>());
    if (!title) {
        paintLine(painter, upper.translated(0, line), hit.snippet, theme_->color(ColorRole::muted_text), hit.marks);
    }
    painter->restore();
}

void SearchDelegate::paintLine(QPainter* painter, const QRectF& area, const QString& text, const QColor& ink,
                               const std::vector<app::SearchHit::Mark>& marks) const {
    const QFont font = theme_->font(TextStyle::small);
    QFont widest = font;
    widest.setBold(!marks.empty());
    QTextLayout layout(QFontMetrics(widest).elidedText(text, Qt::ElideRight, static_cast<int>(area.width())), font);
    // The side stays that of the list, whichever way the text runs.
    QTextOption option((painter->layoutDirection() == Qt::LeftToRight ? Qt::AlignLeft : Qt::AlignRight) |
                       Qt::AlignAbsolute);
    option.setTextDirection(text.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    QList<QTextLayout::FormatRange> formats;
    for (const app::SearchHit::Mark& mark : marks) {
        QTextCharFormat format;  // not by colour alone
        format.setFontWeight(QFont::Bold);
        format.setFontUnderline(true);
        format.setForeground(theme_->color(ColorRole::text));
        formats.append({mark.start, mark.length, format});
    }
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(area.width());
    layout.endLayout();
    painter->setPen(ink);
    layout.draw(painter, QPointF(area.left(), area.center().y() - line.height() / 2));
}

QSize SearchDelegate::sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const {
    const int line = QFontMetrics(theme_->font(TextStyle::small)).height();
    return {0, 2 * line + 2 * metrics::kTightSpace + 2 * kRowGap + 4};
}

SearchResults::SearchResults(const Theme* theme, SearchModel* found, QWidget* parent)
    : QListView(parent), theme_(theme), found_(found) {
    setObjectName(QStringLiteral("searchResults"));
    setAccessibleName(tr("Found places"));
    setModel(found);
    setItemDelegate(new SearchDelegate(theme, found, this));
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBar(new SlimScrollBar(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setUniformItemSizes(true);
    setMouseTracking(true);
    connect(this, &QAbstractItemView::clicked, this, &SearchResults::choose);
    connect(theme, &Theme::changed, this, &SearchResults::restyle);
    restyle();
}

void SearchResults::restyle() {
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, theme_->color(ColorRole::surface));
    setPalette(colors);
    scheduleDelayedItemsLayout();
    viewport()->update();
}

void SearchResults::choose(const QModelIndex& index) {
    if (index.isValid()) {
        const app::SearchHit& hit = found_->at(index.row());
        const QString text = hit.marks.empty() ? QString() : hit.snippet.mid(hit.marks[0].start, hit.marks[0].length);
        Q_EMIT placeChosen(ConversationId(hit.chat), hit.message, text);
    }
}

void SearchResults::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        choose(currentIndex());
    } else {
        QListView::keyPressEvent(event);
    }
}

}  // namespace strata::ui
