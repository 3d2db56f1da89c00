#include "ui/setup/choice_card.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

/// Side of the dot, in step with the text.
int dotOf(const Theme& theme) {
    return metrics::kIcon * theme.zoomPercent() / 100;
}
constexpr int kFrame = 12;
constexpr int kFocusPen = 2;

}  // namespace

ChoiceCard::ChoiceCard(const Theme* theme, const QString& title, QWidget* parent)
    : QRadioButton(parent),
      theme_(theme),
      lines_(new QVBoxLayout(this)),
      title_(new Label(theme, TextStyle::strong, ColorRole::text, title, this)),
      badge_(new Badge(theme, QString(), this)),
      mark_(new Label(theme, TextStyle::strong, ColorRole::muted_text, QString(), this)) {
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    lines_->setSpacing(metrics::kTightSpace);
    title_->setWordWrap(true);
    mark_->setWordWrap(true);
    auto* const head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(badge_);
    head->addWidget(mark_);
    badge_->hide();
    lines_->addLayout(head);
    all_ = {title_, badge_, mark_};
    for (Label* const label : all_) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
    }
    connect(theme, &Theme::changed, this, &ChoiceCard::restyle);
    restyle();
    connect(this, &QAbstractButton::toggled, this, qOverload<>(&QWidget::update));
}

void ChoiceCard::restyle() {
    lines_->setContentsMargins(marginsAlong(this, kFrame + dotOf(*theme_) + metrics::kSpace, kFrame, kFrame, kFrame));
    update();
}

Label* ChoiceCard::addLine(TextStyle style, ColorRole color, const QString& text) {
    auto* const label = new Label(theme_, style, color, text, this);
    label->setWordWrap(true);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    lines_->addWidget(label);
    all_.append(label);
    return label;
}

void ChoiceCard::setMark(const QString& text, ColorRole color) {
    mark_->setText(text);
    mark_->setColorRole(color);
}

void ChoiceCard::setBadge(const QString& text) {
    badge_->setText(text);
    badge_->setVisible(!text.isEmpty());
}

void ChoiceCard::tellReader() {
    QStringList texts;
    for (const Label* const label : all_) {
        if (!label->text().isEmpty()) {
            texts.append(label->text());
        }
    }
    setAccessibleName(texts.join(QStringLiteral(". ")));
}

QSize ChoiceCard::sizeHint() const {
    return lines_->sizeHint();
}

QSize ChoiceCard::minimumSizeHint() const {
    return lines_->minimumSize();
}

int ChoiceCard::heightForWidth(int width) const {
    return lines_->hasHeightForWidth() ? lines_->heightForWidth(width) : lines_->sizeHint().height();
}

bool ChoiceCard::hitButton(const QPoint& point) const {
    return rect().contains(point);
}

void ChoiceCard::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    const bool chosen = isChecked();
    painter.setPen(QPen(theme_->color(chosen ? ColorRole::accent : ColorRole::control_border), chosen ? 2.0 : 1.0));
    painter.setBrush(theme_->color(underMouse() && isEnabled() ? ColorRole::hover : ColorRole::surface));
    painter.drawRoundedRect(card, metrics::kRadius, metrics::kRadius);
    const int side = dotOf(*theme_);
    const double x = layoutDirection() == Qt::LeftToRight ? kFrame : width() - kFrame - side;
    const QRectF dot(x, title_->geometry().center().y() - side / 2.0, side, side);
    painter.setPen(QPen(theme_->color(chosen ? ColorRole::accent : ColorRole::control_border), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(dot);
    if (chosen) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->color(ColorRole::accent));
        painter.drawEllipse(dot.adjusted(side / 4.0, side / 4.0, -side / 4.0, -side / 4.0));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_->color(ColorRole::focus_ring), kFocusPen));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(card.adjusted(2.5, 2.5, -2.5, -2.5), metrics::kRadius, metrics::kRadius);
    }
}

}  // namespace strata::ui
