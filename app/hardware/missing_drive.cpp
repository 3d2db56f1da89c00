#include "app/hardware/missing_drive.h"

#include <QDir>
#include <QStringList>

namespace strata::app {
namespace {

/// Folders below which drives are connected, and how many names lie between them and the drive's own.
constexpr struct {
    const char* folder;
    int between;
} kPlaces[] = {{"/run/media/", 1}, {"/media/", 1}, {"/mnt/", 0}, {"/Volumes/", 0}};

struct Drive {
    QString folder;
    QString name;
};

/// Of "E:/models/a.gguf" and of "//server/share/a.gguf".
std::optional<Drive> windowsDrive(const QString& path) {
    if (path.size() >= 3 && path.at(0).isLetter() && path.at(1) == u':' && path.at(2) == u'/') {
        return Drive{path.first(3), path.first(2)};
    }
    if (path.startsWith(QLatin1String("//"))) {
        const QStringList names = path.mid(2).split(u'/', Qt::SkipEmptyParts);
        if (names.size() >= 2) {
            const QString share = QStringLiteral("//%1/%2").arg(names[0], names[1]);
            return Drive{share + u'/', share};
        }
    }
    return std::nullopt;
}

std::optional<Drive> driveOf(const QString& path) {
    for (const auto& place : kPlaces) {
        const QLatin1String folder(place.folder);
        if (!path.startsWith(folder)) {
            continue;
        }
        const QStringList names = path.mid(folder.size()).split(u'/', Qt::SkipEmptyParts);
        if (names.size() > place.between + 1) {  // something lies on it
            return Drive{folder + names.mid(0, place.between + 1).join(u'/'), names[place.between]};
        }
    }
    return windowsDrive(path);
}

}  // namespace

bool hasContent(const QString& folder) {
    return !QDir(folder).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

std::optional<QString> missingDrive(const QString& path, const std::function<bool(const QString&)>& has_content) {
    const auto drive = driveOf(QDir::fromNativeSeparators(path));
    return drive && !has_content(drive->folder) ? std::optional(drive->name) : std::nullopt;
}

}  // namespace strata::app
