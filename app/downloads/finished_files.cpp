#include "app/downloads/finished_files.h"

#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include "app/downloads/disk_file.h"

namespace strata::app {

std::optional<FinishMark> finishedFile(const QString& path, const QByteArray& sha256) {
    auto mark = readFinishMark(finishMarkPath(path));
    const bool fits = mark && QFileInfo(path).size() == mark->bytes && (sha256.isEmpty() || mark->sha256 == sha256);
    return fits ? mark : std::nullopt;
}

QString finishedFileWith(const QString& folder, const QByteArray& sha256) {
    if (sha256.isEmpty()) {
        return {};
    }
    const QString ending = finishMarkPath(QString());
    const QDir models(folder);
    for (const QString& below : models.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir place(models.filePath(below));
        for (const QString& name : place.entryList({QLatin1Char('*') + ending}, QDir::Files)) {
            const QString path = place.filePath(name.chopped(ending.size()));
            if (finishedFile(path, sha256)) {
                return path;
            }
        }
    }
    return {};
}

bool linkSameContent(const QString& folder, const CatalogFile& file, const QString& path) {
    const QString same = finishedFileWith(folder, file.sha256);
    auto mark = same.isEmpty() ? std::nullopt : readFinishMark(finishMarkPath(same));
    if (!mark || !makeOwnFolder(QFileInfo(path).path()) || !linkFile(same, path)) {
        return false;
    }
    mark->id = file.id;
    mark->path = file.path;
    // Without its mark the file is read and marked later, as one that was complete all along.
    static_cast<void>(writeFinishMark(finishMarkPath(path), *mark));
    return true;
}

}  // namespace strata::app
