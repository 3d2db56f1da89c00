#pragma once

#include "app/pictures/picture_outline.h"

namespace strata::app {

/// Of a JPEG file: whether its end is there, and what a decoder has to hold of it. A file of several scans is held as
/// coefficients of all its blocks; one with very many scans counts as damaged, as it would be decoded for minutes.
PictureOutline outlineOfJpeg(const QByteArray& bytes);

}  // namespace strata::app
