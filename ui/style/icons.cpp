#include "ui/style/icons.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

namespace strata::ui {
namespace {

// Pictograms are drawn in a square of 16 × 16.
constexpr double kDotRadius = 0.22;  ///< of the side
constexpr double kDotGap = 1.35;     ///< the dot with what is cut out around it
constexpr double kRingHole = 0.5;    ///< of the ring's radius
constexpr double kGrid = 16.0;
constexpr double kLineWidth = 1.6;

void strokePath(QPainter& painter, const QPainterPath& path) {
    painter.drawPath(path);
}

QPainterPath polyline(std::initializer_list<QPointF> points) {
    QPainterPath path;
    for (const QPointF& point : points) {
        path.elementCount() == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    return path;
}

void paintArrow(QPainter& painter, double degrees) {
    painter.translate(kGrid / 2, kGrid / 2);
    painter.rotate(degrees);
    painter.translate(-kGrid / 2, -kGrid / 2);
    strokePath(painter, polyline({{8, 13}, {8, 3.2}}));
    strokePath(painter, polyline({{3.6, 7.4}, {8, 3}, {12.4, 7.4}}));
}

void paintThought(QPainter& painter) {
    // A light bulb: glass, neck, base.
    QPainterPath glass;
    glass.moveTo(6.2, 11.2);
    glass.cubicTo(6.2, 9.4, 3.6, 8.8, 3.6, 5.9);
    glass.cubicTo(3.6, 3.4, 5.6, 1.5, 8, 1.5);
    glass.cubicTo(10.4, 1.5, 12.4, 3.4, 12.4, 5.9);
    glass.cubicTo(12.4, 8.8, 9.8, 9.4, 9.8, 11.2);
    glass.closeSubpath();
    strokePath(painter, glass);
    strokePath(painter, polyline({{6.6, 14}, {9.4, 14}}));
}

void paintAgain(QPainter& painter) {
    QPainterPath circle;
    circle.arcMoveTo(QRectF(2.8, 2.8, 10.4, 10.4), 40);
    circle.arcTo(QRectF(2.8, 2.8, 10.4, 10.4), 40, 290);
    strokePath(painter, circle);
    strokePath(painter, polyline({{12.6, 1.8}, {12.2, 5}, {9, 4.6}}));
}

void paintGoBack(QPainter& painter) {
    QPainterPath way;
    way.moveTo(4.2, 13);
    way.lineTo(9.4, 13);
    way.cubicTo(14.4, 13, 14.4, 5.6, 9.4, 5.6);
    way.lineTo(3.4, 5.6);
    strokePath(painter, way);
    strokePath(painter, polyline({{6, 2.6}, {3, 5.6}, {6, 8.6}}));
}

void paintWarning(QPainter& painter) {
    QPainterPath triangle = polyline({{8, 2.2}, {14.4, 13.4}, {1.6, 13.4}});
    triangle.closeSubpath();
    strokePath(painter, triangle);
    strokePath(painter, polyline({{8, 6.4}, {8, 9.4}}));
    strokePath(painter, polyline({{8, 11.4}, {8, 11.5}}));
}

void paintSide(QPainter& painter) {
    painter.drawRoundedRect(QRectF(2, 3, 12, 10), 1.6, 1.6);
    strokePath(painter, polyline({{6.2, 3}, {6.2, 13}}));
}

void paintMore(QPainter& painter) {
    painter.setBrush(painter.pen().color());
    for (const double x : {3.4, 8.0, 12.6}) {
        painter.drawEllipse(QPointF(x, 8), 0.6, 0.6);
    }
}

void paintParked(QPainter& painter) {
    painter.drawRect(QRectF(2, 3, 12, 3));
    strokePath(painter, polyline({{3.2, 6}, {3.2, 13}, {12.8, 13}, {12.8, 6}}));
    strokePath(painter, polyline({{6.4, 8.8}, {9.6, 8.8}}));
}

void paintPen(QPainter& painter) {
    QPainterPath pen = polyline({{3, 13}, {3.8, 9.6}, {10.8, 2.6}, {13.4, 5.2}, {6.4, 12.2}});
    pen.closeSubpath();
    strokePath(painter, pen);
}

void paintDot(QPainter& painter) {
    painter.setBrush(painter.pen().color());
    painter.drawEllipse(QPointF(8, 8), 3, 3);
}

void paintCopy(QPainter& painter) {
    painter.drawRoundedRect(QRectF(5.6, 5.6, 8, 8), 1.6, 1.6);
    strokePath(painter, polyline({{10.4, 2.4}, {3.6, 2.4}, {2.4, 3.6}, {2.4, 10.4}}));
}

void paintBranch(QPainter& painter) {
    strokePath(painter, polyline({{4.4, 14}, {4.4, 2}}));
    QPainterPath arm;
    arm.moveTo(4.4, 11);
    arm.cubicTo(4.4, 7.6, 11.6, 9.4, 11.6, 5);
    arm.lineTo(11.6, 2.4);
    strokePath(painter, arm);
    strokePath(painter, polyline({{9.2, 4.6}, {11.6, 2.2}, {14, 4.6}}));
}

void paintClock(QPainter& painter) {
    painter.drawEllipse(QRectF(2, 2, 12, 12));
    strokePath(painter, polyline({{8, 4.8}, {8, 8}, {10.4, 9.6}}));
}

void paintTrash(QPainter& painter) {
    strokePath(painter, polyline({{2.4, 4.2}, {13.6, 4.2}}));
    strokePath(painter, polyline({{6, 4}, {6, 2.2}, {10, 2.2}, {10, 4}}));
    strokePath(painter, polyline({{3.8, 4.4}, {4.6, 13.8}, {11.4, 13.8}, {12.2, 4.4}}));
}

void paintClip(QPainter& painter) {
    painter.translate(8, 8);
    painter.rotate(45);
    painter.translate(-8, -8);
    QPainterPath wire;
    wire.moveTo(10.2, 5.2);
    wire.lineTo(10.2, 10.6);
    wire.cubicTo(10.2, 13.4, 5.8, 13.4, 5.8, 10.6);
    wire.lineTo(5.8, 3.8);
    wire.cubicTo(5.8, 0.2, 12.6, 0.2, 12.6, 3.8);
    wire.lineTo(12.6, 10.8);
    wire.cubicTo(12.6, 12.6, 12, 13.8, 11, 14.6);
    strokePath(painter, wire);
}

void paintPicture(QPainter& painter) {
    painter.drawRoundedRect(QRectF(1.8, 2.8, 12.4, 10.4), 1.6, 1.6);
    painter.drawEllipse(QPointF(5.4, 6.2), 1, 1);
    strokePath(painter, polyline({{2.2, 12}, {6.4, 8.6}, {8.6, 10.4}, {11, 7.6}, {14, 10.6}}));
}

void paintPage(QPainter& painter) {
    QPainterPath sheet = polyline({{3.4, 1.8}, {9.6, 1.8}, {12.6, 4.8}, {12.6, 14.2}, {3.4, 14.2}});
    sheet.closeSubpath();
    strokePath(painter, sheet);
    strokePath(painter, polyline({{5.8, 7.4}, {10.2, 7.4}}));
    strokePath(painter, polyline({{5.8, 10.6}, {10.2, 10.6}}));
}

void paintGlass(QPainter& painter) {
    painter.drawEllipse(QRectF(2.2, 2.2, 8.6, 8.6));
    strokePath(painter, polyline({{9.8, 9.8}, {13.6, 13.6}}));
}

void paintHourglass(QPainter& painter) {
    strokePath(painter, polyline({{3.4, 1.8}, {12.6, 1.8}}));
    strokePath(painter, polyline({{3.4, 14.2}, {12.6, 14.2}}));
    strokePath(painter, polyline({{4.6, 2}, {4.6, 4.6}, {8, 8}, {4.6, 11.4}, {4.6, 14}}));
    strokePath(painter, polyline({{11.4, 2}, {11.4, 4.6}, {8, 8}, {11.4, 11.4}, {11.4, 14}}));
}

void paintOnGrid(QPainter& painter, Icon icon) {
    switch (icon) {
        case Icon::none:
            break;
        case Icon::send:
            paintArrow(painter, 0);
            break;
        case Icon::stop:
            painter.setBrush(painter.pen().color());
            painter.drawRoundedRect(QRectF(4.4, 4.4, 7.2, 7.2), 1, 1);
            break;
        case Icon::plus:
            strokePath(painter, polyline({{8, 3}, {8, 13}}));
            strokePath(painter, polyline({{3, 8}, {13, 8}}));
            break;
        case Icon::chevron_right:
            strokePath(painter, polyline({{6, 3.6}, {10.4, 8}, {6, 12.4}}));
            break;
        case Icon::chevron_down:
            strokePath(painter, polyline({{3.6, 6}, {8, 10.4}, {12.4, 6}}));
            break;
        case Icon::arrow_down:
            paintArrow(painter, 180);
            break;
        case Icon::arrow_right:
            paintArrow(painter, 90);
            break;
        case Icon::thought:
            paintThought(painter);
            break;
        case Icon::again:
            paintAgain(painter);
            break;
        case Icon::warning:
            paintWarning(painter);
            break;
        case Icon::side:
            paintSide(painter);
            break;
        case Icon::more:
            paintMore(painter);
            break;
        case Icon::parked:
            paintParked(painter);
            break;
        case Icon::writing:
            paintPen(painter);
            break;
        case Icon::unread:
            paintDot(painter);
            break;
        case Icon::copy:
            paintCopy(painter);
            break;
        case Icon::branch:
            paintBranch(painter);
            break;
        case Icon::times:
            paintClock(painter);
            break;
        case Icon::go_back:
            paintGoBack(painter);
            break;
        case Icon::trash:
            paintTrash(painter);
            break;
        case Icon::chevron_left:
            strokePath(painter, polyline({{10, 3.6}, {5.6, 8}, {10, 12.4}}));
            break;
        case Icon::chevron_up:
            strokePath(painter, polyline({{3.6, 10}, {8, 5.6}, {12.4, 10}}));
            break;
        case Icon::close:
            strokePath(painter, polyline({{4, 4}, {12, 12}}));
            strokePath(painter, polyline({{12, 4}, {4, 12}}));
            break;
        case Icon::attach:
            paintClip(painter);
            break;
        case Icon::picture:
            paintPicture(painter);
            break;
        case Icon::page:
            paintPage(painter);
            break;
        case Icon::search:
            paintGlass(painter);
            break;
        case Icon::not_kept:
            paintHourglass(painter);
            break;
    }
}

QPainterPath layerPath(double top) {
    // A flat rhombus seen from above: one layer of the mark.
    QPainterPath path = polyline({{8, top}, {15, top + 3.4}, {8, top + 6.8}, {1, top + 3.4}});
    path.closeSubpath();
    return path;
}

}  // namespace

void paintIcon(QPainter& painter, const QRectF& area, Icon icon, const QColor& color) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(area.topLeft());
    painter.scale(area.width() / kGrid, area.height() / kGrid);
    painter.setPen(QPen(color, kLineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    paintOnGrid(painter, icon);
    painter.restore();
}

void paintLogo(QPainter& painter, const QRectF& area, const QColor& color) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(area.topLeft());
    painter.scale(area.width() / kGrid, area.height() / kGrid);
    painter.setPen(Qt::NoPen);
    const auto faded = [&color](double strength) {
        QColor layer = color;
        layer.setAlphaF(static_cast<float>(strength));
        return layer;
    };
    // From the lowest layer up; a gap between them is cut out so that each keeps its edge on any background.
    const QPainterPath top = layerPath(1.0);
    const QPainterPath middle = layerPath(4.4).subtracted(top.translated(0, 1.1));
    const QPainterPath bottom = layerPath(7.8).subtracted(layerPath(4.4).translated(0, 1.1));
    painter.fillPath(bottom, faded(0.4));
    painter.fillPath(middle, faded(0.7));
    painter.fillPath(top, color);
    painter.restore();
}

namespace {

QPainterPath signPath(LogoSign sign, const QPointF& centre, double radius) {
    QPainterPath path;
    if (sign == LogoSign::dot) {
        path.addEllipse(centre, radius, radius);
    } else {
        path.addPolygon(QPolygonF({centre + QPointF(-radius, -0.7 * radius), centre + QPointF(radius, -0.7 * radius),
                                   centre + QPointF(0, radius)}));
        path.closeSubpath();
    }
    return path;
}

/// Makes room for a sign of this colour: a gap around it keeps it apart from the mark on any background.
void prepareSign(QPainter& painter, const QPointF& centre, double radius, const QColor& color) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setCompositionMode(QPainter::CompositionMode_Clear);
    painter.setBrush(Qt::black);
    painter.drawEllipse(centre, radius * kDotGap, radius * kDotGap);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setBrush(color);
}

void paintSign(QPainter& painter, int side, const QColor& color, LogoSign sign) {
    const double radius = side * kDotRadius;
    const QPointF centre(side - radius, side - radius);
    prepareSign(painter, centre, radius, color);
    painter.drawPath(signPath(sign, centre, radius));
}

void paintReach(QPainter& painter, int side, const ReachSign& reach) {
    const double radius = side * kDotRadius;
    const QPointF centre(radius, side - radius);
    prepareSign(painter, centre, radius, reach.color);
    if (reach.from_network) {
        painter.drawPolygon(QPolygonF(
            {centre + QPointF(0, -radius), centre + QPointF(radius, radius), centre + QPointF(-radius, radius)}));
        return;
    }
    QPainterPath ring;
    ring.addEllipse(centre, radius, radius);
    ring.addEllipse(centre, radius * kRingHole, radius * kRingHole);
    painter.drawPath(ring);
}

}  // namespace

QIcon logoIcon(const QColor& color, const std::optional<QColor>& sign_color, LogoSign sign,
               const std::optional<ReachSign>& reach) {
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintLogo(painter, QRectF(0, 0, side, side), color);
        if (sign_color) {
            paintSign(painter, side, *sign_color, sign);
        }
        if (reach) {
            paintReach(painter, side, *reach);
        }
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

}  // namespace strata::ui
