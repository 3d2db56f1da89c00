#pragma once

#include <QSize>

#include "app/settings.h"

namespace strata::app {

/// The largest picture that is taken, and the longest side.
constexpr double kLargestMegapixels = 200;
constexpr int kLongestSide = 30'000;
constexpr qint64 kLargestPictureFile = 50'000'000;  ///< bytes
/// How many times longer than wide a picture may be: the model's own limit.
constexpr int kLongestShape = 200;
/// Pictures of one message.
constexpr int kPicturesPerMessage = 8;

double megapixelsOf(QSize size);
/// Whether the model can look at a picture of this shape at all.
bool isShapeUseful(QSize size);

/// The size that the model makes use of: the same shape, shrunk to the pixels that the chosen detail is worth. Small
/// pictures stay as they are.
QSize usefulSize(QSize upright, PictureDetail detail);

/// Tokens that a picture takes in the prompt. The network cuts it into squares of 16 pixels and joins four of them.
int pictureTokens(QSize size);

}  // namespace strata::app
