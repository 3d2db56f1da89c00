#include "ui/style/button.h"

#include <algorithm>

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kRingWidth = 2;
constexpr int kWrappedWidth = 160;  ///< that a text with line breaks is content with
constexpr int kChevronInset = 3;    ///< empty room beside the chevron in its square

int paddingOf(ButtonKind kind) {
    switch (kind) {
        case ButtonKind::suggestion:
            return 14;
        case ButtonKind::fold:
            return 0;
        case ButtonKind::primary:
        case ButtonKind::outlined:
        case ButtonKind::quiet:
        case ButtonKind::toggle:
            break;
    }
    return 11;
}

}  // namespace

/// Colours of one button in its present state; invalid: not painted.
struct Button::Look {
    QColor fill;
    QColor edge;
    QColor ink;
};

Button::Button(const Theme* theme, ButtonKind kind, const QString& text, Icon icon, QWidget* parent)
    : QPushButton(text, parent), theme_(theme), kind_(kind), icon_(icon) {
    setCheckable(kind == ButtonKind::toggle);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(kind == ButtonKind::suggestion ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, &Button::restyle);
    restyle();
}

void Button::setIconOnly() {
    icon_only_ = true;
    setAccessibleName(text());
    setToolTip(text().toHtmlEscaped());
    updateGeometry();
}

void Button::setPictogram(Icon icon) {
    icon_ = icon;
    update();
}

void Button::setWordWrap() {
    word_wrap_ = true;
    // A fixed height would be that of one line.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    updateGeometry();
}

int Button::heightForWidth(int width) const {
    const int icon = icon_ != Icon::none ? iconSide() + iconGap() : 0;
    const int room = std::max(width - 2 * (paddingOf(kind_) + kRingRoom) - icon, 1);
    const int lines = fontMetrics().boundingRect(QRect(0, 0, room, 0), Qt::TextWordWrap, text()).height();
    return sizeHint().height() + std::max(lines - std::max(fontMetrics().height(), iconSide()), 0);
}

QSize Button::sizeHint() const {
    const int line = std::max(fontMetrics().height(), iconSide());
    const int height = std::max(line + (kind_ == ButtonKind::suggestion ? 20 : 12), metrics::kSmallestTarget);
    if (icon_only_) {
        return {height + 2 * kRingRoom, height + 2 * kRingRoom};
    }
    if (kind_ == ButtonKind::fold) {
        return {iconSide() + iconGap() + fontMetrics().horizontalAdvance(text()) + 2 * kRingRoom, height};
    }
    int width = 2 * paddingOf(kind_) + fontMetrics().horizontalAdvance(text());
    if (icon_ != Icon::none) {
        width += iconSide() + iconGap();
    }
    if (word_wrap_) {
        width = std::min(width, kWrappedWidth);
    }
    return {width + 2 * kRingRoom, height + 2 * kRingRoom};
}

QSize Button::minimumSizeHint() const {
    const QSize wanted = sizeHint();
    // A suggestion may be cut with an ellipsis, the others keep their words.
    return kind_ == ButtonKind::suggestion ? QSize(std::min(wanted.width(), 160), wanted.height()) : wanted;
}

int Button::iconGap() const {
    return kind_ == ButtonKind::fold ? metrics::kTightSpace : metrics::kSpace;
}

int Button::iconSide() const {
    return metrics::kIcon * theme_->zoomPercent() / 100;
}

void Button::restyle() {
    setFont(theme_->font(kind_ == ButtonKind::suggestion ? TextStyle::body : TextStyle::small));
    updateGeometry();
    update();
}

Button::Look Button::look() const {
    const bool hot = isEnabled() && (underMouse() || isDown());
    switch (kind_) {
        case ButtonKind::primary:
            if (!isEnabled()) {
                return {theme_->color(ColorRole::hover), {}, theme_->color(ColorRole::muted_text)};
            }
            return {theme_->color(hot ? ColorRole::accent_hover : ColorRole::accent),
                    {},
                    theme_->color(ColorRole::on_accent)};
        case ButtonKind::toggle:
            if (isChecked()) {
                return {theme_->color(ColorRole::own_message), theme_->color(ColorRole::accent),
                        theme_->color(ColorRole::accent)};
            }
            break;
        case ButtonKind::fold:
            return {{}, {}, theme_->color(hot ? ColorRole::text : ColorRole::muted_text)};
        case ButtonKind::outlined:
        case ButtonKind::suggestion:
        case ButtonKind::quiet:
            break;
    }
    const bool framed = kind_ != ButtonKind::quiet;
    const ColorRole rest =
        kind_ == ButtonKind::suggestion || kind_ == ButtonKind::outlined ? ColorRole::surface : ColorRole::window;
    QColor fill = theme_->color(hot ? ColorRole::hover : rest);
    if (!hot && rest == ColorRole::window) {
        fill = QColor();
    }
    const ColorRole ink = kind_ == ButtonKind::suggestion ? ColorRole::text : ColorRole::muted_text;
    const ColorRole shown = !isEnabled() ? ColorRole::control_border : hot ? ColorRole::text : ink;
    return {fill, framed ? theme_->color(hot ? ColorRole::control_border : ColorRole::border) : QColor(),
            theme_->color(shown)};
}

