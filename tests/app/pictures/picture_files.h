#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>

namespace strata::testing {

/// An upright scene: its quarters are red, green, blue and white, from the top left by rows, each with some grain.
QImage scene(QSize size);
/// The quarter colours of an image from the top left by rows, as letters: "RGBW" is upright.
QString quartersOf(const QImage& image);

/// format: as Qt names it. An empty result: this installation cannot write it.
QByteArray encoded(const QImage& image, const char* format, int quality = -1);

/// EXIF data with an orientation, and a place and a camera by name.
QByteArray exifBlock(int orientation, bool big_endian = false);
/// What no stored file may contain.
QByteArrayList secretsOfExif();

/// A picture file that shows the scene upright when its EXIF orientation is followed.
QByteArray turnedJpeg(QSize upright, int orientation, bool big_endian = false);
QByteArray turnedPng(QSize upright, int orientation);
QByteArray turnedWebp(QSize upright, int orientation);

/// A GIF of two frames of 2×2 pixels.
QByteArray movingGif();

}  // namespace strata::testing
