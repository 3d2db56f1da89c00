#include "app/hardware/volumes.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>
#include <QStringList>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// winioctl.h needs windows.h in front of it.
#include <winioctl.h>
#else
#include <sys/stat.h>
#include <sys/sysmacros.h>
#endif

namespace strata::app {
namespace {

struct Drive {
    DriveKind kind = DriveKind::unknown;
    bool removable = false;
};

bool isNetwork(const QByteArray& file_system) {
    static const QByteArrayList kNetwork = {"cifs", "smb",  "smb2", "smb3",  "smbfs", "nfs",        "nfs4",
                                            "9p",   "ceph", "afs",  "ncpfs", "davfs", "fuse.sshfs", "fuse.davfs"};
    return kNetwork.contains(file_system.toLower());
}

/// Places that no file of the person belongs on: made up by the system, in memory, or images of packages.
bool isMadeUp(const QByteArray& file_system) {
    static const QByteArrayList kMadeUp = {"tmpfs",       "devtmpfs", "proc",     "sysfs",
                                           "squashfs",    "ramfs",    "efivarfs", "iso9660",
                                           "fuse.portal", "autofs",   "cgroup2",  "fuse.gvfsd-fuse"};
    return kMadeUp.contains(file_system.toLower());
}

QByteArray wordIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

#ifdef _WIN32

/// A drive letter's device, opened to be asked about; INVALID_HANDLE_VALUE if it cannot.
HANDLE openDevice(const QString& root) {
    const std::wstring name = (QStringLiteral("\\\\.\\") + root.left(2)).toStdWString();
    return CreateFileW(name.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr);
}

Drive driveOf(const QStorageInfo& storage) {
    const QString root = storage.rootPath();
    const UINT type = GetDriveTypeW(QDir::toNativeSeparators(root).toStdWString().c_str());
    Drive drive;
    drive.removable = type == DRIVE_REMOVABLE;
    if (type == DRIVE_REMOTE) {
        drive.kind = DriveKind::network;
        return drive;
    }
    const HANDLE device = openDevice(root);
    if (device == INVALID_HANDLE_VALUE) {
        return drive;
    }
    DWORD size = 0;
    STORAGE_PROPERTY_QUERY query = {};
    query.PropertyId = StorageDeviceSeekPenaltyProperty;
    query.QueryType = PropertyStandardQuery;
    DEVICE_SEEK_PENALTY_DESCRIPTOR seek = {};
    if (DeviceIoControl(device, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof(query), &seek, sizeof(seek), &size,
                        nullptr)) {
        drive.kind = seek.IncursSeekPenalty ? DriveKind::hard_disk : DriveKind::ssd;
    }
    query.PropertyId = StorageDeviceProperty;
    STORAGE_DEVICE_DESCRIPTOR about = {};
    if (DeviceIoControl(device, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof(query), &about, sizeof(about), &size,
                        nullptr)) {
        drive.removable = drive.removable || about.BusType == BusTypeUsb;
    }
    CloseHandle(device);
    return drive;
}

#else

/// Folder of a device below /sys/dev/block; of a partition, that of its disk.
QString diskFolder(const QString& sys, unsigned major, unsigned minor) {
    const QString link = QStringLiteral("%1/dev/block/%2:%3").arg(sys).arg(major).arg(minor);
    const QString folder = QFileInfo(link).canonicalFilePath();
    if (folder.isEmpty()) {
        return {};
    }
    return QFileInfo::exists(folder + QStringLiteral("/partition")) ? QFileInfo(folder).path() : folder;
}

Drive driveOf(const QStorageInfo& storage) {
    Drive drive;
    if (isNetwork(storage.fileSystemType())) {
        drive.kind = DriveKind::network;
        return drive;
    }
    // Some file systems have device numbers of their own: then the device that was mounted tells.
    struct stat about = {};
    unsigned major_number = 0;
    unsigned minor_number = 0;
    if (stat(storage.device().constData(), &about) == 0 && S_ISBLK(about.st_mode)) {
        major_number = major(about.st_rdev);
        minor_number = minor(about.st_rdev);
    } else if (stat(QFile::encodeName(storage.rootPath()).constData(), &about) == 0) {
        major_number = major(about.st_dev);
        minor_number = minor(about.st_dev);
    }
    const QString sys = QStringLiteral("/sys");
    drive.kind = driveKindIn(sys, major_number, minor_number);
    const QString disk = diskFolder(sys, major_number, minor_number);
    drive.removable = wordIn(disk + QStringLiteral("/removable")) == "1" || disk.contains(QLatin1String("/usb"));
    return drive;
}

#endif

VolumeFacts factsOf(const QStorageInfo& storage) {
    VolumeFacts facts;
    const Drive drive = driveOf(storage);
    facts.root = storage.rootPath();
    facts.file_system = QString::fromLatin1(storage.fileSystemType());
    facts.kind = drive.kind;
    facts.removable = drive.removable;
    facts.read_only = storage.isReadOnly();
    facts.total_bytes = static_cast<quint64>(std::max<qint64>(storage.bytesTotal(), 0));
    facts.free_bytes = static_cast<quint64>(std::max<qint64>(storage.bytesAvailable(), 0));
    return facts;
}

}  // namespace

#ifdef _WIN32

DriveKind driveKindIn(const QString& /*sys*/, unsigned /*major*/, unsigned /*minor*/) {
    return DriveKind::unknown;
}

#else

DriveKind driveKindIn(const QString& sys, unsigned major, unsigned minor) {
    const QString disk = diskFolder(sys, major, minor);
    const QByteArray rotational = disk.isEmpty() ? QByteArray() : wordIn(disk + QStringLiteral("/queue/rotational"));
    if (rotational.isEmpty()) {
        return DriveKind::unknown;
    }
    return rotational == "0" ? DriveKind::ssd : DriveKind::hard_disk;
}

#endif

std::vector<VolumeFacts> listVolumes() {
    std::vector<VolumeFacts> volumes;
    QByteArrayList devices;
    for (const QStorageInfo& storage : QStorageInfo::mountedVolumes()) {
        // One disk can be mounted in many places; the first one is the one that people know.
        if (!storage.isValid() || !storage.isReady() || isMadeUp(storage.fileSystemType()) ||
            storage.bytesTotal() <= 0 || storage.rootPath().startsWith(QLatin1String("/boot")) ||
            devices.contains(storage.device())) {
            continue;
        }
        devices.append(storage.device());
        volumes.push_back(factsOf(storage));
    }
    std::stable_sort(volumes.begin(), volumes.end(),
                     [](const VolumeFacts& a, const VolumeFacts& b) { return a.free_bytes > b.free_bytes; });
    return volumes;
}

bool holdsLargeFiles(const VolumeFacts& volume) {
    static const QStringList kFat = {"fat", "fat12", "fat16", "fat32", "vfat", "msdos"};
    return !kFat.contains(volume.file_system.toLower());
}

std::optional<VolumeFacts> volumeOf(const QString& path) {
    QFileInfo there(QDir::cleanPath(path));
    while (!there.exists() && !there.isRoot()) {
        const QString above = there.path();
        if (above == there.filePath()) {
            return std::nullopt;
        }
        there.setFile(above);
    }
    const QStorageInfo storage(there.absoluteFilePath());
    return storage.isValid() && storage.isReady() ? std::optional(factsOf(storage)) : std::nullopt;
}

}  // namespace strata::app
