#include "app/pictures/picture_pixels.h"

#include <algorithm>

#include <QPainter>
#include <QTransform>

namespace strata::app {
namespace {

/// A strip of rows on white.
QImage onWhite(const QImage& image, int top, int rows) {
    QImage plain(image.width(), rows, QImage::Format_RGB32);
    plain.fill(Qt::white);
    QPainter painter(&plain);
    painter.drawImage(QPoint(0, 0), image, QRect(0, top, image.width(), rows));
    return plain;
}

/// Averages squares of `step` pixels. Goes by strips, so that a large image of few bytes is never held as a larger one.
QImage averaged(const QImage& image, int step) {
    QImage result(image.width() / step, image.height() / step, QImage::Format_RGB32);
    const int area = step * step;
    for (int y = 0; y < result.height(); ++y) {
        const QImage strip = onWhite(image, y * step, step);
        auto* const to = reinterpret_cast<QRgb*>(result.scanLine(y));
        for (int x = 0; x < result.width(); ++x) {
            int red = 0, green = 0, blue = 0;
            for (int row = 0; row < step; ++row) {
                const auto* const from = reinterpret_cast<const QRgb*>(strip.constScanLine(row)) + x * step;
                for (int column = 0; column < step; ++column) {
                    red += qRed(from[column]);
                    green += qGreen(from[column]);
                    blue += qBlue(from[column]);
                }
            }
            to[x] = qRgb(red / area, green / area, blue / area);
        }
    }
    return result;
}

}  // namespace

QImage plainPixels(const QImage& image, QSize size) {
    const int step = std::min(image.width() / std::max(size.width(), 1), image.height() / std::max(size.height(), 1));
    const QImage plain = step > 1 ? averaged(image, step) : onWhite(image, 0, image.height());
    if (plain.size() == size) {
        return plain;
    }
    return plain.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_RGB32);
}

QImage turnedUpright(const QImage& image, int orientation) {
    const bool mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
    int angle = 0;
    switch (orientation) {
        case 3:
        case 4:
            angle = 180;
            break;
        case 6:
        case 7:
            angle = 90;
            break;
        case 5:
        case 8:
            angle = 270;
            break;
        default:
            break;
    }
    const QImage first = mirrored ? image.mirrored(true, false) : image;
    return angle == 0 ? first : first.transformed(QTransform().rotate(angle)).convertToFormat(image.format());
}

bool exchangesSides(int orientation) {
    return orientation >= 5 && orientation <= 8;
}

}  // namespace strata::app
