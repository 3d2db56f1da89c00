#include "ui/main_window/header_bar.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>

#include "ui/main_window/meter_strip.h"
#include "ui/style/button.h"
#include "ui/style/icons.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kLogo = 36;

}  // namespace

HeaderBar::HeaderBar(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      grid_(new QGridLayout(this)),
      title_(new QHBoxLayout),
      model_(new ElidingLabel(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      badge_(new Badge(theme, tr("Tiny practice model – built in, for trying out"), this)),
      meters_(new MeterStrip(theme, this)),
      list_(new Button(theme, ButtonKind::quiet, tr("Chats"), Icon::side, this)),
      more_(new Button(theme, ButtonKind::outlined, tr("More"), Icon::more, this)) {
    model_->setObjectName(QStringLiteral("modelLabel"));
    model_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    badge_->setObjectName(QStringLiteral("modelBadge"));
    badge_->hide();
    list_->setObjectName(QStringLiteral("chatListButton"));
    list_->setIconOnly();
    list_->setToolTip(tr("List of chats (Ctrl+B)"));
    more_->setObjectName(QStringLiteral("moreButton"));
    more_->setAccessibleName(more_->text());

    title_->setSpacing(metrics::kSpace + 2);
    title_->addWidget(model_);
    title_->addWidget(badge_);
    title_->addStretch();
    grid_->setContentsMargins(metrics::kSpace, 9, metrics::kWideSpace, 10);
    grid_->setHorizontalSpacing(metrics::kWideSpace);
    grid_->setVerticalSpacing(3);
    grid_->setColumnMinimumWidth(1, kLogo + metrics::kWideSpace);
    grid_->setColumnStretch(2, 1);
    grid_->addWidget(list_, 0, 0, 2, 1);
    grid_->addLayout(title_, 0, 2);
    grid_->addWidget(meters_, 1, 2);
    grid_->addWidget(more_, 0, 3, 2, 1);

    connect(list_, &QAbstractButton::clicked, this, &HeaderBar::chatListToggled);
    connect(theme, &Theme::changed, this, [this] {
        arrange();
        update();
    });
}

void HeaderBar::showModel(const QString& name, bool built_in) {
    model_->setText(name.isEmpty() ? tr("No model") : name);
    model_->setAccessibleName(tr("Model: %1").arg(model_->text()));
    badge_->setVisible(built_in);
    arrange();
}

void HeaderBar::showRemote(const QString& host, bool readable) {
    if (host.isEmpty()) {
        badge_->setText(tr("Tiny practice model – built in, for trying out"));
        return;
    }
    badge_->setText(readable ? tr("Answers come from %1, without encryption").arg(host)
                             : tr("Answers come from %1").arg(host));
    badge_->show();
    arrange();
}

/// Puts the badge beside the name, or below it where there is no room: it must be readable as a whole.
void HeaderBar::arrange() {
    badge_->setWordWrap(false);
    const int before = grid_->contentsMargins().left() + list_->sizeHint().width() + kLogo + 2 * metrics::kWideSpace;
    const int below = width() - before - grid_->contentsMargins().right();
    const int beside =
        below - more_->sizeHint().width() - metrics::kWideSpace - model_->sizeHint().width() - title_->spacing();
    const int needed = badge_->sizeHint().width();
    if (needed <= beside && title_->indexOf(badge_) < 0) {
        grid_->removeWidget(badge_);
        title_->insertWidget(1, badge_);
    } else if (needed > beside && grid_->indexOf(badge_) < 0) {
        title_->removeWidget(badge_);
        grid_->addWidget(badge_, 2, 2, 1, 2);
    }
    badge_->setWordWrap(needed > beside && needed > below);
    QSizePolicy policy = badge_->sizePolicy();
    policy.setHorizontalPolicy(badge_->wordWrap() ? QSizePolicy::Expanding : QSizePolicy::Maximum);
    badge_->setSizePolicy(policy);
}

void HeaderBar::showListShown(bool shown) {
    list_->setAccessibleDescription(shown ? tr("Shown") : tr("Hidden"));
}

void HeaderBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void HeaderBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_->color(ColorRole::surface));
    painter.fillRect(0, height() - 1, width(), 1, theme_->color(ColorRole::border));
    const double start = list_->geometry().right() + 1 + metrics::kWideSpace;
    const double left = layoutDirection() == Qt::LeftToRight ? start : list_->x() - metrics::kWideSpace - kLogo;
    paintLogo(painter, QRectF(left, list_->geometry().center().y() + 1 - kLogo / 2.0, kLogo, kLogo),
              theme_->color(ColorRole::accent));
}

}  // namespace strata::ui
