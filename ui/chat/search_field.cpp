#include "ui/chat/search_field.h"

#include <algorithm>

#include <QPainter>

#include "ui/style/field_frame.h"
#include "ui/style/icons.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {

SearchField::SearchField(const Theme* theme, QWidget* parent) : QLineEdit(parent), theme_(theme) {
    setFrame(false);
    setClearButtonEnabled(true);
    connect(theme, &Theme::changed, this, &SearchField::restyle);
    restyle();
}

void SearchField::restyle() {
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, Qt::transparent);  // the frame brings the surface
    setPalette(colors);
    setFont(theme_->font(TextStyle::small));
    const int icon = metrics::kIcon * theme_->zoomPercent() / 100;
    const int before = metrics::kSpace + icon;
    setTextMargins(marginsAlong(this, before, 0, metrics::kTightSpace, 0));
    setMinimumHeight(std::max(fontMetrics().height() + 2 * metrics::kSpace, metrics::kSmallestTarget));
    update();
}

void SearchField::paintEvent(QPaintEvent* event) {
    paintFieldFrame(this, *theme_);
    {
        QPainter painter(this);
        const int side = metrics::kIcon * theme_->zoomPercent() / 100;
        const int x = layoutDirection() == Qt::LeftToRight ? metrics::kSpace : width() - metrics::kSpace - side;
        paintIcon(painter, QRectF(x, (height() - side) / 2.0, side, side), Icon::search,
                  theme_->color(ColorRole::muted_text));
        if (hasFocus()) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme_->color(ColorRole::focus_ring), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
        }
    }
    QLineEdit::paintEvent(event);
}

}  // namespace strata::ui