/// Suggestions, pills and pictograms stand among their like. A fold's pictogram begins at the very edge, where the text
/// below begins too.
int Button::roomBeside() const {
    switch (kind_) {
        case ButtonKind::primary:
        case ButtonKind::outlined:
        case ButtonKind::quiet:
            return icon_only_ || (hasFocus() && keyboard_focus_) ? kRingRoom : 0;
        case ButtonKind::suggestion:
        case ButtonKind::toggle:
            return kRingRoom;
        case ButtonKind::fold:
            break;
    }
    return 0;
}

void Button::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int beside = roomBeside();
    const int above = kind_ == ButtonKind::fold ? 0 : kRingRoom;
    const QRectF body = QRectF(rect()).adjusted(beside, above, -beside, -above);
    const bool round = icon_only_ || kind_ == ButtonKind::toggle;
    const double radius = round ? body.height() / 2 : metrics::kRadius;
    const Look colors = look();
    painter.setPen(colors.edge.isValid() ? QPen(colors.edge, 1) : QPen(Qt::NoPen));
    painter.setBrush(colors.fill.isValid() ? QBrush(colors.fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (hasFocus() && keyboard_focus_) {
        painter.setPen(QPen(theme_->color(ColorRole::focus_ring), kRingWidth));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius + 2, radius + 2);
    }
    paintContent(painter, body, colors.ink);
}

void Button::paintContent(QPainter& painter, const QRectF& area, const QColor& ink) const {
    const double side = iconSide();
    const double icon_top = area.center().y() - side / 2;
    if (icon_only_) {
        paintIcon(painter, {area.center().x() - side / 2, icon_top, side, side}, icon_, ink);
        return;
    }
    QRectF rest = area.adjusted(paddingOf(kind_), 0, -paddingOf(kind_), 0);
    const bool icon_last = kind_ == ButtonKind::suggestion;
    const bool centred = kind_ != ButtonKind::suggestion && kind_ != ButtonKind::fold;
    if (centred) {  // pictogram and text stay together in a button that is wider than they are
        const double spare = (width() - sizeHint().width()) / 2.0;
        rest.adjust(std::max(spare, 0.0), 0, -std::max(spare, 0.0), 0);
    }
    if (icon_ != Icon::none) {
        const bool on_right = icon_last == (layoutDirection() == Qt::LeftToRight);
        const double inset = kind_ == ButtonKind::fold ? kChevronInset : 0;
        const double left = on_right ? rest.right() - side + inset : rest.left() - inset;
        const QColor color = icon_last && !underMouse() ? theme_->color(ColorRole::muted_text) : ink;
        paintIcon(painter, {left, icon_top, side, side}, icon_, color);
        const double room = side - inset + iconGap();
        on_right ? rest.setRight(rest.right() - room) : rest.setLeft(rest.left() + room);
    }
    painter.setPen(ink);
    const Qt::Alignment align = (centred ? Qt::AlignHCenter : Qt::AlignLeading) | Qt::AlignVCenter;
    const int aligned = static_cast<int>(QStyle::visualAlignment(layoutDirection(), align));
    if (word_wrap_) {
        painter.drawText(rest, aligned | Qt::TextWordWrap, text());
        return;
    }
    painter.drawText(rest, aligned,
                     fontMetrics().elidedText(text(), Qt::ElideRight, static_cast<int>(rest.width()) + 1));
}

void Button::focusInEvent(QFocusEvent* event) {
    keyboard_focus_ = event->reason() != Qt::MouseFocusReason;
    QPushButton::focusInEvent(event);
}

void Button::keyPressEvent(QKeyEvent* event) {
    keyboard_focus_ = true;
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QPushButton::keyPressEvent(event);
}

void Button::enterEvent(QEnterEvent* event) {
    QPushButton::enterEvent(event);
    update();
}

void Button::leaveEvent(QEvent* event) {
    QPushButton::leaveEvent(event);
    update();
}

}  // namespace strata::ui
