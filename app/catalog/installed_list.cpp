#include "app/catalog/installed_list.h"

#include <utility>

#include "app/hardware/missing_drive.h"

namespace strata::app {

InstalledList::InstalledList(const ModelCatalog* catalog, QObject* parent) : QObject(parent), catalog_(catalog) {
    pool_.setMaxThreadCount(1);  // in the order in which it was asked
}

InstalledList::~InstalledList() {
    pool_.waitForDone();
}

void InstalledList::look(const QString& folder) {
    folder_ = folder;
    ++running_;
    pool_.start([this, folder, catalog = *catalog_] {
        auto found = folder.isEmpty() ? std::vector<InstalledModel>() : findInstalledModels(catalog, folder);
        // What is on a drive that is not connected is not forgotten.
        const bool is_away = found.empty() && !folder.isEmpty() && missingDrive(folder).has_value();
        QMetaObject::invokeMethod(this, [this, folder, is_away, found = std::move(found)]() mutable {
            --running_;
            if (!is_away || folder != looked_into_) {
                models_ = std::move(found);
                looked_into_ = folder;
            }
            Q_EMIT changed();
        });
    });
}

void InstalledList::remove(const QString& size, const QString& in_use) {
    pool_.start([this, size, in_use, folder = folder_, catalog = *catalog_] {
        const auto back = deleteModel(catalog, folder, size, in_use);
        QMetaObject::invokeMethod(this, [this, size, back] {
            if (back) {
                Q_EMIT removed(size, *back);
            } else {
                Q_EMIT notRemoved(size, back.error().reason);
            }
            look(folder_);
        });
    });
}

}  // namespace strata::app
