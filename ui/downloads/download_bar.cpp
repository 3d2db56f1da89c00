#include "ui/downloads/download_bar.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>

#include "ui/downloads/download_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr int kProgressHeight = 3;

}  // namespace

DownloadBar::DownloadBar(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      line_(new ElidingLabel(theme, TextStyle::small, ColorRole::text, QString(), this)),
      details_(new Button(theme, ButtonKind::quiet, tr("Details"), Icon::none, this)),
      pause_(new Button(theme, ButtonKind::quiet, tr("Pause"), Icon::none, this)) {
    setObjectName(QStringLiteral("downloadBar"));
    details_->setObjectName(QStringLiteral("downloadDetailsButton"));
    details_->setAccessibleName(tr("Details of the download"));
    pause_->setObjectName(QStringLiteral("downloadBarPauseButton"));
    auto* const columns = new QHBoxLayout(this);
    columns->setContentsMargins(metrics::kWideSpace, metrics::kTightSpace, metrics::kSpace, 0);
    columns->setSpacing(metrics::kSpace);
    columns->addWidget(line_, 1);
    columns->addWidget(details_);
    columns->addWidget(pause_);
    connect(details_, &QAbstractButton::clicked, this, &DownloadBar::detailsWanted);
    connect(pause_, &QAbstractButton::clicked, this,
            [this] { running_ ? Q_EMIT pauseWanted() : Q_EMIT resumeWanted(); });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void DownloadBar::showState(const app::DownloadState& state) {
    running_ = state.isRunning() || state.phase == app::DownloadPhase::queued;
    share_ = state.bytes_total > 0
                 ? std::clamp(static_cast<double>(state.bytes_done) / static_cast<double>(state.bytes_total), 0.0, 1.0)
                 : 0;
    const QString problem = downloadProblemText(state);
    line_->setText(problem.isEmpty() ? downloadLine(state) : problem);
    line_->setAccessibleName(line_->text());
    pause_->setText(running_ ? tr("Pause") : tr("Resume"));
    pause_->setAccessibleName(running_ ? tr("Pause the download") : tr("Resume the download"));
    pause_->updateGeometry();
    setVisible(state.isOpen());
    update();
}

void DownloadBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_->color(ColorRole::surface));
    painter.fillRect(QRect(0, 0, width(), 1), theme_->color(ColorRole::border));
    const int done = static_cast<int>(width() * share_);
    const int left = layoutDirection() == Qt::LeftToRight ? 0 : width() - done;
    painter.fillRect(QRect(left, 0, done, kProgressHeight), theme_->color(ColorRole::accent));
}

void DownloadBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        Q_EMIT detailsWanted();
    }
}

}  // namespace strata::ui
