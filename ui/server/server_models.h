#pragma once

#include <functional>

#include <QObject>

#include "app/catalog/installed_list.h"
#include "app/catalog/model_catalog.h"
#include "app/settings.h"
#include "ui/server/server_control.h"

namespace strata::ui {

class ModelController;

/// The models of this PC as other apps hear of them, and loads one that they ask for. A server elsewhere that answers
/// instead of the model is not for them.
class ServerModelList : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        app::Settings* settings = nullptr;
        ModelController* model = nullptr;
        std::function<void()> load;  ///< loads the model that is set
    };

    explicit ServerModelList(const Parts& parts, QObject* parent = nullptr);

    const ServerModels& models() const { return models_; }
    /// Empty: there is none.
    QString chosenId() const;
    /// Has a model loaded, if it is not on its way; an empty id: the chosen one.
    void load(const QString& id);
    void unload();

Q_SIGNALS:
    void changed();

private:
    void refresh();
    void lookAtFile();
    bool isOnItsWay() const;

    const Parts parts_;
    const app::ModelCatalog catalog_;
    app::InstalledList installed_;
    ServerModels models_;
    QString looked_at_;  ///< file whose size and age are known, or being looked for
    qint64 bytes_ = 0, created_ = 0;
};

}  // namespace strata::ui
