#include "ui/chat/own_message_view.h"

#include <algorithm>

#include <QPainter>

#include "ui/chat/turn_text.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/text/text_column.h"

namespace strata::ui {
namespace {

constexpr int kBubblePadding = 14;
constexpr int kBubbleTop = 10;
constexpr int kBubbleBottom = 7;        // the last line brings some room of its own
constexpr double kWidestBubble = 0.82;  ///< of the column

}  // namespace

OwnMessageView::OwnMessageView(const Theme* theme, QWidget* parent)
    : MessageView(parent), theme_(theme), text_(new TextColumn(theme, TextParts::Markup::none, this)) {
    text_->setTextName(QStringLiteral("ownText"), tr("Your message"));
    watch(text_);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OwnMessageView::showMessage(const Message& message, bool /*is_last*/) {
    setAccessibleName(spokenMessage(message));
    text_->show(message.text, true);
}

int OwnMessageView::layOut(int width, int top, int bottom) {
    const int widest = std::max(static_cast<int>(width * kWidestBubble) - 2 * kBubblePadding, 1);
    const int text_width = text_->neededWidth(widest);
    const int height = text_->layOut(text_width, top - kBubbleTop, bottom - kBubbleTop);
    const int left = layoutDirection() == Qt::LeftToRight ? width - kBubblePadding - text_width : kBubblePadding;
    const QRect area(left, kBubbleTop, text_width, height);
    if (area != text_->geometry()) {
        text_->setGeometry(area);
        update();
    }
    return height + kBubbleTop + kBubbleBottom;
}

QList<QWidget*> OwnMessageView::tabStops() const {
    return text_->tabStops();
}

void OwnMessageView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::own_message));
    const QRect bubble = text_->geometry().adjusted(-kBubblePadding, -kBubbleTop, kBubblePadding, kBubbleBottom);
    painter.drawRoundedRect(bubble, metrics::kBubbleRadius, metrics::kBubbleRadius);
}

}  // namespace strata::ui
