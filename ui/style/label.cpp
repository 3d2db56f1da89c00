#include "ui/style/label.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

#include "ui/style/metrics.h"

namespace strata::ui {

Label::Label(const Theme* theme, TextStyle style, ColorRole color, const QString& text, QWidget* parent)
    : QLabel(text, parent), theme_(theme), style_(style), color_(color) {
    setTextFormat(Qt::PlainText);
    connect(theme, &Theme::changed, this, &Label::restyle);
    restyle();
}

void Label::setColorRole(ColorRole color) {
    if (color != color_) {
        color_ = color;
        restyle();
    }
}

void Label::restyle() {
    setFont(theme_->font(style_));
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::WindowText, theme_->color(color_));
    setPalette(colors);
}

QSize ElidingLabel::minimumSizeHint() const {
    constexpr int kAtLeastCharacters = 6;
    return {fontMetrics().averageCharWidth() * kAtLeastCharacters, Label::minimumSizeHint().height()};
}

bool Label::event(QEvent* event) {
    if (event->type() == QEvent::Polish || event->type() == QEvent::LayoutDirectionChange) {
        followDirection();
    }
    return QLabel::event(event);
}

/// Text stands where the window's direction has its beginning, also if its own letters run the other way: a number or
/// a name in a column of a right-to-left window. Qt would go by the letters.
void Label::followDirection() {
    const bool mirrors = layoutDirection() == Qt::RightToLeft;
    if (mirrors == mirrored_) {
        return;
    }
    mirrored_ = mirrors;
    const Qt::Alignment now = QStyle::visualAlignment(Qt::RightToLeft, alignment() & ~Qt::AlignAbsolute);
    setAlignment(mirrors ? now | Qt::AlignAbsolute : now & ~Qt::AlignAbsolute);
}

void ElidingLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
    painter.drawText(rect(), static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())), shown);
}

void ElidingLabel::resizeEvent(QResizeEvent* event) {
    Label::resizeEvent(event);
    setToolTip(fontMetrics().horizontalAdvance(text()) > width() ? text().toHtmlEscaped() : QString());
}

Badge::Badge(const Theme* theme, const QString& text, QWidget* parent)
    : Label(theme, TextStyle::small, ColorRole::on_badge, text, parent), theme_(theme) {
    setContentsMargins(9, 2, 9, 3);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void Badge::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::badge));
    const double radius = (fontMetrics().height() + 5) / 2.0;  // that of one line, also around two
    painter.drawRoundedRect(rect(), radius, radius);
    painter.end();
    Label::paintEvent(event);
}

}  // namespace strata::ui
