#include "ui/server/server_models.h"

#include <QDateTime>
#include <QFileInfo>
#include <QtConcurrent>

#include "app/api/model_id.h"
#include "ui/main_window/model_controller.h"
#include "ui/setup/size_words.h"

namespace strata::ui {
namespace {

struct FileFacts {
    qint64 bytes = 0, created = 0;
};

/// Waits for the disk.
FileFacts factsOf(const QString& path) {
    const QFileInfo file(path);
    return file.exists() ? FileFacts{file.size(), file.lastModified().toSecsSinceEpoch()} : FileFacts{};
}

}  // namespace

ServerModelList::ServerModelList(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), catalog_(app::ModelCatalog::builtIn()), installed_(&catalog_) {
    const auto look = [this] {
        if (const QString& folder = parts_.settings->downloads().folder; !folder.isEmpty()) {
            installed_.look(folder);
        }
    };
    connect(parts.settings, &app::Settings::downloadsChanged, this, look);
    connect(parts.settings, &app::Settings::modelChanged, this, look);  // a new one has come
    connect(&installed_, &app::InstalledList::changed, this, &ServerModelList::refresh);
    connect(parts.model, &ModelController::modelNameChanged, this, &ServerModelList::refresh);
    connect(parts.model, &ModelController::readyChanged, this, &ServerModelList::refresh);
    look();
    refresh();
}

QString ServerModelList::chosenId() const {
    return models_.chosen ? QString::fromStdString(models_.chosen->id) : QString();
}

void ServerModelList::refresh() {
    models_ = {};
    models_.file = parts_.model->modelPath();
    if (!models_.file.isEmpty()) {
        lookAtFile();
        app::api::ModelEntry chosen;
        chosen.id = app::api::modelIdOf(models_.file);
        chosen.name = parts_.model->modelName().toStdString();
        chosen.created = created_;
        chosen.bytes = static_cast<std::uint64_t>(bytes_);
        chosen.context_length = parts_.model->options().context_length;
        if (const auto status = parts_.model->isReady() ? parts_.model->engine()->status() : std::nullopt) {
            chosen.context_length = status->context_length;
            chosen.sees_pictures = status->sees_pictures;
        }
        models_.chosen = std::move(chosen);
    }
    for (const app::InstalledModel& model : installed_.models()) {
        const app::CatalogSize* const size = catalog_.size(model.size);
        if (!model.complete || model.path == models_.file || size == nullptr) {
            continue;
        }
        app::api::ModelEntry entry;
        entry.id = app::api::modelIdOf(model.path);
        entry.name = plainName(*size).toStdString();
        entry.bytes = static_cast<std::uint64_t>(model.bytes);
        models_.installed.push_back(std::move(entry));
    }
    Q_EMIT changed();
}

/// Size and age of the chosen file, on another thread.
void ServerModelList::lookAtFile() {
    if (models_.file == looked_at_) {
        return;
    }
    looked_at_ = models_.file;
    bytes_ = created_ = 0;
    QtConcurrent::run(factsOf, looked_at_).then(this, [this, path = looked_at_](const FileFacts& facts) {
        if (path == looked_at_) {
            bytes_ = facts.bytes;
            created_ = facts.created;
            refresh();
        }
    });
}

bool ServerModelList::isOnItsWay() const {
    switch (parts_.model->activity().word) {
        case EngineActivity::Word::off:
        case EngineActivity::Word::failed:
        case EngineActivity::Word::no_model:
        case EngineActivity::Word::freeing:
            return false;
        default:
            return true;
    }
}

void ServerModelList::load(const QString& id) {
    if (!id.isEmpty() && id != chosenId()) {
        for (const app::InstalledModel& model : installed_.models()) {
            if (model.complete && app::api::modelIdOf(model.path) == id.toStdString()) {
                app::ModelSettings changed = parts_.settings->model();
                changed.model = model.path;
                parts_.settings->set(changed);
                parts_.load();
                return;
            }
        }
    }
    if (!isOnItsWay()) {
        parts_.load();
    }
}

void ServerModelList::unload() {
    if (parts_.model->isReady()) {
        parts_.model->unload();
    }
}

}  // namespace strata::ui
