#include "app/picture_list.h"

#include <QJsonObject>
#include <QRegularExpression>

namespace strata::app {
namespace {

/// The hash becomes the name of a file, so nothing else may stand in it.
bool isHash(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^[0-9a-f]{64}$"));
    return form.match(text).hasMatch();
}

}  // namespace

QJsonArray jsonOf(const std::vector<AttachedPicture>& pictures) {
    QJsonArray array;
    for (const AttachedPicture& picture : pictures) {
        array.append(QJsonObject{{QStringLiteral("hash"), picture.hash},
                                 {QStringLiteral("name"), picture.name},
                                 {QStringLiteral("width"), picture.width},
                                 {QStringLiteral("height"), picture.height},
                                 {QStringLiteral("source_width"), picture.source_width},
                                 {QStringLiteral("source_height"), picture.source_height}});
    }
    return array;
}

std::vector<AttachedPicture> picturesOf(const QJsonArray& json) {
    std::vector<AttachedPicture> pictures;
    for (const QJsonValue value : json) {
        const QJsonObject object = value.toObject();
        const QString hash = object[QLatin1String("hash")].toString();
        if (isHash(hash)) {
            pictures.push_back({hash, object[QLatin1String("name")].toString(), object[QLatin1String("width")].toInt(),
                                object[QLatin1String("height")].toInt(), object[QLatin1String("source_width")].toInt(),
                                object[QLatin1String("source_height")].toInt()});
        }
    }
    return pictures;
}

}  // namespace strata::app
