#pragma once

#include <vector>

#include <QObject>
#include <QString>
#include <QThreadPool>

#include "app/catalog/installed_models.h"

namespace strata::app {

/// The models of a folder, looked up and deleted on a thread of its own. Lives on the window's thread.
class InstalledList : public QObject {
    Q_OBJECT

public:
    /// catalog must outlive it.
    explicit InstalledList(const ModelCatalog* catalog, QObject* parent = nullptr);
    ~InstalledList() override;

    const ModelCatalog& catalog() const { return *catalog_; }
    /// As found last.
    const std::vector<InstalledModel>& models() const { return models_; }
    bool isLooking() const { return running_ > 0; }

    /// Looks into this folder, now and after each change. Answers with changed.
    void look(const QString& folder);
    /// Deletes the files of a size. in_use: path of the loaded model; empty: none. Answers with removed or notRemoved.
    void remove(const QString& size, const QString& in_use);

Q_SIGNALS:
    void changed();
    void removed(const QString& size, qint64 bytes);
    void notRemoved(const QString& size, const QString& reason);

private:
    const ModelCatalog* catalog_;
    QString folder_;
    QString looked_into_;  ///< where the models are that are listed
    std::vector<InstalledModel> models_;
    int running_ = 0;
    QThreadPool pool_;
};

}  // namespace strata::app
