#pragma once

#include <QImage>

namespace strata::app {

/// An image of this size with nothing but pixels: what is transparent becomes white; text, colour profile and
/// resolution are left behind. Needs little more memory than the result.
QImage plainPixels(const QImage& image, QSize size);

/// Turned as the EXIF orientation 1 … 8 says.
QImage turnedUpright(const QImage& image, int orientation);

/// Whether that exchanges width and height.
bool exchangesSides(int orientation);

}  // namespace strata::app
