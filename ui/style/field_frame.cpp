#include "ui/style/field_frame.h"

#include <QPainter>
#include <QWidget>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {

void paintFieldFrame(QWidget* field, const Theme& theme) {
    QPainter painter(field);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(ColorRole::control_border), 1));
    painter.setBrush(theme.color(ColorRole::surface));
    painter.drawRoundedRect(QRectF(field->rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
}

}  // namespace strata::ui
