#include "ui/style/tabular_text.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QPainter>

namespace strata::ui {
namespace {

bool isDigit(QChar letter) {
    return letter >= u'0' && letter <= u'9';
}

double digitWidth(const QFontMetricsF& metrics) {
    double widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit) {
        widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
    }
    return widest;
}

/// Length of the part from `start` on that is one digit, or has none.
qsizetype partLength(const QString& text, qsizetype start) {
    if (isDigit(text[start])) {
        return 1;
    }
    qsizetype end = start + 1;
    while (end < text.size() && !isDigit(text[end])) {
        ++end;
    }
    return end - start;
}

}  // namespace

double tabularWidth(const QFontMetricsF& metrics, const QString& text) {
    const double digit = digitWidth(metrics);
    double width = 0;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype length = partLength(text, at);
        width += isDigit(text[at]) ? digit : metrics.horizontalAdvance(text.mid(at, length));
        at += length;
    }
    return width;
}

void paintTabular(QPainter& painter, const QRectF& area, const QString& text, Qt::Alignment alignment) {
    const QFontMetricsF metrics(painter.font());
    const double digit = digitWidth(metrics);
    double x = area.left();
    if (alignment.testFlag(Qt::AlignRight)) {
        x = area.right() - tabularWidth(metrics, text);
    }
    const double y = area.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype length = partLength(text, at);
        const QString part = text.mid(at, length);
        const double own = metrics.horizontalAdvance(part);
        const double room = isDigit(text[at]) ? digit : own;
        painter.drawText(QPointF(x + (room - own) / 2, y), part);
        x += room;
        at += length;
    }
}

}  // namespace strata::ui
