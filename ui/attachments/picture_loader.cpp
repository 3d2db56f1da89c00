#include "ui/attachments/picture_loader.h"

#include <utility>

#include <QFuture>
#include <QSaveFile>
#include <QtConcurrent>

#include "app/pictures/attachment_import.h"

namespace strata::ui {
namespace {

constexpr qsizetype kThumbnailsKb = 32 * 1024;

Result<PictureLoader::Pictures> loadAll(const app::PictureStore& store,
                                        const std::vector<app::AttachedPicture>& pictures) {
    PictureLoader::Pictures loaded;
    for (const app::AttachedPicture& picture : pictures) {
        const auto one = store.load(picture.hash);
        if (!one) {
            return tl::unexpected(one.error());
        }
        loaded[picture.hash] = *one;
    }
    return loaded;
}

/// Empty: all went well.
QString writeCopy(const app::PictureStore& store, const QString& hash, const QString& path) {
    const auto bytes = store.originalBytes(hash);
    if (!bytes) {
        return QString::fromStdString(bytes.error().message);
    }
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(*bytes) == bytes->size() && file.commit();
    return written ? QString() : file.errorString();
}

}  // namespace

PictureLoader::PictureLoader(app::PictureStore* store, QObject* parent)
    : QObject(parent), store_(store), thumbnails_(kThumbnailsKb) {
    pool_.setMaxThreadCount(1);
}

PictureLoader::~PictureLoader() {
    pool_.clear();
    pool_.waitForDone();
}

QImage PictureLoader::thumbnail(const QString& hash) {
    if (const QImage* const known = thumbnails_.object(hash)) {
        return *known;
    }
    if (!loading_.contains(hash)) {
        loading_.insert(hash);
        QtConcurrent::run(&pool_, [store = store_, hash] {
            const auto image = store->image(hash);
            return image ? app::thumbnailOf(*image) : QImage();
        }).then(this, [this, hash](const QImage& thumbnail) {
            if (!thumbnail.isNull()) {  // else it stays in loading_, so that it is not tried again and again
                putThumbnail(hash, thumbnail);
            }
        });
    }
    return {};
}

void PictureLoader::putThumbnail(const QString& hash, const QImage& thumbnail) {
    loading_.remove(hash);
    thumbnails_.insert(hash, new QImage(thumbnail), thumbnail.sizeInBytes() / 1024 + 1);
    Q_EMIT thumbnailReady(hash, thumbnail);
}

void PictureLoader::image(const QString& hash, QObject* context, std::function<void(const Result<QImage>&)> then) {
    QtConcurrent::run(&pool_, [store = store_, hash] {
        return store->image(hash);
    }).then(context, [then = std::move(then)](const Result<QImage>& image) { then(image); });
}

void PictureLoader::readAll(const std::vector<app::AttachedPicture>& pictures,
                            std::function<void(Result<Pictures>)> then) {
    QtConcurrent::run(&pool_, [store = store_, pictures] {
        return loadAll(*store, pictures);
    }).then(this, [then = std::move(then)](const Result<Pictures>& read) { then(read); });
}

void PictureLoader::save(const QString& hash, const QString& path, QObject* context,
                         std::function<void(const QString&)> then) {
    QtConcurrent::run(&pool_, [store = store_, hash, path] {
        return writeCopy(*store, hash, path);
    }).then(context, [then = std::move(then)](const QString& error) { then(error); });
}

void PictureLoader::removeOthers(const QSet<QString>& in_use, const QDateTime& before) {
    pool_.start([store = store_, in_use, before] { store->removeOthers(in_use, before); });
}

}  // namespace strata::ui
