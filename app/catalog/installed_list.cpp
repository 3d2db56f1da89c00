#include "app/catalog/installed_list.h"

#include <utility>

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
        QMetaObject::invokeMethod(this, [this, found = std::move(found)]() mutable {
            --running_;
            models_ = std::move(found);
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
