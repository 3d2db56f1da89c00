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

QString remedyText(Remedy remedy) {
    switch (remedy) {
        case Remedy::continue_answer:
            return ProblemBubble::tr("Continue");
        case Remedy::new_chat:
            return ProblemBubble::tr("New chat");
        case Remedy::without_pictures:
            return ProblemBubble::tr("Answer without pictures");
        case Remedy::shorten:
            return ProblemBubble::tr("Shorten the chat…");
        case Remedy::new_summary:
            return ProblemBubble::tr("New chat with a summary");
        case Remedy::more_memory:
            return ProblemBubble::tr("More memory…");
        case Remedy::settings:
            return ProblemBubble::tr("Settings of the model…");
        case Remedy::restart:
            return ProblemBubble::tr("Restart Strata");
        case Remedy::try_again:
            break;
    }
    return ProblemBubble::tr("Try again");
}

QString remedyName(Remedy remedy) {
    switch (remedy) {
        case Remedy::continue_answer:
            return QStringLiteral("continueRemedyButton");
        case Remedy::new_chat:
            return QStringLiteral("newChatRemedyButton");
        case Remedy::without_pictures:
            return QStringLiteral("withoutPicturesButton");
        case Remedy::shorten:
            return QStringLiteral("shortenRemedyButton");
        case Remedy::new_summary:
            return QStringLiteral("summaryRemedyButton");
        case Remedy::more_memory:
            return QStringLiteral("moreMemoryButton");
        case Remedy::settings:
            return QStringLiteral("modelSettingsRemedyButton");
        case Remedy::restart:
            return QStringLiteral("restartRemedyButton");
        case Remedy::try_again:
            break;
    }
    return QStringLiteral("tryAgainButton");
}

Icon remedyIcon(Remedy remedy) {
    switch (remedy) {
        case Remedy::continue_answer:
            return Icon::arrow_right;
        case Remedy::new_chat:
        case Remedy::new_summary:
            return Icon::plus;
        case Remedy::shorten:
        case Remedy::more_memory:
        case Remedy::settings:
        case Remedy::restart:
            return Icon::none;
        case Remedy::try_again:
        case Remedy::without_pictures:
            break;
    }
    return Icon::again;
}

}  // namespace

ProblemBubble::ProblemBubble(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      text_(new Label(theme, TextStyle::body, ColorRole::on_error, QString(), this)),
      copy_(new Button(theme, ButtonKind::quiet, tr("Copy details"), Icon::none, this)),
      buttons_(new QBoxLayout(QBoxLayout::LeftToRight)) {
    setObjectName(QStringLiteral("problemBubble"));
    text_->setWordWrap(true);
    text_->setObjectName(QStringLiteral("problemText"));

    buttons_->setSpacing(metrics::kSpace);
    for (std::size_t i = 0; i < remedies_.size(); ++i) {
        remedies_[i] = new Button(theme, ButtonKind::outlined, tr("Try again"), Icon::again, this);
        buttons_->addWidget(remedies_[i], 0, Qt::AlignLeft);
        connect(remedies_[i], &QAbstractButton::clicked, this, [this, i] {
            if (i < problem_.remedies.size()) {
                Q_EMIT remedyWanted(problem_.remedies[i]);
            }
        });
    }
    buttons_->addWidget(copy_, 0, Qt::AlignLeft);
    buttons_->addStretch();
    auto* const rows = new QVBoxLayout(this);
    rows->setSpacing(metrics::kSpace);
    rows->addWidget(text_);
    rows->addLayout(buttons_);

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
    int needed = 0;
    for (const Button* const button : {remedies_[0], remedies_[1], remedies_[2], copy_}) {
        needed += button->isHidden() ? 0 : button->sizeHint().width() + buttons_->spacing();
    }
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
    for (std::size_t i = 0; i < remedies_.size() && i < problem.remedies.size(); ++i) {
        remedies_[i]->setObjectName(remedyName(problem.remedies[i]));
        remedies_[i]->setText(remedyText(problem.remedies[i]));
        remedies_[i]->setPictogram(remedyIcon(problem.remedies[i]));
        remedies_[i]->setAccessibleName(remedies_[i]->text());
    }
}

void ProblemBubble::setRemedyOffered(bool offered) {
    for (std::size_t i = 0; i < remedies_.size(); ++i) {
        remedies_[i]->setVisible(offered && i < problem_.remedies.size());
    }
}

QList<QWidget*> ProblemBubble::tabStops() const {
    return {remedies_[0], remedies_[1], remedies_[2], copy_};
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
