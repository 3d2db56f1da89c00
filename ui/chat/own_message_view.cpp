#include "ui/chat/own_message_view.h"

#include <algorithm>

#include <utility>

#include <QApplication>
#include <QPainter>
#include <QPlainTextEdit>

#include "ui/attachments/picture_strip.h"
#include "ui/chat/message_editor.h"
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
    : MessageView(theme, parent),
      text_(new TextColumn(theme, TextParts::Markup::none, this)),
      strip_(pictures == nullptr ? nullptr : new PictureStrip(theme, pictures, this)) {
    if (strip_ != nullptr) {
        connect(strip_, &PictureStrip::openWanted, this, &OwnMessageView::pictureActivated);
    }
    text_->setTextName(QStringLiteral("ownText"), tr("Your message"));
    watch(text_);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OwnMessageView::showMessage(const Message& message, bool is_last) {
    if (message.id != id_) {
        stopEditing();
        id_ = message.id;
    }
    source_ = message.text;
    MessageView::showMessage(message, is_last);
    setAccessibleName(spokenMessage(message));
    text_->show(message.text, true);
    has_text_ = !message.text.isEmpty() || message.pictures.empty();
    text_->setVisible(has_text_ && editor_ == nullptr);
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

void OwnMessageView::startEditing() {
    if (editor_ == nullptr) {
        editor_ = new MessageEditor(theme(), source_, this);
        connect(editor_, &MessageEditor::heightChanged, this, &MessageView::heightChanged);
        // Queued: what it tells of ends it.
        connect(editor_, &MessageEditor::cancelled, this, &OwnMessageView::stopEditing, Qt::QueuedConnection);
        connect(editor_, &MessageEditor::sendWanted, this, &MessageView::editWanted, Qt::QueuedConnection);
        editor_->show();
        text_->hide();
        update();
        Q_EMIT tabStopsChanged();
        Q_EMIT heightChanged();
    }
    editor_->edit()->setFocus(Qt::OtherFocusReason);
}

void OwnMessageView::stopEditing() {
    if (editor_ == nullptr) {
        return;
    }
    const bool had_focus = editor_->isAncestorOf(QApplication::focusWidget());
    delete std::exchange(editor_, nullptr);
    text_->setVisible(has_text_);
    if (had_focus && !tabStops().isEmpty()) {
        tabStops().first()->setFocus(Qt::OtherFocusReason);
    }
    update();
    Q_EMIT tabStopsChanged();
    Q_EMIT heightChanged();
}

void OwnMessageView::rest() {
    stopEditing();
    MessageView::rest();
}

int OwnMessageView::layOut(int width, int top, int bottom) {
    const int above = layOutPictures(width);
    if (editor_ != nullptr) {
        const int editor_height = editor_->heightFor(width);
        editor_->setGeometry(0, above, width, editor_height);
        return above + editor_height + footSize().height();
    }
    if (!has_text_) {
        placeFoot({0, above, width, footSize().height()});
        return above + footSize().height();
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
    const int bubble_bottom = text_top + height + kBubbleBottom;
    placeFoot({0, bubble_bottom, width, footSize().height()});
    return bubble_bottom + footSize().height();
}

QList<QWidget*> OwnMessageView::tabStops() const {
    QList<QWidget*> stops = strip_ == nullptr ? QList<QWidget*>() : strip_->tabStops();
    if (editor_ != nullptr) {
        stops.append(editor_->tabStops());
    } else if (has_text_) {
        stops.append(text_->tabStops());
    }
    stops.append(footStops());
    return stops;
}

void OwnMessageView::paintEvent(QPaintEvent* /*event*/) {
    if (editor_ != nullptr || !has_text_) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme()->color(ColorRole::own_message));
    const QRect bubble = text_->geometry().adjusted(-kBubblePadding, -kBubbleTop, kBubblePadding, kBubbleBottom);
    painter.drawRoundedRect(bubble, metrics::kBubbleRadius, metrics::kBubbleRadius);
}

}  // namespace strata::ui
