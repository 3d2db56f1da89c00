#include "ui/meters/meter_popup.h"

#include <algorithm>

#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kCharacters = 46;

}  // namespace

MeterPopup::MeterPopup(const Theme* theme, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      theme_(theme),
      name_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      help_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      question_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      answer_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      more_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)) {
    setObjectName(QStringLiteral("meterPopup"));
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(metrics::kWideSpace, metrics::kWideSpace - 2, metrics::kWideSpace, metrics::kWideSpace);
    rows->setSpacing(metrics::kTightSpace);
    rows->addWidget(name_);
    rows->addWidget(help_);
    rows->addSpacing(metrics::kTightSpace);
    rows->addWidget(question_);
    rows->addWidget(answer_);
    rows->addWidget(more_);
    for (Label* const label : {help_, question_, answer_, more_}) {
        label->setWordWrap(true);
    }
    connect(theme, &Theme::changed, this, &MeterPopup::restyle);
    restyle();
}

void MeterPopup::restyle() {
    setPalette(theme_->palette());
}

void MeterPopup::explain(Meter meter, const MeterReadings& readings, const QString& more, const QWidget* row) {
    name_->setText(meterName(meter));
    help_->setText(meterHelp(meter));
    question_->setText(meterQuestion(meter));
    answer_->setText(meterAnswer(meter, readings));
    more_->setText(more);
    more_->setVisible(!more.isEmpty());
    setAccessibleName(name_->text());
    setAccessibleDescription(help_->text() + u'\n' + question_->text() + u'\n' + answer_->text());

    const QRect screen = row->screen()->availableGeometry();
    const int width = std::min(kCharacters * help_->fontMetrics().averageCharWidth() + 2 * metrics::kWideSpace,
                               screen.width() * 2 / 3);
    setFixedWidth(width);
    const int height = layout()->heightForWidth(width);
    setFixedHeight(std::min(height, screen.height()));
    QPoint place = row->mapToGlobal(QPoint(-width - metrics::kTightSpace, 0));
    if (place.x() < screen.left()) {
        place = row->mapToGlobal(QPoint(row->width() + metrics::kTightSpace, 0));
    }
    place.setX(std::clamp(place.x(), screen.left(), std::max(screen.left(), screen.right() - width)));
    place.setY(std::clamp(place.y(), screen.top(), std::max(screen.top(), screen.bottom() - this->height())));
    move(place);
    show();
    setFocus(Qt::PopupFocusReason);
}

void MeterPopup::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(theme_->color(ColorRole::control_border));
    painter.setBrush(theme_->color(ColorRole::surface));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace strata::ui
