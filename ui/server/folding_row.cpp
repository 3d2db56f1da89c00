#include "ui/server/folding_row.h"

#include <algorithm>

#include <QBoxLayout>
#include <QFontMetrics>

#include "ui/style/button.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kFewestLetters = 26;  ///< of the part, beside the buttons

}  // namespace

FoldingRow::FoldingRow(const Theme* theme, QWidget* part, QWidget* parent)
    : QWidget(parent),
      part_(part),
      parts_(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      buttons_(new QBoxLayout(QBoxLayout::LeftToRight)) {
    parts_->setContentsMargins(0, 0, 0, 0);
    parts_->setSpacing(metrics::kTightSpace);
    parts_->addWidget(part, 1);
    parts_->addLayout(buttons_);
    buttons_->setSpacing(metrics::kTightSpace);
    buttons_->addStretch();
    connect(theme, &Theme::changed, this, &FoldingRow::arrange);
}

void FoldingRow::addButton(Button* button) {
    button->setAutoDefault(false);
    buttons_->insertWidget(static_cast<int>(all_.size()), button);
    all_.append(button);
    arrange();
}

QSize FoldingRow::minimumSizeHint() const {
    int widest = part_->minimumSizeHint().width();
    for (const Button* const button : all_) {
        widest = std::max(widest, button->minimumSizeHint().width());
    }
    return {widest, QWidget::minimumSizeHint().height()};
}

void FoldingRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void FoldingRow::arrange() {
    int buttons = 0;
    for (const Button* const button : all_) {
        buttons += button->isHidden() ? 0 : button->sizeHint().width() + metrics::kTightSpace;
    }
    const int part = kFewestLetters * QFontMetrics(part_->font()).averageCharWidth();
    parts_->setDirection(part + buttons > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    buttons_->setDirection(buttons > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

}  // namespace strata::ui
