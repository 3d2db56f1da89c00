#pragma once

#include <QByteArray>

#include "app/pictures/content_kind.h"

namespace strata::app {

/// What the marks in a picture file tell before anything is decoded. Any bytes may be looked at.
struct PictureOutline {
    bool whole = false;              ///< nothing is missing at the end
    bool more_frames = false;        ///< it moves; only its first frame is of use
    int orientation = 1;             ///< as EXIF counts them, 1 … 8; of JPEG always 1, whose reader turns it itself
    bool shrinks_in_reading = true;  ///< its reader never holds all of its pixels
    quint64 pixel_bytes = 4;         ///< that a reader which holds them needs for one pixel
    quint64 extra_bytes = 0;         ///< that its reader holds besides
};

/// kind: one that isReadablePicture.
PictureOutline outlineOf(ContentKind kind, const QByteArray& bytes);

/// The orientation in EXIF data ("II*…" or "MM…"); 1 if there is none or it makes no sense.
int exifOrientation(QByteArrayView exif);

}  // namespace strata::app
