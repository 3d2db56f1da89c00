#include "ui/style/program_style.h"

#include <algorithm>

#include <QDialogButtonBox>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/style/icons.h"
#include "ui/style/metrics.h"

namespace strata::ui {
namespace {

constexpr double kFieldRadius = 3;
constexpr int kFieldInset = 4;  ///< between the edge of a field and its text, beside what Qt leaves
constexpr int kMenuMargin = 4;
constexpr double kArrowShare = 0.9;  ///< of the letters' height
constexpr int kNarrowestStep = 20;   ///< of a button beside a number
constexpr double kStepArrowShare = 0.9;

void paintEdge(QPainter* painter, const QRectF& area, const QColor& edge, const QBrush& fill, double radius) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(edge, 1));
    painter->setBrush(fill);
    painter->drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

/// Of a field: what has the keyboard is marked.
QColor edgeOf(const QStyleOption& option) {
    const bool has_focus =
        option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_Enabled);
    return option.palette.color(has_focus ? QPalette::Shadow : QPalette::Dark);
}

/// Whether it is the one of a question that Enter presses.
bool isFirstChoice(const QStyleOption& option) {
    const auto* const button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    return button != nullptr && button->features.testFlag(QStyleOptionButton::DefaultButton) &&
           option.state.testFlag(QStyle::State_Enabled);
}

void paintPushButton(QPainter* painter, const QStyleOption& option) {
    if (isFirstChoice(option)) {
        const QColor fill = option.palette.color(QPalette::Shadow);
        paintEdge(painter, option.rect, fill, fill, metrics::kRadius);
        return;
    }
    const bool hot = option.state.testFlag(QStyle::State_Enabled) &&
                     (option.state.testFlag(QStyle::State_Sunken) || option.state.testFlag(QStyle::State_MouseOver));
    paintEdge(painter, option.rect, edgeOf(option), option.palette.color(hot ? QPalette::Midlight : QPalette::Button),
              metrics::kRadius);
}

/// A box with choices. Its arrow grows with the text, which Fusion's does not.
void paintChoice(QPainter* painter, const QStyleOptionComboBox& option, const QRect& arrow_room) {
    const bool hot = option.state.testFlag(QStyle::State_Enabled) && option.state.testFlag(QStyle::State_MouseOver);
    const QPalette::ColorRole fill = option.editable ? QPalette::Base : hot ? QPalette::Midlight : QPalette::Button;
    paintEdge(painter, option.rect, edgeOf(option), option.palette.color(fill), kFieldRadius);
    const double side = std::min<double>(option.fontMetrics.height(), arrow_room.width()) * kArrowShare;
    const QPointF centre = QRectF(arrow_room).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintIcon(*painter, QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side), Icon::chevron_down,
              option.palette.color(QPalette::ButtonText));
    painter->restore();
}

/// How wide the buttons of a field for numbers are: they grow with the text, which Fusion's do not.
int stepWidth(const QStyleOption& option) {
    return std::max(kNarrowestStep, option.fontMetrics.height());
}

