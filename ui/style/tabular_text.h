#pragma once

#include <QRectF>
#include <QString>

class QFontMetricsF;
class QPainter;

namespace strata::ui {

/// Text whose digits all take the same room, whatever the font does, so that a number that changes does not move what
/// stands beside it.
double tabularWidth(const QFontMetricsF& metrics, const QString& text);

/// Paints one line of it with the painter's font and pen, in the middle of the height of `area`; at its right end with
/// Qt::AlignRight, else at its left.
void paintTabular(QPainter& painter, const QRectF& area, const QString& text, Qt::Alignment alignment);

}  // namespace strata::ui
