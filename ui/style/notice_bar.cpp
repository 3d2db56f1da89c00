#include "ui/style/notice_bar.h"

#include <QHBoxLayout>
#include <QPainter>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

void showButton(Button* button, const QString& action) {
    button->setText(action);
    button->setAccessibleName(action);
    button->setVisible(!action.isEmpty());
    button->updateGeometry();
}

}  // namespace

NoticeBar::NoticeBar(const Theme* theme, QWidget* parent)
    : QFrame(parent),
      theme_(theme),
      text_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      action_(new Button(theme, ButtonKind::outlined, QString(), Icon::none, this)),
      second_(new Button(theme, ButtonKind::quiet, QString(), Icon::none, this)),
      third_(new Button(theme, ButtonKind::quiet, QString(), Icon::none, this)) {
    text_->setWordWrap(true);
    auto* const parts = new QHBoxLayout(this);
    parts->setContentsMargins(14, 5, 6, 5);
    parts->setSpacing(metrics::kSpace);
    parts->addWidget(text_, 1);
    parts->addWidget(third_);
    parts->addWidget(second_);
    parts->addWidget(action_);
    second_->hide();
    third_->hide();
    connect(action_, &QAbstractButton::clicked, this, &NoticeBar::actionPressed);
    connect(second_, &QAbstractButton::clicked, this, &NoticeBar::secondActionPressed);
    connect(third_, &QAbstractButton::clicked, this, &NoticeBar::thirdActionPressed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void NoticeBar::showNotice(Tone tone, const QString& text, const QString& action) {
    tone_ = tone;
    text_->setColorRole(tone == Tone::error ? ColorRole::on_error : ColorRole::text);
    text_->setText(text);
    setAccessibleName(text);
    showButton(action_, action);
    show();
    update();
}

void NoticeBar::setSecondAction(const QString& action) {
    showButton(second_, action);
}

void NoticeBar::setThirdAction(const QString& action) {
    showButton(third_, action);
}

QString NoticeBar::text() const {
    return text_->text();
}

void NoticeBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool error = tone_ == Tone::error;
    painter.setPen(theme_->color(error ? ColorRole::error_border : ColorRole::border));
    painter.setBrush(theme_->color(error ? ColorRole::error : ColorRole::surface));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius + 2, metrics::kRadius + 2);
}

}  // namespace strata::ui
