#include "ui/chat/problem_bubble.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>

#include "ui/style/button.h"
#include "ui/style/icons.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kPadding = 14;

}  // namespace

ProblemBubble::ProblemBubble(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      text_(new Label(theme, TextStyle::body, ColorRole::on_error, QString(), this)),
      remedy_(new Button(theme, ButtonKind::outlined, tr("Try again"), Icon::again, this)),
      copy_(new Button(theme, ButtonKind::quiet, tr("Copy details"), Icon::none, this)),
      buttons_(new QBoxLayout(QBoxLayout::LeftToRight)) {
    setObjectName(QStringLiteral("problemBubble"));
    text_->setWordWrap(true);
    text_->setObjectName(QStringLiteral("problemText"));
    remedy_->setObjectName(QStringLiteral("tryAgainButton"));

    buttons_->setSpacing(metrics::kSpace);
    buttons_->addWidget(remedy_);
    buttons_->addWidget(copy_);
    buttons_->addStretch();
    auto* const rows = new QVBoxLayout(this);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(text_);
    rows->addLayout(buttons_);

    connect(remedy_, &QAbstractButton::clicked, this, [this] { Q_EMIT remedyWanted(problem_.remedy); });
    connect(copy_, &QAbstractButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(problem_.details); });
    connect(theme, &Theme::changed, this, &ProblemBubble::restyle);
    restyle();
}

int ProblemBubble::iconSide() const {
    return metrics::kIcon * theme_->zoomPercent() / 100;
}

void ProblemBubble::restyle() {
    layout()->setContentsMargins(
        marginsAlong(this, kPadding + iconSide() + metrics::kSpace, kPadding, kPadding, kPadding - 4));
    update();
}

/// The buttons stand beside each other where they have room.
void ProblemBubble::arrange(int width) const {
    const QMargins margins = layout()->contentsMargins();
    const int needed = remedy_->sizeHint().width() + buttons_->spacing() + copy_->sizeHint().width();
    buttons_->setDirection(needed <= width - margins.left() - margins.right() ? QBoxLayout::LeftToRight
                                                                              : QBoxLayout::TopToBottom);
}

int ProblemBubble::heightForWidth(int width) const {
    arrange(width);
    return QFrame::heightForWidth(width);
}

void ProblemBubble::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange(width());
}

void ProblemBubble::showProblem(const Problem& problem) {
    problem_ = problem;
    text_->setText(problem.text);
    setAccessibleName(problem.text);
    switch (problem.remedy) {
        case Remedy::try_again:
            remedy_->setText(tr("Try again"));
            break;
        case Remedy::new_chat:
            remedy_->setText(tr("New chat"));
            break;
        case Remedy::without_pictures:
            remedy_->setText(tr("Answer without pictures"));
            break;
    }
    remedy_->setPictogram(problem.remedy == Remedy::new_chat ? Icon::plus : Icon::again);
    remedy_->setAccessibleName(remedy_->text());
}

void ProblemBubble::setRemedyOffered(bool offered) {
    remedy_->setVisible(offered);
}

QList<QWidget*> ProblemBubble::tabStops() const {
    return {remedy_, copy_};
}

void ProblemBubble::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme_->color(ColorRole::error_border));
    painter.setBrush(theme_->color(ColorRole::error));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
    const int side = iconSide();
    const double top = text_->y() + (text_->fontMetrics().height() - side) / 2.0;
    const double left = layoutDirection() == Qt::LeftToRight ? kPadding : width() - kPadding - side;
    paintIcon(painter, QRectF(left, top, side, side), Icon::warning, theme_->color(ColorRole::on_error));
}

}  // namespace strata::ui
