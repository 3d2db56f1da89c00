#pragma once

#include <vector>

#include <QString>

#include "app/catalog/model_catalog.h"
#include "app/downloads/disk_file.h"

namespace strata::app {

/// A size of which something lies in the model folder.
struct InstalledModel {
    QString size;  ///< id in the catalogue
    QString path;  ///< what the engine opens: the first file
    bool complete = false;
    QString pictures;      ///< path of the part that looks at pictures; empty: not there
    qint64 bytes = 0;      ///< of its files, shared ones too
    qint64 bytes_own = 0;  ///< that come back when it is deleted

    bool operator==(const InstalledModel&) const = default;
};

/// Looks into a model folder; only files with a finish mark count. Waits for the disk.
std::vector<InstalledModel> findInstalledModels(const ModelCatalog& catalog, const QString& folder);

/// Deletes the files of a size that are ours: those with a mark. What another size still needs stays. in_use: path of
/// the model that is loaded; empty: none. Returns the bytes that came back. Errors: locked (it is in use), and the
/// disk's.
DiskResult<qint64> deleteModel(const ModelCatalog& catalog, const QString& folder, const QString& size,
                               const QString& in_use);

}  // namespace strata::app
