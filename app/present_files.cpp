#include "app/present_files.h"

#include <QDir>

#include "app/downloads/finished_files.h"

namespace strata::app {
namespace {

/// Where a file lies, or one of the same content under another name; empty: nowhere.
QString placeOf(const ModelCatalog& catalog, const CatalogFile& file, const QDir& folder) {
    std::vector<CatalogFile> names = catalog.sameContent(file);
    names.insert(names.begin(), file);
    for (const CatalogFile& name : names) {
        const QString path = folder.filePath(name.place());
        if (finishedFile(path, name.sha256)) {
            return path;
        }
    }
    return {};
}

}  // namespace

std::set<QString> presentFiles(const ModelCatalog& catalog, const QString& folder) {
    std::set<QString> present;
    for (const CatalogFile& file : catalog.files()) {
        if (!folder.isEmpty() && file.bytes && !placeOf(catalog, file, QDir(folder)).isEmpty()) {
            present.insert(file.id);
        }
    }
    return present;
}

QString modelPath(const ModelCatalog& catalog, const CatalogSize& size, const QString& folder) {
    QString first;
    for (const CatalogFile& file : catalog.filesOf(size, false)) {
        const QString place = placeOf(catalog, file, QDir(folder));
        if (folder.isEmpty() || place.isEmpty()) {
            return {};
        }
        if (first.isEmpty()) {
            first = place;
        }
    }
    return first;
}

}  // namespace strata::app
