#include "ui/style/choice_box.h"

#include <algorithm>

#include <QPainter>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kRing = 2;  ///< room for the focus ring
constexpr double kPen = 2;

enum class Shape { square, round };

/// Side of the box, in step with the text.
int sideOf(const Theme& theme) {
    return metrics::kIcon * theme.zoomPercent() / 100;
}

QSize sizeOf(const QAbstractButton& button, const Theme& theme) {
    const QFontMetrics text(theme.font(TextStyle::body));
    const int width = kRing + sideOf(theme) + metrics::kSpace + text.horizontalAdvance(button.text()) + 2 * kRing;
    return {width, std::max({metrics::kSmallestTarget, text.height() + 2 * kRing, sideOf(theme) + 2 * kRing})};
}

void paintBox(QPainter& painter, const QRectF& box, Shape shape, bool checked, bool enabled, const Theme& theme) {
    const QColor edge = theme.color(checked && enabled ? ColorRole::accent : ColorRole::control_border);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(theme.color(ColorRole::surface));
    if (shape == Shape::round) {
        painter.drawEllipse(box);
        if (checked) {
            const double inset = box.width() / 4;
            painter.setPen(Qt::NoPen);
            painter.setBrush(edge);
            painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset));
        }
        return;
    }
    painter.setBrush(checked ? edge : theme.color(ColorRole::surface));
    painter.drawRoundedRect(box, 3, 3);
    if (checked) {
        const double side = box.width();
        painter.setPen(QPen(theme.color(ColorRole::on_accent), kPen * side / metrics::kIcon, Qt::SolidLine,
                            Qt::RoundCap, Qt::RoundJoin));
        const QPointF tick[] = {{box.left() + side * 0.22, box.top() + side * 0.53},
                                {box.left() + side * 0.42, box.top() + side * 0.73},
                                {box.left() + side * 0.78, box.top() + side * 0.29}};
        painter.drawPolyline(tick, 3);
    }
}

void paintButton(QAbstractButton* button, Shape shape, const Theme& theme) {
    QPainter painter(button);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool left = button->layoutDirection() == Qt::LeftToRight;
    const int side = sideOf(theme);
    const double x = left ? kRing + 0.5 : button->width() - kRing - side - 0.5;
    const double y = (button->height() - side) / 2.0;
    paintBox(painter, QRectF(x, y, side - 1, side - 1), shape, button->isChecked(), button->isEnabled(), theme);
    const int begin = kRing + side + metrics::kSpace;
    const QRect area = left ? QRect(begin, 0, button->width() - begin, button->height())
                            : QRect(0, 0, button->width() - begin, button->height());
    painter.setFont(theme.font(TextStyle::body));
    painter.setPen(theme.color(button->isEnabled() ? ColorRole::text : ColorRole::muted_text));
    painter.drawText(
        area, static_cast<int>(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)) | Qt::TextShowMnemonic,
        button->text());
    if (button->hasFocus()) {
        painter.setPen(QPen(theme.color(ColorRole::focus_ring), kPen));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(button->rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

/// What both kinds have from their theme.
void follow(QAbstractButton* button, const Theme* theme) {
    button->setCursor(Qt::PointingHandCursor);
    QObject::connect(theme, &Theme::changed, button, [button] {
        button->updateGeometry();
        button->update();
    });
}

}  // namespace

CheckBox::CheckBox(const Theme* theme, const QString& text, QWidget* parent) : QCheckBox(text, parent), theme_(theme) {
    follow(this, theme);
}

QSize CheckBox::sizeHint() const {
    return sizeOf(*this, *theme_);
}

void CheckBox::paintEvent(QPaintEvent* /*event*/) {
    paintButton(this, Shape::square, *theme_);
}

RadioBox::RadioBox(const Theme* theme, const QString& text, QWidget* parent)
    : QRadioButton(text, parent), theme_(theme) {
    follow(this, theme);
}

QSize RadioBox::sizeHint() const {
    return sizeOf(*this, *theme_);
}

void RadioBox::paintEvent(QPaintEvent* /*event*/) {
    paintButton(this, Shape::round, *theme_);
}

}  // namespace strata::ui
