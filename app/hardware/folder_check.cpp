#include "app/hardware/folder_check.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

#include "app/hardware/volumes.h"

namespace strata::app {

/// Context of the translations.
struct FolderCheck {
    Q_DECLARE_TR_FUNCTIONS(FolderCheck)
};

namespace {

constexpr QLatin1String kModels("Strata Models");

#ifdef _WIN32
constexpr Qt::CaseSensitivity kNames = Qt::CaseInsensitive;
#else
constexpr Qt::CaseSensitivity kNames = Qt::CaseSensitive;
#endif

/// With links followed as far as the path exists.
QString realPath(const QString& path) {
    QString existing = QDir::cleanPath(path);
    QString rest;
    while (!QFileInfo::exists(existing)) {
        const QString above = QFileInfo(existing).path();
        if (above == existing) {
            return QDir::cleanPath(path);
        }
        rest = QLatin1Char('/') + QFileInfo(existing).fileName() + rest;
        existing = above;
    }
    return QDir::cleanPath(QFileInfo(existing).canonicalFilePath() + rest);
}

bool isInside(const QString& path, const QString& folder) {
    if (folder.isEmpty()) {
        return false;
    }
    const QString outer = realPath(folder);
    const QString inner = realPath(path);
    return inner.compare(outer, kNames) == 0 ||
           inner.startsWith(outer.endsWith(u'/') ? outer : outer + QLatin1Char('/'), kNames);
}

bool isInsideAny(const QString& path, const QStringList& folders) {
    return std::any_of(folders.begin(), folders.end(),
                       [&path](const QString& folder) { return isInside(path, folder); });
}

/// What a service leaves in the folders that it copies.
struct CloudMark {
    const char* name;
    const char* service;
};
constexpr CloudMark kMarks[] = {{".dropbox", "Dropbox"},           {".dropbox.cache", "Dropbox"},
                                {".stfolder", "Syncthing"},        {".nextcloudsync.log", "Nextcloud"},
                                {".owncloudsync.log", "ownCloud"}, {".tmp.driveupload", "Google Drive"}};
/// How services name their folders; also with " - " and the name of a company behind.
constexpr const char* kCloudFolders[] = {"OneDrive",     "Dropbox",       "Google Drive", "GoogleDrive", "iCloudDrive",
                                         "iCloud Drive", "Nextcloud",     "ownCloud",     "pCloudDrive", "pCloud Drive",
                                         "MEGAsync",     "SynologyDrive", "Yandex.Disk",  "Box Sync",    "Tresorit"};

QString cloudName(const QString& folder) {
    for (const char* const name : kCloudFolders) {
        const QLatin1String cloud(name);
        if (folder.compare(cloud, Qt::CaseInsensitive) == 0 ||
            folder.startsWith(cloud + QLatin1String(" - "), Qt::CaseInsensitive)) {
            return cloud;
        }
    }
    return {};
}

/// The service that copies this folder; empty: none that is known.
QString cloudOf(const QString& path, const KnownPlaces& places) {
    if (isInsideAny(path, places.clouds)) {
        return FolderCheck::tr("a cloud service");
    }
    QString folder = realPath(path);
    for (;;) {
        const QFileInfo about(folder);
        if (const QString name = cloudName(about.fileName()); !name.isEmpty()) {
            return name;
        }
        // A service's own settings lie in the home folder under the same names; only what is inside counts there.
        for (const CloudMark& mark : kMarks) {
            if (folder != QDir::cleanPath(places.home) &&
                QFileInfo::exists(folder + QLatin1Char('/') + QLatin1String(mark.name))) {
                return QLatin1String(mark.service);
            }
        }
        const QString above = about.path();
        if (above == folder) {
            return {};
        }
        folder = above;
    }
}

QString nameProblem(const QString& path) {
    if (path.isEmpty() || QDir::isRelativePath(path)) {
        return FolderCheck::tr("it does not say where it is");
    }
    if (path.contains(QChar::Null)) {
        return FolderCheck::tr("it has a character that no name may have");
    }
    if (QFileInfo(path).exists() && !QFileInfo(path).isDir()) {
        return FolderCheck::tr("there is a file of that name");
    }
#ifdef _WIN32
    static const QString kForbidden = QStringLiteral("<>\"|?*");
    static const QStringList kDevices = {"CON", "PRN", "AUX", "NUL"};
    const QStringList parts = path.mid(path.indexOf(u':') + 1).split(u'/', Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const bool forbidden = std::any_of(part.begin(), part.end(),
                                           [](QChar c) { return kForbidden.contains(c) || c == u':' || c < u' '; });
        if (forbidden || part.endsWith(u'.') || part.endsWith(u' ') ||
            kDevices.contains(part.section(u'.', 0, 0).toUpper())) {
            return FolderCheck::tr("Windows does not allow “%1”").arg(part);
        }
    }
#endif
    return {};
}

/// The folders of a path that are not there, deepest first.
QStringList missingFolders(const QString& path) {
    QStringList missing;
    QString folder = path;
    while (!QFileInfo::exists(folder)) {
        missing.append(folder);
        const QString above = QFileInfo(folder).path();
        if (above == folder) {
            break;
        }
        folder = above;
    }
    return missing;
}

/// Writes a file, and takes away everything that it made.
QString writeProblem(const QString& path) {
    const QStringList missing = missingFolders(path);
    QString problem;
    if (!QDir().mkpath(path)) {
        problem = FolderCheck::tr("the folder cannot be made");
    } else {
        QTemporaryFile file(path + QStringLiteral("/strata-XXXXXX.test"));
        if (!file.open() || file.write("test") != 4 || !file.flush()) {
            problem = file.errorString();
        }
    }
    for (const QString& folder : missing) {
        QDir().rmdir(folder);  // only while it is empty
    }
    return problem;
}

}  // namespace

KnownPlaces KnownPlaces::ofThisPc() {
    KnownPlaces places;
    places.program = QCoreApplication::applicationDirPath();
    places.home = QDir::homePath();
    places.temporary = {QDir::tempPath()};
#ifdef _WIN32
    const QString windows = qEnvironmentVariable("SystemRoot", QStringLiteral("C:/Windows"));
    places.temporary.append(windows + QStringLiteral("/Temp"));
    for (const char* const name : {"OneDrive", "OneDriveConsumer", "OneDriveCommercial"}) {
        if (const QString folder = qEnvironmentVariable(name); !folder.isEmpty()) {
            places.clouds.append(QDir::fromNativeSeparators(folder));
        }
    }
#else
    places.temporary.append({QStringLiteral("/tmp"), QStringLiteral("/var/tmp"), QStringLiteral("/dev/shm")});
#endif
    return places;
}

FolderFacts readFolderFacts(const QString& path, const KnownPlaces& places) {
    FolderFacts facts;
    facts.path = path.isEmpty() ? QString() : QDir::cleanPath(QDir::fromNativeSeparators(path));
    facts.name_problem = nameProblem(facts.path);
    if (!facts.name_problem.isEmpty()) {
        return facts;
    }
    facts.in_program = isInside(facts.path, places.program);
    facts.in_temporary = isInsideAny(facts.path, places.temporary);
    facts.cloud = cloudOf(facts.path, places);
    facts.volume = volumeOf(facts.path);
    if (judgeFolder(facts).answer != FolderAnswer::refused) {
        facts.write_problem = writeProblem(facts.path);
    }
    return facts;
}

FolderVerdict judgeFolder(const FolderFacts& facts) {
    const auto refused = [](const char* code, const QString& text) {
        return FolderVerdict{FolderAnswer::refused, QLatin1String(code), text};
    };
    const QString native = QDir::toNativeSeparators(facts.path);
    const QString drive = facts.volume ? QDir::toNativeSeparators(facts.volume->root) : QString();
    if (!facts.name_problem.isEmpty()) {
        return refused("E-PATH",
                       FolderCheck::tr("The folder name cannot be used on this system (%1).").arg(facts.name_problem));
    }
    if (facts.in_program) {
        return refused("E-PATH", FolderCheck::tr("This is the program's own folder. An update would remove the model "
                                                 "with it."));
    }
    if (facts.in_temporary) {
        return refused("E-PATH", FolderCheck::tr("The system empties this folder by itself. The model would be gone."));
    }
    if (!facts.cloud.isEmpty()) {
        return refused("E-PATH", FolderCheck::tr("This folder is copied to a cloud (%1). The model is too large for "
                                                 "that.")
                                     .arg(facts.cloud));
    }
    if (facts.volume && !holdsLargeFiles(*facts.volume)) {
        return refused("E-FS-FAT",
                       FolderCheck::tr("Drive %1 uses FAT32, which cannot hold files over 4 GB.").arg(drive));
    }
    if (facts.volume && facts.volume->read_only) {
        return refused("E-DISK-WRITE", FolderCheck::tr("Drive %1 can only be read.").arg(drive));
    }
    if (!facts.write_problem.isEmpty()) {
        return refused("E-DISK-WRITE",
                       FolderCheck::tr("The system refused to write to %1 (%2).").arg(native, facts.write_problem));
    }
    if (!facts.volume) {
        return {};
    }
    const auto warned = [](const QString& text) { return FolderVerdict{FolderAnswer::warned, {}, text}; };
    if (facts.volume->kind == DriveKind::network) {
        return warned(
            FolderCheck::tr("This folder is on the network. Loading depends on its speed, and nothing works "
                            "without it."));
    }
    if (facts.volume->removable) {
        return warned(FolderCheck::tr("This drive can be unplugged. The model works only while it is connected."));
    }
    if (facts.volume->kind == DriveKind::hard_disk) {
        return warned(FolderCheck::tr("This is a hard disk. The first start takes minutes longer than from an SSD."));
    }
    return {};
}

QString proposedFolder(const std::vector<VolumeFacts>& volumes, const KnownPlaces& places) {
    const auto home = volumeOf(places.home);
    const auto rank = [](const VolumeFacts& volume) {
        const bool local = volume.kind != DriveKind::network && !volume.removable;
        return std::make_pair(local && volume.kind == DriveKind::ssd, local);
    };
    const VolumeFacts* best = home ? &*home : nullptr;
    for (const VolumeFacts& volume : volumes) {
        const bool can_hold = !volume.read_only && holdsLargeFiles(volume) && QFileInfo(volume.root).isWritable();
        const bool better = best == nullptr || rank(volume) > rank(*best) ||
                            (rank(volume) == rank(*best) && volume.free_bytes > best->free_bytes);
        if (can_hold && better) {
            best = &volume;
        }
    }
    const bool at_home = best == nullptr || (home && best->root == home->root);
    return QDir(at_home ? places.home : best->root).filePath(kModels);
}

QStringList proposedToOthers(const std::vector<VolumeFacts>& volumes, const KnownPlaces& places) {
    QStringList folders;
    const QFileInfo home(places.home);
    if (!places.home.isEmpty()) {
        for (const QFileInfo& other : QDir(home.path()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (other.fileName() != home.fileName()) {
                folders.append(QDir(other.filePath()).filePath(kModels));
            }
        }
    }
    for (const VolumeFacts& volume : volumes) {
        if (volume.kind != DriveKind::network) {
            folders.append(QDir(volume.root).filePath(kModels));
        }
    }
    folders.removeDuplicates();
    return folders;
}

}  // namespace strata::app
