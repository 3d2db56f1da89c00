#include "ui/setup/step_dots.h"

#include <QPainter>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

/// Of a dot, and of the gap behind it; in step with the text.
int sideOf(const Theme& theme) {
    return metrics::kSpace * theme.zoomPercent() / 100;
}

}  // namespace

StepDots::StepDots(const Theme* theme, int count, QWidget* parent) : QWidget(parent), theme_(theme), count_(count) {
    setObjectName(QStringLiteral("setupDots"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    setStep(0);
}

void StepDots::setStep(int step) {
    step_ = step;
    setAccessibleName(tr("Step %1 of %2").arg(step + 1).arg(count_));
    setToolTip(accessibleName());
    update();
}

QSize StepDots::sizeHint() const {
    const int side = sideOf(*theme_);
    return {(2 * count_ - 1) * side, side + 2 * metrics::kTightSpace};
}

void StepDots::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int side = sideOf(*theme_);
    for (int i = 0; i < count_; ++i) {
        const int place = layoutDirection() == Qt::LeftToRight ? i : count_ - 1 - i;
        const QRectF dot(place * 2 * side + 0.5, (height() - side) / 2.0 + 0.5, side - 1, side - 1);
        const ColorRole edge = i <= step_ ? ColorRole::accent : ColorRole::control_border;
        painter.setPen(QPen(theme_->color(edge), 1.2));
        painter.setBrush(i == step_ ? QBrush(theme_->color(ColorRole::accent)) : QBrush(Qt::NoBrush));
        painter.drawEllipse(dot);
    }
}

}  // namespace strata::ui
