#include "ui/chat/own_message_view.h"

#include <algorithm>

#include <utility>

#include <QApplication>
#include <QPainter>
#include <QPlainTextEdit>

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

OwnMessageView::OwnMessageView(const Theme* theme, QWidget* parent)
    : MessageView(theme, parent), text_(new TextColumn(theme, TextParts::Markup::none, this)) {
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
    text_->setVisible(true);
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
    if (editor_ != nullptr) {
        const int editor_height = editor_->heightFor(width);
        editor_->setGeometry(0, 0, width, editor_height);
        return editor_height + footSize().height();
    }
    const int widest = std::max(static_cast<int>(width * kWidestBubble) - 2 * kBubblePadding, 1);
    const int text_width = text_->neededWidth(widest);
    const int height = text_->layOut(text_width, top - kBubbleTop, bottom - kBubbleTop);
    const int left = layoutDirection() == Qt::LeftToRight ? width - kBubblePadding - text_width : kBubblePadding;
    const QRect area(left, kBubbleTop, text_width, height);
    if (area != text_->geometry()) {
        text_->setGeometry(area);
        update();
    }
    const int bubble_height = height + kBubbleTop + kBubbleBottom;
    placeFoot({0, bubble_height, width, footSize().height()});
    return bubble_height + footSize().height();
}

QList<QWidget*> OwnMessageView::tabStops() const {
    QList<QWidget*> stops = editor_ != nullptr ? editor_->tabStops() : text_->tabStops();
    stops.append(footStops());
    return stops;
}

void OwnMessageView::paintEvent(QPaintEvent* /*event*/) {
    if (editor_ != nullptr) {
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
