#include "ui/main_window/meter_strip.h"

#include <QHBoxLayout>
#include <QPainter>

#include "ui/chat/remembered_text.h"
#include "ui/chat/turn_text.h"
#include "ui/style/label.h"
#include "ui/style/margins.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {
namespace {

/// Side of the dot, in step with the text.
int dotOf(const Theme& theme) {
    constexpr int kDot = 8;
    return kDot * theme.zoomPercent() / 100;
}

}  // namespace

MeterStrip::MeterStrip(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      state_(new Label(theme, TextStyle::small, ColorRole::text, QString(), this)),
      last_(new ElidingLabel(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      remembered_(new ElidingLabel(theme, TextStyle::small, ColorRole::text, QString(), this)) {
    setObjectName(QStringLiteral("meterStrip"));
    state_->setObjectName(QStringLiteral("stateLabel"));
    last_->setObjectName(QStringLiteral("lastAnswerLabel"));
    remembered_->setObjectName(QStringLiteral("rememberedLabel"));
    auto* const parts = new QHBoxLayout(this);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(metrics::kSpace + metrics::kTightSpace);
    parts->addWidget(state_);
    parts->addWidget(last_);
    parts->addWidget(remembered_);
    parts->addStretch();
    connect(theme, &Theme::changed, this, &MeterStrip::restyle);
    restyle();
    showActivity({});
}

void MeterStrip::restyle() {
    layout()->setContentsMargins(marginsAlong(this, dotOf(*theme_) + metrics::kSpace, 0, 0, 0));
    update();
}

void MeterStrip::showActivity(const EngineActivity& activity) {
    activity_ = activity;
    const QString text = shownActivity(activity);
    state_->setText(text);
    state_->setAccessibleName(tr("State: %1").arg(text));
    const bool idle = activity.word == EngineActivity::Word::ready;
    const bool shows_last = detailed_ && idle && activity.last_pieces_per_second;
    last_->setText(shows_last ? tr("last answer %1").arg(shownSpeed(activity.last_pieces_per_second)) : QString());
    last_->setVisible(shows_last);

    // What is over is grey and stands behind "last answer"; nothing old looks like what is going on.
    const bool busy = activity.word == EngineActivity::Word::reading || activity.word == EngineActivity::Word::writing;
    const QString remembered = shownRemembered(activity.remembered);
    const bool alone = idle && !shows_last;
    remembered_->setText(alone ? tr("last answer %1").arg(remembered) : remembered);
    remembered_->setColorRole(busy ? ColorRole::text : ColorRole::muted_text);
    remembered_->setVisible(detailed_ && (busy || (idle && activity.remembered)));
    remembered_->setToolTip(plainTip(remembered_->text() + u'\n' + rememberedHelp(activity.remembered)));
    remembered_->setAccessibleName(remembered_->text());
    remembered_->setAccessibleDescription(rememberedHelp(activity.remembered));
    update();
}

void MeterStrip::setDetailed(bool detailed) {
    if (detailed != detailed_) {
        detailed_ = detailed;
        showActivity(activity_);
    }
}

void MeterStrip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int side = dotOf(*theme_);
    const double left = layoutDirection() == Qt::LeftToRight ? 0 : width() - side;
    const QRectF dot(left, (height() - side) / 2.0, side, side);
    switch (activity_.word) {
        case EngineActivity::Word::ready:
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme_->color(ColorRole::accent));
            break;
        case EngineActivity::Word::failed:
        case EngineActivity::Word::no_model:
        case EngineActivity::Word::needs_restart:
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme_->color(ColorRole::on_error));
            break;
        case EngineActivity::Word::off:
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme_->color(ColorRole::muted_text));
            break;
        case EngineActivity::Word::loading:
        case EngineActivity::Word::waiting:
        case EngineActivity::Word::freeing:
        case EngineActivity::Word::reading:
        case EngineActivity::Word::writing:
            painter.setPen(QPen(theme_->color(ColorRole::accent), 2));
            break;
    }
    painter.drawEllipse(dot.adjusted(1, 1, -1, -1));
}

}  // namespace strata::ui
