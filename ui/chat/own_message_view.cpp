#include "ui/chat/own_message_view.h"

#include <algorithm>

#include <QPainter>

#include "ui/attachments/picture_strip.h"
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

OwnMessageView::OwnMessageView(const Theme* theme, PictureLoader* pictures, QWidget* parent)
    : MessageView(parent),
      theme_(theme),
      text_(new TextColumn(theme, TextParts::Markup::none, this)),
      strip_(pictures == nullptr ? nullptr : new PictureStrip(theme, pictures, this)) {
    if (strip_ != nullptr) {
        connect(strip_, &PictureStrip::openWanted, this, &OwnMessageView::pictureActivated);
    }
    text_->setTextName(QStringLiteral("ownText"), tr("Your message"));
    watch(text_);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OwnMessageView::showMessage(const Message& message, bool /*is_last*/) {
    setAccessibleName(spokenMessage(message));
    text_->show(message.text, true);
    has_text_ = !message.text.isEmpty() || message.pictures.empty();
    text_->setVisible(has_text_);
    if (strip_ != nullptr) {
        strip_->showPictures(message.pictures);
        strip_->setVisible(!strip_->isEmpty());
        Q_EMIT tabStopsChanged();
    }
}

int OwnMessageView::layOutPictures(int width) {
    if (strip_ == nullptr || strip_->isEmpty()) {
        return 0;
    }
    const QSize size = strip_->sizeFor(static_cast<int>(width * kWidestBubble));
    const int left = layoutDirection() == Qt::LeftToRight ? width - size.width() : 0;
    strip_->setGeometry(QRect(QPoint(left, 0), size));
    return size.height() + metrics::kSpace;
}

int OwnMessageView::layOut(int width, int top, int bottom) {
    const int above = layOutPictures(width);
    if (!has_text_) {
        return above - metrics::kSpace;
    }
    const int widest = std::max(static_cast<int>(width * kWidestBubble) - 2 * kBubblePadding, 1);
    const int text_width = text_->neededWidth(widest);
    const int text_top = above + kBubbleTop;
    const int height = text_->layOut(text_width, top - text_top, bottom - text_top);
    const int left = layoutDirection() == Qt::LeftToRight ? width - kBubblePadding - text_width : kBubblePadding;
    const QRect area(left, text_top, text_width, height);
    if (area != text_->geometry()) {
        text_->setGeometry(area);
        update();
    }
    return text_top + height + kBubbleBottom;
}

QList<QWidget*> OwnMessageView::tabStops() const {
    const QList<QWidget*> pictures = strip_ == nullptr ? QList<QWidget*>() : strip_->tabStops();
    return has_text_ ? pictures + text_->tabStops() : pictures;
}

void OwnMessageView::paintEvent(QPaintEvent* /*event*/) {
    if (!has_text_) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::own_message));
    const QRect bubble = text_->geometry().adjusted(-kBubblePadding, -kBubbleTop, kBubblePadding, kBubbleBottom);
    painter.drawRoundedRect(bubble, metrics::kBubbleRadius, metrics::kBubbleRadius);
}

}  // namespace strata::ui
