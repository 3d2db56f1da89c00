#include "ui/meters/meter_panel.h"

#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QStringList>
#include <QVBoxLayout>

#include "ui/meters/meter_feed.h"
#include "ui/meters/meter_popup.h"
#include "ui/meters/meter_row.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kMargin = 10;
constexpr int kHeadingInset = 6;  ///< that of the rows' own text

}  // namespace

MeterPanel::MeterPanel(const Theme* theme, MeterFeed* feed, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      feed_(feed),
      scroll_(new QScrollArea(this)),
      answer_heading_(new Label(theme, TextStyle::strong, ColorRole::text, QString(), this)),
      popup_(new MeterPopup(theme, this)) {
    setObjectName(QStringLiteral("meterPanel"));
    setAccessibleName(tr("Meters"));
    answer_heading_->setObjectName(QStringLiteral("meterAnswerHeading"));
    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(0);
    addGroup(column, answer_heading_, Meter::reading, Meter::drafts);
    addGroup(column, new Label(theme, TextStyle::strong, ColorRole::text, tr("This chat"), content), Meter::in_mind,
             Meter::in_mind);
    addGroup(column, new Label(theme, TextStyle::strong, ColorRole::text, tr("This PC"), content), Meter::hot_parts,
             Meter::checked);
    column->addStretch();
    scroll_->setWidget(content);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setVerticalScrollBar(new SlimScrollBar(theme, scroll_));
    scroll_->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto* const all = new QVBoxLayout(this);
    all->setContentsMargins(marginsAlong(this, 1, 0, 0, 0));  // room for the line at its edge
    all->addWidget(scroll_);

    connect(feed, &MeterFeed::changed, this, &MeterPanel::showReadings);
    connect(theme, &Theme::changed, this, &MeterPanel::restyle);
    restyle();
    showReadings();
}

void MeterPanel::addGroup(QVBoxLayout* column, Label* heading, Meter first, Meter last) {
    if (first != Meter::reading) {
        column->addSpacing(metrics::kSpace);
    }
    heading->setContentsMargins(kHeadingInset, 0, kHeadingInset, 2);
    column->addWidget(heading);
    for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
        const auto meter = static_cast<Meter>(i);
        auto* const row = new MeterRow(theme_, meter);
        row->setObjectName(QStringLiteral("meterRow%1").arg(i));
        connect(row, &QAbstractButton::clicked, this, [this, meter] { explain(meter); });
        column->addWidget(row);
        rows_[static_cast<std::size_t>(i)] = row;
    }
}

QSize MeterPanel::sizeHint() const {
    return {rows_.front()->sizeHint().width() + 2 * kMargin + 1, 0};
}

void MeterPanel::showReadings() {
    const MeterReadings& readings = feed_->readings();
    answer_heading_->setText(readings.live ? tr("This answer") : tr("Last answer"));
    for (MeterRow* const row : rows_) {
        row->setVisible(isShown(row->meter(), readings));
        row->showLine(meterLine(row->meter(), readings));
    }
}

void MeterPanel::explain(Meter meter) {
    QStringList more;
    for (const QString& part : {row(meter)->line().tip, addition_ ? addition_(meter) : QString()}) {
        if (!part.isEmpty()) {
            more.append(part);
        }
    }
    popup_->explain(meter, feed_->readings(), more.join(u'\n'), row(meter));
}

/// Numbers are gathered while they can be seen: not of a panel that is closed or a window that is minimised.
void MeterPanel::watchWindow() {
    if (window() != watched_window_) {
        watched_window_ = window();
        watched_window_->installEventFilter(this);
    }
    feed_->setWatched(isVisible() && !window()->isMinimized());
}

void MeterPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    watchWindow();
}

void MeterPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    feed_->setWatched(false);
}

bool MeterPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == watched_window_ && event->type() == QEvent::WindowStateChange) {
        watchWindow();
    }
    return QWidget::eventFilter(watched, event);
}

void MeterPanel::restyle() {
    setPalette(theme_->palette());
    update();
}

void MeterPanel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_->color(ColorRole::window));
    const int x = layoutDirection() == Qt::LeftToRight ? 0 : width() - 1;
    painter.fillRect(x, 0, 1, height(), theme_->color(ColorRole::border));
}

}  // namespace strata::ui
