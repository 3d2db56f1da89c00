#pragma once

#include <set>

#include <QString>

#include "app/catalog/model_catalog.h"

namespace strata::app {

/// Ids of the catalogue's files that lie in a model folder, complete and with the mark of having been compared. May
/// wait for the disk.
std::set<QString> presentFiles(const ModelCatalog& catalog, const QString& folder);

/// The file to load a size by, the first of its set, if all of its files are there; else empty. May wait for the disk.
QString modelPath(const ModelCatalog& catalog, const CatalogSize& size, const QString& folder);

}  // namespace strata::app
