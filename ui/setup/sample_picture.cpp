#include "ui/setup/sample_picture.h"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <QRadialGradient>

namespace strata::ui {
namespace {

// The colours are the picture's own: it looks the same in every theme.
constexpr QSize kSize(800, 600);
constexpr int kTableTop = 380;

void paintRoom(QPainter& painter) {
    QLinearGradient wall(0, 0, 0, kTableTop);
    wall.setColorAt(0, QColor(236, 226, 205));
    wall.setColorAt(1, QColor(214, 199, 170));
    painter.fillRect(0, 0, kSize.width(), kTableTop, wall);
    QLinearGradient table(0, kTableTop, 0, kSize.height());
    table.setColorAt(0, QColor(150, 103, 62));
    table.setColorAt(1, QColor(104, 66, 36));
    painter.fillRect(0, kTableTop, kSize.width(), kSize.height() - kTableTop, table);
}

void paintShadow(QPainter& painter, const QPointF& centre, double half_width) {
    painter.setBrush(QColor(60, 34, 14, 110));
    painter.drawEllipse(centre, half_width, half_width * 0.22);
}

void paintApple(QPainter& painter, const QPointF& centre, double radius, const QColor& color) {
    paintShadow(painter, centre + QPointF(radius * 0.2, radius * 0.9), radius);
    QRadialGradient skin(centre - QPointF(radius * 0.35, radius * 0.4), radius * 1.5);
    skin.setColorAt(0, color.lighter(150));
    skin.setColorAt(0.45, color);
    skin.setColorAt(1, color.darker(190));
    painter.setBrush(skin);
    QPainterPath body;
    const double x = centre.x(), y = centre.y(), r = radius;
    body.moveTo(x, y - r * 0.72);
    body.cubicTo(x + r * 0.5, y - r * 1.15, x + r * 1.15, y - r * 0.7, x + r, y + r * 0.05);
    body.cubicTo(x + r * 0.9, y + r * 0.8, x + r * 0.4, y + r * 1.08, x, y + r * 0.92);
    body.cubicTo(x - r * 0.4, y + r * 1.08, x - r * 0.9, y + r * 0.8, x - r, y + r * 0.05);
    body.cubicTo(x - r * 1.15, y - r * 0.7, x - r * 0.5, y - r * 1.15, x, y - r * 0.72);
    painter.drawPath(body);
    painter.setPen(QPen(QColor(84, 54, 30), r * 0.1, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(x, y - r * 0.7), QPointF(x + r * 0.12, y - r * 1.12));
    painter.setPen(Qt::NoPen);
}

void paintCup(QPainter& painter) {
    paintShadow(painter, {620, 478}, 96);
    painter.setPen(QPen(QColor(30, 78, 150), 20));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(660, 330, 84, 92), -90 * 16, 180 * 16);
    painter.setPen(Qt::NoPen);
    QLinearGradient side(535, 0, 705, 0);
    side.setColorAt(0, QColor(86, 142, 214));
    side.setColorAt(0.4, QColor(44, 102, 184));
    side.setColorAt(1, QColor(20, 56, 116));
    painter.setBrush(side);
    QPainterPath body;
    body.moveTo(535, 300);
    body.lineTo(705, 300);
    body.cubicTo(700, 400, 690, 450, 672, 472);
    body.quadTo(620, 492, 568, 472);
    body.cubicTo(550, 450, 540, 400, 535, 300);
    painter.drawPath(body);
    painter.setBrush(QColor(120, 170, 230));
    painter.drawEllipse(QPointF(620, 300), 85, 20);
    painter.setBrush(QColor(58, 34, 20));
    painter.drawEllipse(QPointF(620, 304), 74, 14);
}

}  // namespace

QImage samplePicture() {
    QImage picture(kSize, QImage::Format_RGB32);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    paintRoom(painter);
    paintApple(painter, {330, 380}, 74, QColor(196, 40, 32));
    paintCup(painter);
    paintApple(painter, {190, 430}, 80, QColor(112, 164, 48));
    paintApple(painter, {420, 460}, 84, QColor(204, 48, 38));
    return picture;
}

}  // namespace strata::ui
