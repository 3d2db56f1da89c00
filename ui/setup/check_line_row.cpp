#include "ui/setup/check_line_row.h"

#include <QGridLayout>
#include <QPainter>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

/// Side of the sign, in step with the text.
int signOf(const Theme& theme) {
    constexpr int kSign = 14;
    return kSign * theme.zoomPercent() / 100;
}

constexpr double kPen = 1.8;

ColorRole colorOf(app::CheckLevel level) {
    switch (level) {
        case app::CheckLevel::good:
            return ColorRole::accent;
        case app::CheckLevel::fair:
            return ColorRole::on_badge;
        case app::CheckLevel::bad:
            return ColorRole::on_error;
        case app::CheckLevel::unknown:
            break;
    }
    return ColorRole::muted_text;
}

/// A tick, an exclamation mark, a cross or a dash in `area`: the shape says it as well as the colour.
void paintSign(QPainter& painter, const QRectF& area, app::CheckLevel level) {
    const auto at = [&area](double x, double y) {
        return QPointF(area.left() + x * area.width(), area.top() + y * area.height());
    };
    switch (level) {
        case app::CheckLevel::good:
            painter.drawPolyline(QPolygonF({at(0.08, 0.55), at(0.4, 0.88), at(0.95, 0.15)}));
            break;
        case app::CheckLevel::fair:
            painter.drawLine(at(0.5, 0.08), at(0.5, 0.62));
            painter.drawLine(at(0.5, 0.9), at(0.5, 0.92));
            break;
        case app::CheckLevel::bad:
            painter.drawLine(at(0.12, 0.12), at(0.88, 0.88));
            painter.drawLine(at(0.88, 0.12), at(0.12, 0.88));
            break;
        case app::CheckLevel::unknown:
            painter.drawLine(at(0.15, 0.5), at(0.85, 0.5));
            break;
    }
}

}  // namespace

CheckLineRow::Content CheckLineRow::contentOf(const app::CheckLine& line) {
    return {line.level, levelWord(line.level), app::checkTitle(line.item), line.text, line.advice};
}

CheckLineRow::CheckLineRow(const Theme* theme, const Content& line, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      level_of_(line.level),
      level_(new Label(theme, TextStyle::strong, colorOf(line.level), line.word, this)) {
    setObjectName(QStringLiteral("checkLine"));
    setAccessibleName(QStringLiteral("%1: %2. %3").arg(line.title, line.word, line.text));
    auto* const title = new Label(theme, TextStyle::strong, ColorRole::text, line.title, this);
    auto* const text = new Label(theme, TextStyle::body, ColorRole::text, line.text, this);
    title->setWordWrap(true);
    text->setWordWrap(true);
    auto* const grid = new QGridLayout(this);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->addWidget(title, 0, 0);
    grid->addWidget(level_, 0, 1);
    grid->addWidget(text, 1, 0, 1, 2);
    if (!line.advice.isEmpty()) {
        auto* const how = new Button(theme, ButtonKind::fold, tr("Show me how"), Icon::chevron_right, this);
        auto* const steps = new Label(theme, TextStyle::small, ColorRole::muted_text, line.advice, this);
        how->setObjectName(QStringLiteral("checkAdviceButton"));
        steps->setObjectName(QStringLiteral("checkAdvice"));
        steps->setWordWrap(true);
        steps->hide();
        grid->addWidget(how, 2, 0, Qt::AlignLeft);
        grid->addWidget(steps, 3, 0, 1, 2);
        connect(how, &QAbstractButton::clicked, this, [how, steps] {
            steps->setVisible(steps->isHidden());
            how->setPictogram(steps->isHidden() ? Icon::chevron_right : Icon::chevron_down);
        });
    }
    connect(theme, &Theme::changed, this, &CheckLineRow::restyle);
    restyle();
}

void CheckLineRow::restyle() {
    layout()->setContentsMargins(
        marginsAlong(this, signOf(*theme_) + metrics::kWideSpace, metrics::kTightSpace, 0, metrics::kSpace));
    update();
}

QString CheckLineRow::levelWord(app::CheckLevel level) {
    switch (level) {
        case app::CheckLevel::good:
            return tr("Good");
        case app::CheckLevel::fair:
            return tr("Works");
        case app::CheckLevel::bad:
            return tr("Problem");
        case app::CheckLevel::unknown:
            break;
    }
    return tr("Could not tell");
}

void CheckLineRow::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_->color(colorOf(level_of_)), kPen * theme_->zoomPercent() / 100, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    const double side = signOf(*theme_);
    const double y = level_->geometry().center().y() - side / 2;
    const double x = layoutDirection() == Qt::LeftToRight ? 1 : width() - side - 1;
    paintSign(painter, QRectF(x, y, side, side), level_of_);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(0, height() - 1, width(), 1, theme_->color(ColorRole::border));
}

}  // namespace strata::ui
