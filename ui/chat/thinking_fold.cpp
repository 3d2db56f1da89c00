#include "ui/chat/thinking_fold.h"

#include <algorithm>

#include <QPainter>

#include "ui/style/button.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/text/text_column.h"

namespace strata::ui {
namespace {

constexpr int kBarWidth = 3;
constexpr int kTextIndent = 16;

}  // namespace

ThinkingFold::ThinkingFold(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      button_(new Button(theme, ButtonKind::fold, QString(), Icon::chevron_right, this)),
      text_(new TextColumn(theme, TextParts::Markup::markdown, this)) {
    button_->setObjectName(QStringLiteral("thinkingFoldButton"));
    button_->setAccessibleDescription(tr("Folded"));
    text_->setTextName(QStringLiteral("thinkingText"), tr("Thinking"));
    text_->setMuted(true);
    text_->hide();
    connect(button_, &QAbstractButton::clicked, this, [this] {
        setOpen(!open_);
        Q_EMIT toggled(open_);
    });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ThinkingFold::showThinking(const QString& line, const QString& reasoning, bool complete) {
    if (button_->text() != line) {
        button_->setText(line);
        button_->setAccessibleName(line);
    }
    reasoning_ = reasoning;
    complete_ = complete;
    if (open_) {
        text_->show(reasoning_, complete_);
    }
}

void ThinkingFold::setOpen(bool open) {
    if (open == open_) {
        return;
    }
    open_ = open;
    button_->setPictogram(open ? Icon::chevron_down : Icon::chevron_right);
    button_->setAccessibleDescription(open ? tr("Unfolded") : tr("Folded"));
    if (open) {
        text_->show(reasoning_, complete_);
    }
    text_->setVisible(open);
    update();
}

int ThinkingFold::layOut(int width, int top, int bottom) {
    const bool right_to_left = layoutDirection() == Qt::RightToLeft;
    const QSize button(std::min(button_->sizeHint().width(), width), button_->sizeHint().height());
    button_->setGeometry(right_to_left ? width - button.width() : 0, 0, button.width(), button.height());
    if (!open_) {
        return button.height();
    }
    const int y = button.height() + metrics::kTightSpace;
    const int text_width = width - kTextIndent;
    const int text_height = text_->layOut(text_width, top - y, bottom - y);
    text_->setGeometry(right_to_left ? 0 : kTextIndent, y, text_width, text_height);
    return y + text_height + metrics::kSpace;
}

void ThinkingFold::paintEvent(QPaintEvent* /*event*/) {
    if (!open_) {
        return;
    }
    QPainter painter(this);
    const QRect text = text_->geometry();
    const int x = layoutDirection() == Qt::LeftToRight ? text.left() - kTextIndent + 2
                                                       : text.right() + kTextIndent - 2 - kBarWidth;
    painter.fillRect(x, text.top(), kBarWidth, text.height(), theme_->color(ColorRole::border));
}

}  // namespace strata::ui
