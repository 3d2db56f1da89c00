#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>
#include <tl/expected.hpp>

#include "app/pictures/content_kind.h"
#include "app/settings.h"

namespace strata::app {

/// Why a picture is not taken.
enum class PictureFault {
    other_kind,   ///< it is something else; `kind` says what, if that is known
    too_big,      ///< `amount` megapixels where `limit` are the most
    too_long,     ///< one side has more pixels (`amount`) than the limit
    too_heavy,    ///< `amount` megabytes where `limit` are the most
    too_narrow,   ///< `amount` times longer than wide where `limit` are the most
    damaged,      ///< or not a picture
    not_readable  ///< the file could not be read: `reason`
};

struct PictureProblem {
    PictureFault fault = PictureFault::damaged;
    Content content;
    double amount = 0, limit = 0;
    QString reason;
};

/// A picture as the model is to see it.
struct PictureRead {
    QImage image;  ///< upright, shrunk, RGB without transparency, nothing but pixels
    QSize source;  ///< upright, as the file has it
    ContentKind kind = ContentKind::png;
    bool more_frames = false;  ///< it moves; this is its first frame
};

/// Reads PNG, JPEG, WebP, GIF and BMP, whatever the name says. Never holds more than 300 MB; hostile bytes give an
/// error. What is transparent becomes white. Any thread; takes up to a second.
tl::expected<PictureRead, PictureProblem> readPicture(const QByteArray& bytes, PictureDetail detail,
                                                      const QString& file_name = {});

/// The largest picture that is read as it is, in megapixels: all of its pixels are held at once, and twice for a
/// moment.
constexpr double kLargestOriginal = 36;

/// The same as large as it came, upright and without metadata. Errors: also too_big.
tl::expected<PictureRead, PictureProblem> readOriginal(const QByteArray& bytes, const QString& file_name = {});

/// An image that is in memory already, as from a screenshot. Its text and colour profile are left behind.
tl::expected<PictureRead, PictureProblem> readPicture(const QImage& image, PictureDetail detail);

}  // namespace strata::app
