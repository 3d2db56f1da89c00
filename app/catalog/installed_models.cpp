#include "app/catalog/installed_models.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/downloads/resume_record.h"

namespace strata::app {
namespace {

QString pathOf(const QString& folder, const CatalogFile& file) {
    return QDir(folder).filePath(file.place());
}

/// Whether the file is complete and ours.
bool isThere(const QString& folder, const CatalogFile& file) {
    const QString path = pathOf(folder, file);
    const auto mark = readFinishMark(finishMarkPath(path));
    return mark && QFileInfo(path).size() == mark->bytes && (file.sha256.isEmpty() || mark->sha256 == file.sha256);
}

/// Whether a size with weights in the folder, other than this one, has the same part for pictures.
bool othersLookWith(const ModelCatalog& catalog, const QString& folder, const CatalogSize& size) {
    return std::ranges::any_of(catalog.sizes(), [&](const CatalogSize& other) {
        return other.id != size.id && other.pictures == size.pictures &&
               isThere(folder, *catalog.file(other.files.first()));
    });
}

/// Files that go when the size is deleted.
std::vector<CatalogFile> ownFiles(const ModelCatalog& catalog, const QString& folder, const CatalogSize& size) {
    std::vector<CatalogFile> own = catalog.filesOf(size, !othersLookWith(catalog, folder, size));
    std::erase_if(own, [&](const CatalogFile& file) { return !isThere(folder, file); });
    return own;
}

/// What comes back when this name goes: nothing while another name of the same content stays.
qint64 bytesBack(const QString& path) {
    return nameCount(path) > 1 ? 0 : QFileInfo(path).size();
}

}  // namespace

std::vector<InstalledModel> findInstalledModels(const ModelCatalog& catalog, const QString& folder) {
    std::vector<InstalledModel> found;
    for (const CatalogSize& size : catalog.sizes()) {
        InstalledModel model;
        model.size = size.id;
        model.path = pathOf(folder, *catalog.file(size.files.first()));
        model.complete = true;
        for (const CatalogFile& file : catalog.filesOf(size, false)) {
            const bool there = isThere(folder, file);
            model.complete = model.complete && there;
            model.bytes += there ? QFileInfo(pathOf(folder, file)).size() : 0;
        }
        if (model.bytes == 0) {
            continue;
        }
        const CatalogFile& pictures = *catalog.file(size.pictures);
        if (isThere(folder, pictures)) {
            model.pictures = pathOf(folder, pictures);
        }
        for (const CatalogFile& file : ownFiles(catalog, folder, size)) {
            model.bytes_own += bytesBack(pathOf(folder, file));
        }
        found.push_back(std::move(model));
    }
    return found;
}

DiskResult<qint64> deleteModel(const ModelCatalog& catalog, const QString& folder, const QString& size_id,
                               const QString& in_use) {
    const CatalogSize* const size = catalog.size(size_id);
    if (size == nullptr) {
        return tl::unexpected(DiskError{DiskFault::gone, QStringLiteral("there is no such model")});
    }
    const std::vector<CatalogFile> own = ownFiles(catalog, folder, *size);
    for (const CatalogFile& file : own) {
        if (!in_use.isEmpty() && QFileInfo(pathOf(folder, file)) == QFileInfo(in_use)) {
            return tl::unexpected(DiskError{DiskFault::locked, QStringLiteral("the model is in use")});
        }
    }
    qint64 back = 0;
    for (const CatalogFile& file : own) {
        const QString path = pathOf(folder, file);
        const qint64 bytes = bytesBack(path);
        QFile target(path);
        if (!target.remove()) {
            return tl::unexpected(DiskError{DiskFault::other, target.errorString()});
        }
        // The mark goes last: a file without one would look like somebody else's.
        QFile::remove(finishMarkPath(path));
        back += bytes;
        QDir().rmdir(QFileInfo(path).path());  // only if it is empty
    }
    return back;
}

}  // namespace strata::app
