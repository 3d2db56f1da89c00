#include "ui/style/usage_bar.h"

#include <algorithm>

#include <QPainter>
#include <QVBoxLayout>

#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kBar = 6;

}  // namespace

UsageBar::UsageBar(const Theme* theme, const QString& what, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      what_(what),
      text_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)) {
    text_->setWordWrap(true);
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, kBar + metrics::kTightSpace);
    rows->addWidget(text_);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void UsageBar::showUsage(const QString& numbers, double share) {
    share_ = std::clamp(share, 0.0, 1.0);
    text_->setText(tr("%1: %2").arg(what_, numbers));
    setAccessibleName(text_->text());
    update();
}

void UsageBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF all(0.5, height() - kBar - 0.5, width() - 1, kBar);
    painter.setPen(theme_->color(ColorRole::control_border));
    painter.setBrush(theme_->color(ColorRole::surface));
    painter.drawRoundedRect(all, kBar / 2.0, kBar / 2.0);
    if (share_ > 0) {
        const double used = std::max(all.width() * share_, static_cast<double>(kBar));
        const double left = layoutDirection() == Qt::LeftToRight ? all.left() : all.right() - used;
        painter.setBrush(theme_->color(ColorRole::accent));
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(QRectF(left, all.top(), used, all.height()), kBar / 2.0, kBar / 2.0);
    }
}

}  // namespace strata::ui
