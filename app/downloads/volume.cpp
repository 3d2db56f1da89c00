#include "app/downloads/volume.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

namespace strata::app {

VolumeInfo readVolume(const QString& folder) {
    QFileInfo place(QDir(folder).absolutePath());
    while (!place.exists() && !place.isRoot()) {
        place = QFileInfo(place.path());
    }
    VolumeInfo info;
    if (!place.isDir()) {
        return info;
    }
    const QStorageInfo storage(place.absoluteFilePath());
    info.present = storage.isValid() && storage.isReady();
    info.root = QDir::toNativeSeparators(storage.rootPath());
    info.free_bytes = storage.bytesAvailable();
    const QByteArray type = storage.fileSystemType().toLower();
    info.is_fat = type == "vfat" || type == "msdos" || type == "fat" || type == "fat32" || type == "fat16";
    return info;
}

}  // namespace strata::app
