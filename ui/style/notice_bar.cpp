#include "ui/style/notice_bar.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr double kWidestButtons = 0.45;  ///< of the bar, behind the text

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
      parts_(new QBoxLayout(QBoxLayout::LeftToRight)),
      buttons_(new QBoxLayout(QBoxLayout::LeftToRight)),
      text_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      action_(new Button(theme, ButtonKind::outlined, QString(), Icon::none, this)),
      second_(new Button(theme, ButtonKind::quiet, QString(), Icon::none, this)),
      third_(new Button(theme, ButtonKind::quiet, QString(), Icon::none, this)),
      details_button_(new Button(theme, ButtonKind::quiet, QString(), Icon::none, this)),
      details_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)) {
    text_->setWordWrap(true);
    details_->setObjectName(QStringLiteral("noticeDetails"));
    details_->setAccessibleName(tr("Details"));
    details_->setWordWrap(true);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    details_button_->setObjectName(QStringLiteral("noticeDetailsButton"));
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(marginsAlong(this, 14, 5, metrics::kSpace, 5));
    rows->setSpacing(metrics::kTightSpace);
    rows->addLayout(parts_);
    rows->addWidget(details_);
    parts_->setSpacing(metrics::kSpace);
    parts_->addWidget(text_, 1);
    parts_->addLayout(buttons_);
    buttons_->setSpacing(metrics::kSpace);
    buttons_->addStretch();
    buttons_->addWidget(details_button_);
    buttons_->addWidget(third_);
    buttons_->addWidget(second_);
    buttons_->addWidget(action_);
    second_->hide();
    third_->hide();
    setDetails(QString());
    connect(details_button_, &QAbstractButton::clicked, this, &NoticeBar::pressDetails);
    connect(action_, &QAbstractButton::clicked, this, &NoticeBar::actionPressed);
    connect(second_, &QAbstractButton::clicked, this, &NoticeBar::secondActionPressed);
    connect(third_, &QAbstractButton::clicked, this, &NoticeBar::thirdActionPressed);
    connect(theme, &Theme::changed, this, [this] {
        arrange();
        update();
    });
    hide();
}

void NoticeBar::showNotice(Tone tone, const QString& text, const QString& action) {
    tone_ = tone;
    text_->setColorRole(tone == Tone::error ? ColorRole::on_error : ColorRole::text);
    details_->setColorRole(tone == Tone::error ? ColorRole::on_error : ColorRole::text);
    text_->setText(text);
    setAccessibleName(text);
    showButton(action_, action);
    arrange();
    show();
    update();
}

/// Buttons stand behind the text while they leave it most of the line, else below it, and one below the other where
/// even that is too narrow.
void NoticeBar::arrange() {
    int needed = 0;
    for (const Button* const button : {details_button_, third_, second_, action_}) {
        needed += button->isHidden() ? 0 : button->sizeHint().width() + buttons_->spacing();
    }
    parts_->setDirection(needed > width() * kWidestButtons ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    buttons_->setDirection(needed > width() - 2 * metrics::kWideSpace ? QBoxLayout::BottomToTop
                                                                      : QBoxLayout::LeftToRight);
}

void NoticeBar::setSecondAction(const QString& action) {
    showButton(second_, action);
    arrange();
}

void NoticeBar::setThirdAction(const QString& action) {
    showButton(third_, action);
    arrange();
}

void NoticeBar::setDetails(const QString& details) {
    const bool changes = details != details_->text();
    details_->setText(details);
    if (changes || details.isEmpty()) {
        details_->hide();
        showButton(details_button_, details.isEmpty() ? QString() : tr("Details"));
    }
    arrange();
}

/// Opens the details; with them open, the button copies them.
void NoticeBar::pressDetails() {
    if (!details_->isHidden()) {
        QGuiApplication::clipboard()->setText(details_->text());
        return;
    }
    details_->show();
    showButton(details_button_, tr("Copy details"));
    arrange();
}

QString NoticeBar::text() const {
    return text_->text();
}

void NoticeBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
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
