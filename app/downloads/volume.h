#pragma once

#include <QString>

namespace strata::app {

/// The drive that a folder lies on.
struct VolumeInfo {
    bool present = false;   ///< false: the drive or the folder is not there
    QString root;           ///< "D:" or where it is mounted
    qint64 free_bytes = 0;  ///< for this user
    bool is_fat = false;    ///< cannot hold files of 4 GiB
};

/// May wait for the disk. A folder that is not there yet: of the nearest one above it that is.
VolumeInfo readVolume(const QString& folder);

}  // namespace strata::app