/// One of the two buttons of a field for numbers.
void paintStep(QPainter* painter, const QStyleOptionSpinBox& option, const QRect& button, QStyle::SubControl part) {
    const bool up = part == QStyle::SC_SpinBoxUp;
    const bool can =
        option.state.testFlag(QStyle::State_Enabled) &&
        option.stepEnabled.testFlag(up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled);
    if (can && option.state.testFlag(QStyle::State_MouseOver) && option.activeSubControls.testFlag(part)) {
        painter->fillRect(button.adjusted(0, up ? 2 : 0, 0, up ? 0 : -2), option.palette.color(QPalette::Midlight));
    }
    const double side = std::min(button.width(), button.height()) * kStepArrowShare;
    const QPointF centre = QRectF(button).center();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(centre);
    if (up) {
        painter->scale(1, -1);
    }
    paintIcon(*painter, QRectF(-side / 2, -side / 2, side, side), Icon::chevron_down,
              option.palette.color(can ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    painter->restore();
}

}  // namespace

ProgramStyle::ProgramStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void ProgramStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const {
    switch (element) {
        case PE_FrameLineEdit:
            paintEdge(painter, option->rect, edgeOf(*option), Qt::NoBrush, kFieldRadius);
            return;
        case PE_PanelButtonCommand:
            paintPushButton(painter, *option);
            return;
        case PE_PanelMenu:
            painter->fillRect(option->rect, option->palette.base());
            return;
        case PE_FrameMenu:
            paintEdge(painter, option->rect, option->palette.color(QPalette::Mid), Qt::NoBrush, 0);
            return;
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ProgramStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    if (const auto* const button = qstyleoption_cast<const QStyleOptionButton*>(option);
        element == CE_PushButtonLabel && button != nullptr && isFirstChoice(*button)) {
        QStyleOptionButton filled = *button;
        filled.palette.setColor(QPalette::ButtonText, button->palette.color(QPalette::Base));
        QProxyStyle::drawControl(element, &filled, painter, widget);
        return;
    }
    if (const auto* const choice = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        element == CE_ComboBoxLabel && choice != nullptr) {
        QStyleOptionComboBox shown = *choice;
        const QRect room = proxy()->subControlRect(CC_ComboBox, choice, SC_ComboBoxEditField, widget);
        shown.currentText = option->fontMetrics.elidedText(choice->currentText, Qt::ElideRight, room.width());
        QProxyStyle::drawControl(element, &shown, painter, widget);
        return;
    }
    const auto* const item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    if (element == CE_MenuItem && item != nullptr && item->menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(item->rect, item->palette.base());
        painter->fillRect(item->rect.left() + kMenuMargin, item->rect.center().y(),
                          item->rect.width() - 2 * kMenuMargin, 1, item->palette.color(QPalette::Mid));
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ProgramStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                      const QWidget* widget) const {
    const auto* const choice = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (control == CC_ComboBox && choice != nullptr) {
        paintChoice(painter, *choice, proxy()->subControlRect(control, option, SC_ComboBoxArrow, widget));
        return;
    }
    const auto* const number = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && number != nullptr) {
        paintEdge(painter, option->rect, edgeOf(*option), option->palette.color(QPalette::Base), kFieldRadius);
        for (const SubControl part : {SC_SpinBoxUp, SC_SpinBoxDown}) {
            if (number->buttonSymbols != QAbstractSpinBox::NoButtons) {
                paintStep(painter, *number, proxy()->subControlRect(control, option, part, widget), part);
            }
        }
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect ProgramStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                   const QWidget* widget) const {
    const QRect usual = QProxyStyle::subControlRect(control, option, part, widget);
    const auto* const number = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control != CC_SpinBox || number == nullptr || number->buttonSymbols == QAbstractSpinBox::NoButtons) {
        return usual;
    }
    const QRect inner = option->rect.adjusted(1, 1, -1, -1);
    const int width = stepWidth(*option);
    const int half = inner.height() / 2;
    const int left = inner.right() + 1 - width;
    QRect place = usual;
    if (part == SC_SpinBoxUp) {
        place = QRect(left, inner.top(), width, half);
    } else if (part == SC_SpinBoxDown) {
        place = QRect(left, inner.top() + half, width, inner.height() - half);
    } else if (part == SC_SpinBoxEditField) {
        place = inner.adjusted(2, 1, -width, -1);
    } else {
        return usual;
    }
    return visualRect(option->direction, option->rect, place);
}

QSize ProgramStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                     const QWidget* widget) const {
    QSize whole = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_SpinBox && option != nullptr) {
        whole.rwidth() += std::max(stepWidth(*option) - kNarrowestStep, 0);
    }
    return whole;
}

int ProgramStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_MenuVMargin:
            return kMenuMargin;
        case PM_MenuPanelWidth:
            return 1;
        case PM_ButtonMargin:  // that of both sides together
            return 3 * metrics::kSpace;
        case PM_LineEditIconSize:  // grows with the text
            return widget != nullptr ? widget->fontMetrics().height()
                                     : QProxyStyle::pixelMetric(metric, option, widget);
        case PM_LayoutHorizontalSpacing:
            return qobject_cast<const QDialogButtonBox*>(widget) != nullptr
                       ? metrics::kSpace
                       : QProxyStyle::pixelMetric(metric, option, widget);
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QRect ProgramStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    const QRect area = QProxyStyle::subElementRect(element, option, widget);
    const auto* const field = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool framed = element == SE_LineEditContents && field != nullptr && field->lineWidth > 0;
    return framed ? area.adjusted(kFieldInset, 0, -kFieldInset, 0) : area;
}

}  // namespace strata::ui
