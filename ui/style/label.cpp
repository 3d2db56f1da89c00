#include "ui/style/label.h"

#include <QPainter>

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

Badge::Badge(const Theme* theme, const QString& text, QWidget* parent)
    : Label(theme, TextStyle::small, ColorRole::on_badge, text, parent), theme_(theme) {
    setContentsMargins(9, 2, 9, 3);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Badge::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::badge));
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.end();
    Label::paintEvent(event);
}

}  // namespace strata::ui
