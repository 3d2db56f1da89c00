#include "app/pictures/picture_size.h"

#include <algorithm>
#include <cmath>

namespace strata::app {
namespace {

constexpr int kTokenSide = 32;  ///< pixels: squares of 16, two by two
constexpr double kTokenPixels = kTokenSide * kTokenSide;
constexpr double kFewestTokens = 64;

/// Tokens that are spent on a picture at most. Low is what a processor reads in seconds, high what the network was
/// trained to tell apart in documents.
double mostTokens(PictureDetail detail) {
    switch (detail) {
        case PictureDetail::low:
            return 300;
        case PictureDetail::normal:
            break;
        case PictureDetail::high:
            return 4'096;
    }
    return 1'024;
}

double pixelsOf(QSize size) {
    return static_cast<double>(size.width()) * size.height();
}

}  // namespace

double megapixelsOf(QSize size) {
    return pixelsOf(size) / 1e6;
}

bool isShapeUseful(QSize size) {
    const qint64 longer = std::max(size.width(), size.height());
    const qint64 shorter = std::min(size.width(), size.height());
    return shorter >= 1 && longer <= shorter * kLongestShape;
}

QSize usefulSize(QSize upright, PictureDetail detail) {
    const double most = mostTokens(detail) * kTokenPixels;
    if (pixelsOf(upright) <= most) {
        return upright;
    }
    const double shrink = std::sqrt(most / pixelsOf(upright));
    const auto shrunk = [shrink](int side) { return std::max(static_cast<int>(side * shrink), 1); };
    QSize size(shrunk(upright.width()), shrunk(upright.height()));
    // Rounding must not make a long picture longer than the model takes.
    const int shortest = (std::max(size.width(), size.height()) + kLongestShape - 1) / kLongestShape;
    return size.expandedTo({shortest, shortest});
}

int pictureTokens(QSize size) {
    if (size.isEmpty()) {
        return 0;
    }
    const auto squares = [](double side) { return std::max(std::nearbyint(side / kTokenSide), 1.0); };
    double width = squares(size.width());
    double height = squares(size.height());
    if (width * height < kFewestTokens) {
        const double grow = std::sqrt(kFewestTokens * kTokenPixels / pixelsOf(size));
        width = std::ceil(size.width() * grow / kTokenSide);
        height = std::ceil(size.height() * grow / kTokenSide);
    }
    return static_cast<int>(width * height);
}

}  // namespace strata::app
