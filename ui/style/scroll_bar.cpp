#include "ui/style/scroll_bar.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kWidth = 14;
constexpr int kThumbWidth = 6;

}  // namespace

SlimScrollBar::SlimScrollBar(const Theme* theme, QWidget* parent, Qt::Orientation orientation)
    : QScrollBar(orientation, parent), theme_(theme) {
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize SlimScrollBar::sizeHint() const {
    const QSize usual = QScrollBar::sizeHint();
    return orientation() == Qt::Vertical ? QSize(kWidth, usual.height()) : QSize(usual.width(), kWidth);
}

void SlimScrollBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (orientation() == Qt::Vertical) {
        painter.fillRect(rect(), theme_->color(ColorRole::window));
    }
    if (maximum() <= minimum()) {
        return;
    }
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRectF thumb = style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const bool held = isSliderDown() || underMouse();
    painter.setBrush(theme_->color(held ? ColorRole::muted_text : ColorRole::control_border));
    const bool upright = orientation() == Qt::Vertical;
    const double inset = ((upright ? width() : height()) - kThumbWidth) / 2.0;
    const QMarginsF margins = upright ? QMarginsF(inset, 2, inset, 2) : QMarginsF(2, inset, 2, inset);
    painter.drawRoundedRect(thumb.marginsRemoved(margins), kThumbWidth / 2.0, kThumbWidth / 2.0);
}

void SlimScrollBar::enterEvent(QEnterEvent* event) {
    QScrollBar::enterEvent(event);
    update();
}

void SlimScrollBar::leaveEvent(QEvent* event) {
    QScrollBar::leaveEvent(event);
    update();
}

}  // namespace strata::ui
