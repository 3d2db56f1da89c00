#include "app/api/picture_reading.h"

#include <cstring>
#include <memory>
#include <utility>

#include <QByteArray>
#include <QImage>

#include "app/pictures/picture_reader.h"

namespace strata::app::api {
namespace {

std::string wordsOf(PictureFault fault) {
    switch (fault) {
        case PictureFault::other_kind:
            return "The picture is not PNG, JPEG, WebP, GIF or BMP.";
        case PictureFault::too_big:
            return "The picture has too many pixels.";
        case PictureFault::too_long:
            return "A side of the picture is too long.";
        case PictureFault::too_heavy:
            return "The picture has too many bytes.";
        case PictureFault::too_narrow:
            return "The picture is too narrow.";
        default:
            return "The picture is damaged or cut off.";
    }
}

std::shared_ptr<const Picture> pixelsOf(const QImage& image) {
    const QImage plain = image.convertToFormat(QImage::Format_RGB888);
    auto picture = std::make_shared<Picture>();
    picture->width = plain.width();
    picture->height = plain.height();
    const auto row_bytes = static_cast<std::size_t>(plain.width()) * 3;
    picture->rgb.resize(row_bytes * static_cast<std::size_t>(plain.height()));
    for (int row = 0; row < plain.height(); ++row) {
        std::memcpy(picture->rgb.data() + static_cast<std::size_t>(row) * row_bytes, plain.constScanLine(row),
                    row_bytes);
    }
    return picture;
}

}  // namespace

ApiResult<void> decodePictures(ApiCall& call, bool /*may_fetch*/) {
    for (EncodedPicture& encoded : call.pictures) {
        if (!encoded.address.empty()) {
            return refuse(ErrorKind::image_url_not_allowed,
                          "Pictures are not fetched from the web here. Send the picture itself as a data: URL.",
                          encoded.param);
        }
        const auto bytes = QByteArray::fromRawData(encoded.bytes.data(), static_cast<qsizetype>(encoded.bytes.size()));
        const auto read = readPicture(bytes, PictureDetail::normal);
        if (!read) {
            return refuse(ErrorKind::invalid_image, wordsOf(read.error().fault), encoded.param);
        }
        call.request.messages.at(encoded.message).pictures.push_back(pixelsOf(read->image));
        encoded.bytes = {};
    }
    return {};
}

}  // namespace strata::app::api
