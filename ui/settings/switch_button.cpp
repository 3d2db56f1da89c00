#include "ui/settings/switch_button.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kRing = 3;         ///< room for the focus ring
constexpr double kLength = 1.8;  ///< of the track, in heights

}  // namespace

SwitchButton::SwitchButton(const Theme* theme, QWidget* parent) : QAbstractButton(parent), theme_(theme) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize SwitchButton::sizeHint() const {
    const int height = metrics::kSmallestTarget * theme_->zoomPercent() / 100;
    return {static_cast<int>((height - 2 * kRing) * kLength) + 2 * kRing, height};
}

void SwitchButton::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF track = QRectF(rect()).adjusted(kRing + 0.5, kRing + 0.5, -kRing - 0.5, -kRing - 0.5);
    const double side = track.height();
    const bool on = isChecked();
    painter.setPen(theme_->color(on ? ColorRole::accent : ColorRole::control_border));
    painter.setBrush(theme_->color(on ? ColorRole::accent : ColorRole::surface));
    painter.drawRoundedRect(track, side / 2, side / 2);
    const bool at_right = on == (layoutDirection() == Qt::LeftToRight);
    const QRectF knob =
        QRectF(at_right ? track.right() - side : track.left(), track.top(), side, side).adjusted(3, 3, -3, -3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(on ? ColorRole::on_accent : ColorRole::control_border));
    painter.drawEllipse(knob);
    if (on) {  // not by colour alone
        painter.setPen(QPen(theme_->color(ColorRole::on_accent), 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const double left = at_right ? track.left() + side * 0.3 : track.right() - side * 0.8;
        const double middle = track.center().y();
        const QPointF tick[] = {
            {left, middle}, {left + side * 0.17, middle + side * 0.17}, {left + side * 0.5, middle - side * 0.2}};
        painter.drawPolyline(tick, 3);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_->color(ColorRole::focus_ring), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), side / 2 + 2, side / 2 + 2);
    }
}

void SwitchButton::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

}  // namespace strata::ui
