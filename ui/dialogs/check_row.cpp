#include "ui/dialogs/check_row.h"

#include <QGridLayout>
#include <QPainter>

#include "ui/dialogs/check_words.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kBar = 3;

QString shownState(const CacheCheck::Row& row) {
    switch (row.state) {
        case CacheCheck::RowState::waiting:
            return {};
        case CacheCheck::RowState::running:
            return CheckRow::tr("%1 %").arg(static_cast<int>(row.fraction * 100));
        case CacheCheck::RowState::passed:
            return CheckRow::tr("PASS");
        case CacheCheck::RowState::failed:
            return CheckRow::tr("FAIL");
        case CacheCheck::RowState::stopped:
            break;
    }
    return CheckRow::tr("stopped");
}

ColorRole colorOf(CacheCheck::RowState state) {
    switch (state) {
        case CacheCheck::RowState::passed:
            return ColorRole::accent;
        case CacheCheck::RowState::failed:
            return ColorRole::on_error;
        case CacheCheck::RowState::waiting:
        case CacheCheck::RowState::running:
        case CacheCheck::RowState::stopped:
            break;
    }
    return ColorRole::muted_text;
}

}  // namespace

CheckRow::CheckRow(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      name_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      state_(new Label(theme, TextStyle::strong, ColorRole::muted_text, QString(), this)),
      description_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      difference_(new Label(theme, TextStyle::small, ColorRole::on_error, QString(), this)) {
    name_->setObjectName(QStringLiteral("checkName"));
    state_->setObjectName(QStringLiteral("checkState"));
    difference_->setObjectName(QStringLiteral("checkDifference"));
    description_->setWordWrap(true);
    difference_->setWordWrap(true);
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(0, metrics::kTightSpace, 0, metrics::kSpace + kBar);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->addWidget(name_, 0, 0);
    grid->addWidget(state_, 0, 1);
    grid->addWidget(description_, 1, 0, 1, 2);
    grid->addWidget(difference_, 2, 0, 1, 2);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CheckRow::showRow(const CacheCheck::Row& row) {
    const CheckWords words = checkWords(row.name, row.description);
    name_->setText(words.name);
    description_->setText(words.description);
    description_->setVisible(!words.description.isEmpty());
    state_->setText(shownState(row));
    state_->setColorRole(colorOf(row.state));
    difference_->setText(row.difference);
    difference_->setVisible(!row.difference.isEmpty());
    fraction_ = row.fraction;
    running_ = row.state == CacheCheck::RowState::running;
    setAccessibleName(QStringList{words.name, state_->text(), row.difference}.join(QStringLiteral(", ")));
    update();
}

void CheckRow::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const int y = height() - kBar;
    painter.fillRect(0, height() - 1, width(), 1, theme_->color(ColorRole::border));
    if (running_) {
        const int done = static_cast<int>(width() * fraction_);
        const int x = layoutDirection() == Qt::LeftToRight ? 0 : width() - done;
        painter.fillRect(x, y, done, kBar, theme_->color(ColorRole::accent));
    }
}

}  // namespace strata::ui
