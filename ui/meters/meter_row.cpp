#include "ui/meters/meter_row.h"

#include <algorithm>

#include <QAccessibleWidget>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include "ui/style/metrics.h"
#include "ui/style/tabular_text.h"
#include "ui/style/theme.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {
namespace {

constexpr int kBar = 5;
constexpr int kPadding = 6;
constexpr int kRing = 2;
constexpr double kAllPercent = 100.0;
constexpr int kAttentionMark = 8;  ///< width of the mark beside a value that asks for attention

/// Gives the value when it is asked for. Nothing is announced: numbers that change four times a second would drown
/// everything else.
class AccessibleMeter : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit AccessibleMeter(MeterRow* row) : QAccessibleWidget(row, QAccessible::Button), row_(row) {}

    QString text(QAccessible::Text kind) const override {
        switch (kind) {
            case QAccessible::Name:
                return MeterRow::tr("%1: %2").arg(meterName(row_->meter()), row_->spokenValue());
            case QAccessible::Value:
                return row_->spokenValue();
            case QAccessible::Description:
                return meterHelp(row_->meter());
            default:
                return QAccessibleWidget::text(kind);
        }
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface && hasBar(row_->meter())) {
            return static_cast<QAccessibleValueInterface*>(this);
        }
        return QAccessibleWidget::interface_cast(type);
    }
    QVariant currentValue() const override {
        return row_->line().share ? QVariant(*row_->line().share * kAllPercent) : QVariant();
    }
    void setCurrentValue(const QVariant& /*value*/) override {}
    QVariant minimumValue() const override { return 0.0; }
    QVariant maximumValue() const override { return kAllPercent; }
    QVariant minimumStepSize() const override { return 1.0; }

private:
    MeterRow* row_;
};

QAccessibleInterface* makeAccessible(const QString& /*class_name*/, QObject* object) {
    auto* const row = qobject_cast<MeterRow*>(object);
    return row != nullptr ? new AccessibleMeter(row) : nullptr;
}

void installAccessible() {
    static const bool installed = [] {
        QAccessible::installFactory(makeAccessible);
        return true;
    }();
    static_cast<void>(installed);
}

}  // namespace

MeterRow::MeterRow(const Theme* theme, Meter meter, QWidget* parent)
    : QAbstractButton(parent), theme_(theme), meter_(meter) {
    installAccessible();
    setText(meterName(meter));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, &MeterRow::restyle);
    restyle();
}

void MeterRow::showLine(const MeterLine& line) {
    if (line != line_) {
        line_ = line;
        update();
    }
}

QString MeterRow::spokenValue() const {
    QStringList parts{line_.value};
    if (!line_.detail.isEmpty()) {
        parts.append(line_.detail);
    }
    if (line_.old && line_.value != tr("–")) {
        parts.append(tr("last answer"));
    }
    return parts.join(tr(", "));
}

void MeterRow::restyle() {
    setFont(theme_->font(TextStyle::small));
    updateGeometry();
    update();
}

QSize MeterRow::sizeHint() const {
    constexpr int kCharacters = 38;
    const int lines = meter_ == Meter::first_word ? 1 : 2;
    const int bar = hasBar(meter_) ? kBar + metrics::kTightSpace : 0;
    const int height = std::max(lines * fontMetrics().height() + bar + 2 * kPadding, metrics::kSmallestTarget);
    return {kCharacters * fontMetrics().averageCharWidth() + 2 * kPadding, height};
}

QSize MeterRow::minimumSizeHint() const {
    return {0, sizeHint().height()};
}

bool MeterRow::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        QStringList lines{meterHelp(meter_)};
        for (const QString& more : {line_.detail, line_.tip}) {
            if (!more.isEmpty()) {
                lines.append(more);
            }
        }
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(lines.join(u'\n')), this);
        return true;
    }
    return QAbstractButton::event(event);
}

void MeterRow::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void MeterRow::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void MeterRow::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->color(ColorRole::hover));
        painter.drawRoundedRect(rect(), metrics::kRadius, metrics::kRadius);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_->color(ColorRole::focus_ring), kRing));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::kRadius, metrics::kRadius);
    }
    const QRectF inner = QRectF(rect()).adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const double height = fontMetrics().height();
    const QRectF first(inner.left(), inner.top(), inner.width(), height);
    const bool leftwards = layoutDirection() == Qt::RightToLeft;
    const Qt::Alignment begin = leftwards ? Qt::AlignRight : Qt::AlignLeft;
    const Qt::Alignment end = leftwards ? Qt::AlignLeft : Qt::AlignRight;

    painter.setPen(theme_->color(ColorRole::muted_text));
    paintTabular(painter, first, text(), begin);
    const bool quiet = line_.old || line_.value == tr("–");
    const QColor ink = theme_->color(line_.attention ? ColorRole::on_badge
                                     : quiet         ? ColorRole::muted_text
                                                     : ColorRole::text);
    if (line_.attention) {
        const double width = tabularWidth(QFontMetricsF(font()), line_.value) + 2 * kAttentionMark;
        const double x = leftwards ? first.left() : first.right() - width;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->color(ColorRole::badge));
        painter.drawRoundedRect(QRectF(x, first.top(), width, height), height / 2, height / 2);
        painter.setPen(ink);
        paintTabular(painter, first.adjusted(kAttentionMark, 0, -kAttentionMark, 0), line_.value, end);
    } else {
        painter.setPen(ink);
        paintTabular(painter, first, line_.value, end);
    }
    if (!line_.detail.isEmpty()) {
        painter.setPen(theme_->color(ColorRole::muted_text));
        const QRectF second = first.translated(0, height);
        paintTabular(painter, second,
                     fontMetrics().elidedText(line_.detail, Qt::ElideRight, static_cast<int>(second.width())), end);
    }
    if (hasBar(meter_)) {
        paintBar(painter, QRectF(inner.left(), inner.bottom() - kBar, inner.width(), kBar));
    }
}

void MeterRow::paintBar(QPainter& painter, const QRectF& area) const {
    const double radius = kBar / 2.0;
    if (theme_->kind() == ThemeKind::high_contrast) {  // where a filled groove would look like a full bar
        painter.setPen(theme_->color(ColorRole::border));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->color(ColorRole::border));
        painter.drawRoundedRect(area, radius, radius);
    }
    painter.setPen(Qt::NoPen);
    if (line_.share && *line_.share > 0) {
        const double width = std::max(area.width() * *line_.share, static_cast<double>(kBar));
        const double x = layoutDirection() == Qt::LeftToRight ? area.left() : area.right() - width;
        painter.setBrush(theme_->color(line_.attention ? ColorRole::on_badge
                                       : line_.old     ? ColorRole::control_border
                                                       : ColorRole::accent));
        painter.drawRoundedRect(QRectF(x, area.top(), width, area.height()), radius, radius);
    }
}

}  // namespace strata::ui
