#include "ui/chat/thinking_fold.h"

#include <QPainter>
#include <QVBoxLayout>

#include "ui/style/button.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/text/text_view.h"

namespace strata::ui {
namespace {

constexpr int kBarWidth = 3;
constexpr int kTextIndent = 16;

}  // namespace

ThinkingFold::ThinkingFold(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      rows_(new QVBoxLayout(this)),
      button_(new Button(theme, ButtonKind::fold, QString(), Icon::chevron_right, this)),
      text_(theme) {
    button_->setObjectName(QStringLiteral("thinkingFoldButton"));
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(0);
    rows_->addWidget(button_, 0, Qt::AlignLeading);
    connect(button_, &QAbstractButton::clicked, this, [this] {
        setOpen(!open_);
        Q_EMIT toggled(open_);
    });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

ThinkingFold::~ThinkingFold() {
    delete view_;
}  // before the text that it shows

void ThinkingFold::showThinking(const QString& line, const QString& reasoning, bool complete) {
    if (button_->text() != line) {
        button_->setText(line);
        button_->setAccessibleName(line);
        button_->updateGeometry();
    }
    reasoning_ = reasoning;
    complete_ = complete;
    if (open_) {
        text_.show(reasoning_, complete_);
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
        text_.show(reasoning_, complete_);
        if (view_ == nullptr) {
            makeText();
        }
    }
    view_->setVisible(open);
    updateGeometry();
    update();
}

void ThinkingFold::makeText() {
    view_ = new TextView(theme_, this);
    view_->setMuted(true);
    view_->setAccessibleName(tr("Thinking"));
    view_->follow(text_);
    auto* const indented = new QHBoxLayout;
    indented->setContentsMargins(kTextIndent, metrics::kTightSpace, 0, metrics::kSpace);
    indented->addWidget(view_);
    rows_->addLayout(indented);
    Q_EMIT textViewMade(view_);
}

void ThinkingFold::paintEvent(QPaintEvent* /*event*/) {
    if (!open_ || view_ == nullptr) {
        return;
    }
    QPainter painter(this);
    const QRect text = view_->geometry();
    const int x = layoutDirection() == Qt::LeftToRight ? text.left() - kTextIndent + 2
                                                       : text.right() + kTextIndent - 2 - kBarWidth;
    painter.fillRect(x, text.top(), kBarWidth, text.height(), theme_->color(ColorRole::border));
}

}  // namespace strata::ui
